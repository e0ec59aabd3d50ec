// `npm run battery -- import-memory [--json FILE] [--sizes A,B] [--from MB]`: files of every kind that take as much memory as they can, read
// as the service reads them in a process with little of it. Each must be read or refused with a reason; runs as large as
// an instrument measures them must be read. The figure of a row is the smallest heap in which all its sizes ended.
import { readFlags } from '../../scripts/read-flags.ts'
import { atMost, printTable, type ReportRow, writeJson } from '../../scripts/report-table.ts'
import { fullRuns } from './import-memory/full-runs.ts'
import { readInLittle } from './import-memory/read-files.ts'
import { worstFiles } from './import-memory/worst-files.ts'

const { values } = readFlags({
  options: {
    json: { type: 'string' },
    sizes: { type: 'string', default: '2,4,6,8,12,16,23,32' },
    from: { type: 'string', default: '24' },
  },
})
/** MB that a heap may need: 64 for the file, and 8 of the reader's own code. */
const mostMb = 72
const stepMb = 8
const sizes = values.sizes.split(',').map((size) => Number(size) * 1e6)

const rows: ReportRow[] = []
for (const { kind, name, make } of worstFiles) {
  const files = sizes.map((size) => ({ name, bytes: make(size) }))
  rows.push(atMost(kind, await findHeap(files), 'MB', mostMb))
}
for (const { kind, name, make } of fullRuns) {
  const files = [{ name, bytes: make() }]
  const [found] = await readInLittle(files, mostMb)
  rows.push(atMost(kind, await findHeap(files), 'MB', mostMb))
  if (found?.end !== 'read')
    rows.push({ name: kind, value: 0, unit: found?.end ?? 'memory', bar: 'read', ok: false })
}
printTable(rows)
if (values.json !== undefined) writeJson(values.json, rows)
process.exitCode = rows.some(({ ok }) => ok === false) ? 1 : 0

/** Return the smallest heap in MB in which all files end, by halves; more than may be where none is enough. */
async function findHeap(files: readonly { name: string; bytes: Uint8Array }[]): Promise<number> {
  const ends = async (mb: number) => (await readInLittle(files, mb)).length === files.length
  if (!(await ends(mostMb))) return mostMb + stepMb
  let found = mostMb
  while (found > Number(values.from) && (await ends(found - stepMb))) found -= stepMb
  return found
}
