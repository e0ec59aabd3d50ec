// `npm run trace`: which requirements a test proves, by the ids in the tests' titles ("[CALL-033] ...").
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readProvenIds, readRequirementIds, tally } from './requirements.ts'
import { projectRoot } from './run-tool.ts'

const { values } = parseArgs({
  options: { json: { type: 'string' }, missing: { type: 'boolean', default: false } },
})

/** The list of requirements lies beside the project where it is developed; elsewhere only what is proven is known. */
const listPath = join(projectRoot, '..', 'shared', 'spec', 'requirements.tsv')

const testFiles = readdirSync(join(projectRoot, 'tests'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(test|e2e)\.tsx?$/.test(path))
  .map((path) => readFileSync(join(projectRoot, 'tests', path), 'utf8'))
const proven = readProvenIds(testFiles)
const all = existsSync(listPath) ? readRequirementIds(readFileSync(listPath, 'utf8')) : null
const areas = tally(all ?? [...proven], proven)

const rowsTotal = areas.reduce((sum, area) => sum + area.rows, 0)
const provenTotal = areas.reduce((sum, area) => sum + area.proven, 0)
const lines: [string, number | string, number | string][] = [
  ['area', 'rows', 'proven'],
  ...areas.map((one): [string, number, number] => [one.area, one.rows, one.proven]),
  ['all', rowsTotal, provenTotal],
]
for (const [area, rows, count] of lines) {
  const ofRows = all === null ? '' : String(rows).padStart(6)
  console.log(`${area.padEnd(8)}${ofRows}${String(count).padStart(8)}`)
}
const unknown = all === null ? [] : [...proven].filter((id) => !all.includes(id))
if (unknown.length > 0) console.log(`\nIn a title, but no requirement: ${unknown.join(', ')}`)
if (values.missing)
  console.log(`\nNot proven: ${(all ?? []).filter((id) => !proven.has(id)).join(', ')}`)
if (values.json) {
  writeFileSync(
    values.json,
    `${JSON.stringify({ areas, proven: [...proven].sort(), unknown }, null, 2)}\n`,
  )
}
process.exit(unknown.length === 0 ? 0 : 1)
