// `npm run battery -- bent-files [--json FILE] [--count N] [--seed S]`: instrument files with one column, sheet, element, dye,
// target or well taken away. Each is refused, or what is still in it comes out as a curve of the analysis or is named in a notice.
import { readFlags } from '../../scripts/read-flags.ts'
import { atMost, measured, printTable, writeJson } from '../../scripts/report-table.ts'
import { bundledFiles, referenceFiles, writtenFiles } from '../support/file-fixtures.ts'
import { bendableFiles, bendFile, type BentResult } from './bent-files/bend-file.ts'

const { values } = readFlags({
  options: {
    json: { type: 'string' },
    count: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
  },
})
/** Larger files of the reference data are left out: each is written and read again for every bend. */
const most = 100_000
const count = Number(values.count)
const files = await bendableFiles([...writtenFiles(), ...bundledFiles(), ...referenceFiles(most)])
const results: BentResult[] = []
for (let i = 0; i < count; i++) {
  results.push(await bendFile(files, Number(values.seed) * 1_000_003 + i))
  if (results.length % 1000 === 0) console.log(`${results.length} of ${count}`)
}
const of = (outcome: BentResult['outcome']) =>
  results.filter((one) => one.outcome === outcome).length
const lost = results.filter(({ losses }) => losses.length > 0)
const kinds = [...Map.groupBy(files, ({ kind }) => kind)]
const rows = [
  measured('kinds and their files', kinds.map(([kind, own]) => `${kind} ${own.length}`).join(', ')),
  measured('bent files', results.length - of('not bent')),
  measured('read', of('read')),
  measured('refused with a reason', of('refused')),
  atMost('with something missing and not named', lost.length, '', 0),
]
printTable(rows)
for (const { seed, name, bend, losses } of lost.slice(0, 40)) {
  console.log(`seed ${seed} ${name} (${bend})\n  ${losses[0]}`)
}
if (values.json !== undefined) writeJson(values.json, rows)
process.exitCode = lost.length > 0 ? 1 : 0
