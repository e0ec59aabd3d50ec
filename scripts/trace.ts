// `npm run trace [-- --missing] [--json FILE]`: which requirements a passing test carries, by the ids in the tests' titles
// ("[CALL-033] ..."). Read from the reports that `npm test` leaves; where there is none, from the titles in the files.
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readFlags } from './read-flags.ts'
import { printTable, writeJson, type ReportRow } from './report-table.ts'
import {
  promised,
  readRequirements,
  shortenIds,
  sumUp,
  tally,
  type AreaTally,
  type TitledTest,
} from './requirements.ts'
import { projectRoot } from './run-tool.ts'
import { projectOf, testProjects } from './test-projects.ts'
import { readWrittenTitles, type TestFile } from './test-reports.ts'

const { values } = readFlags({
  options: { json: { type: 'string' }, missing: { type: 'boolean', default: false } },
})

const testFiles = readdirSync(join(projectRoot, 'tests'), { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /\.(test|e2e)\.tsx?$/.test(path))
  .map((path) => ({ project: projectOf(`tests/${path}`), path: join(projectRoot, 'tests', path) }))

const list = readRequirements(readFileSync(join(projectRoot, 'tests', 'requirements.tsv'), 'utf8'))
const ids = list.map(({ id }) => id)
const known = new Set(ids)
const { proven, failed } = sumUp(testProjects.flatMap(readProject))
const areas = tally(ids, proven)

console.log('')
printTable(areas.map(rowOf))
for (const area of areas) printMissing(area)
const unknown = [...proven, ...failed].filter((id) => !known.has(id))
if (failed.size > 0) console.log(`\nCarried by failing tests only: ${[...failed].join(', ')}`)
if (unknown.length > 0) console.log(`\nIn a title, but no requirement: ${unknown.join(', ')}`)
if (values.json) writeJson(values.json, areas.map(rowOf))
process.exit(unknown.length === 0 && failed.size === 0 ? 0 : 1)

/** Tests of one project, and a line that says how they are known. */
function readProject(name: (typeof testProjects)[number]): TitledTest[] {
  const files = testFiles.filter(({ project }) => project === name)
  const path = join(projectRoot, 'test-results', `${name}.json`)
  if (!existsSync(path)) {
    console.log(
      `${name.padEnd(9)} titles in ${files.length} files; not run, so nothing says that they pass`,
    )
    return files.flatMap(({ path: file }) => readWrittenTitles(readFileSync(file, 'utf8')))
  }
  const { mtime, mtimeMs } = statSync(path)
  const newer = files.filter(({ path: file }) => statSync(file).mtimeMs > mtimeMs).length
  const reported: TestFile[] = JSON.parse(readFileSync(path, 'utf8'))
  const tests = reported.flatMap((file) => file.tests)
  const passed = tests.filter((test) => test.passed).length
  const stale = newer === 0 ? '' : `; ${newer} test files have changed since`
  console.log(
    `${name.padEnd(9)} ${passed} passed and ${tests.length - passed} failed on ${mtime.toISOString()}${stale}`,
  )
  return tests
}

function rowOf({ area, rows, proven: count }: AreaTally): ReportRow {
  const isPromised = promised.includes(area)
  return {
    name: area,
    value: count,
    unit: `of ${rows}`,
    bar: isPromised ? String(rows) : '',
    ok: isPromised ? count === rows : null,
  }
}

function printMissing({ area, missing }: AreaTally): void {
  if (missing.length === 0) return
  console.log(`\n${area}: ${missing.length} carried by no passing test`)
  if (!values.missing) return console.log(`  ${shortenIds(missing)}`)
  for (const { id, section, requirement } of list.filter((one) => missing.includes(one.id))) {
    console.log(`  ${id}  ${section}: ${requirement}`)
  }
}
