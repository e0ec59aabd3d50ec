// `npm run battery -- engines [--json FILE] [--plates N] [--small]`: whether every JavaScript engine calculates the same bits from the
// minified script as Node from the sources. An engine that is not on this computer is said to be not here.
import { bundleScript } from '../../scripts/bundle-script.ts'
import { readFlags } from '../../scripts/read-flags.ts'
import { measured, printTable, type ReportRow, writeJson } from '../../scripts/report-table.ts'
import { digestPlates, findDifference, type StageDigest } from '../support/engine-digest.ts'
import { writePlates } from '../support/engine-plate.ts'
import { drawPlate, recordedPlates, referenceEnginePlates } from '../support/engine-plates.ts'
import { chromium } from './engines/chromium.ts'
import { findUncompared } from './engines/coverage.ts'
import type { Engine } from './engines/engine.ts'
import { firefox } from './engines/firefox.ts'
import { shells } from './engines/shells.ts'
import { workerd } from './engines/workerd.ts'

const { values } = readFlags({
  options: {
    json: { type: 'string' },
    plates: { type: 'string', default: '40' },
    // Take of all plates those few of 16 wells that slow engines get.
    small: { type: 'boolean', default: false },
  },
})

const drawn = Array.from({ length: Number(values.plates) }, (_, index) => drawPlate(index + 1))
const all = [...recordedPlates(), ...referenceEnginePlates(), ...drawn]
const small = all.filter(({ amplification }) => amplification.wells <= 16).slice(0, 8)
const plates = values.small ? small : all
const text = writePlates(plates)
const smallText = writePlates(small)
/** The calculation and its digests; a target that every engine here knows. */
const inside = new URL('engines/inside.ts', import.meta.url)
const script = await bundleScript(inside, { target: 'es2022' })
const engines = [...shells, chromium, workerd, firefox]

const reference = digestPlates(text)
const rows: ReportRow[] = []
for (const engine of engines) rows.push(...(await compare(engine)))
rows.push(describeUncompared(findUncompared()))
printTable(rows)
if (values.json !== undefined) writeJson(values.json, rows)
process.exit(rows.some(({ ok }) => ok === false) ? 1 : 0)

/** Return one row per engine: the number of digests that equal the reference, and the first difference. */
async function compare(engine: Engine): Promise<ReportRow[]> {
  const row = { name: engine.name, unit: '', bar: 'every bit' }
  const found = engine.find()
  if (found === null) return [{ ...row, value: 'not here', ok: null }]
  const started = performance.now()
  try {
    const input = engine.slow ? smallText : text
    const digests = JSON.parse(await engine.run(found, script, input)) as StageDigest[]
    const expected = engine.slow ? reference.filter(isSmall) : reference
    const difference = findDifference(expected, digests)
    const unit = `${((performance.now() - started) / 1000).toFixed(1)} s`
    const all = `${digests.length} digests, ${countItems(digests)} items the same`
    return [{ ...row, unit, value: difference ?? all, ok: difference === null }]
  } catch (error) {
    return [{ ...row, value: String(error).slice(0, 200), ok: false }]
  }
}

function isSmall({ plate }: StageDigest): boolean {
  return small.some(({ name }) => name === plate)
}

function countItems(digests: StageDigest[]): number {
  return digests.reduce((sum, { items }) => sum + Object.keys(items).length, 0)
}

/** List files that a new stage should reach, which is no failure. */
function describeUncompared(paths: string[]): ReportRow {
  const value = paths.length === 0 ? 'none' : paths.join(' ').replaceAll('workers/', '')
  return measured('not compared', value)
}
