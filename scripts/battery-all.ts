import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { batteries, type Battery, type Quick } from './batteries.ts'
import { readFlags } from './read-flags.ts'
import { atMost, measured, printTable, type ReportRow, writeJson } from './report-table.ts'
import { projectRoot, runTool, stopToolsOnExit } from './run-tool.ts'
import { formatSeconds } from './steps.ts'

/** All in their short forms together, on two cores, s. */
const shortSeconds = 40 * 60
/** After so long a battery is taken for stuck. */
const longestMs = { short: 15 * 60_000, long: 3 * 3_600_000 }

const folder = join(projectRoot, 'test-results', 'batteries')

/** Run batteries one after the other and print one table of all they measured. @returns whether every row held. */
export async function runAll(flags: string[]): Promise<boolean> {
  const { values } = readFlags({
    args: flags,
    options: {
      json: { type: 'string' },
      long: { type: 'boolean', default: false },
      short: { type: 'boolean' },
      only: { type: 'string' },
    },
  })
  const names = values.only?.split(',')
  const unknown = names?.filter((name) => batteries.every((one) => one.name !== name)) ?? []
  if (unknown.length > 0) throw new Error(`There is no battery ${unknown.join(', ')}`)
  const wanted = batteries.filter(({ name }) => names?.includes(name) ?? true)
  stopToolsOnExit()
  mkdirSync(folder, { recursive: true })
  const began = performance.now()
  const rows: ReportRow[] = []
  for (const [at, battery] of wanted.entries()) {
    console.log(`${`${at + 1}/${wanted.length}`.padEnd(6)}${battery.name} …`)
    const found = await runBattery(battery, values.long ? 'long' : 'short')
    rows.push(...found)
    const missed = found.filter(({ ok }) => ok === false).length
    const verdict = missed > 0 ? `FAILED (${missed} of ${found.length} rows)` : 'ok'
    console.log(`${''.padEnd(6)}${battery.name} ${verdict}, ${timeOf(found)}`)
  }
  const seconds = (performance.now() - began) / 1000
  const time: ReportRow = measured('all: time', seconds, 's')
  rows.push(values.long || names ? time : atMost(time.name, seconds, 's', shortSeconds))
  console.log('')
  printTable(rows.map(shorten))
  if (values.json !== undefined) writeJson(values.json, rows)
  const missed = rows.filter(({ ok }) => ok === false)
  console.log(`\n${rows.length} rows, ${missed.length} of them missed`)
  for (const { name, value } of missed) console.log(`NOT MET ${name}: ${value}`)
  return missed.length === 0
}

/**
 * Run one battery in a process of its own; all it says is kept in `test-results/batteries/NAME.log`. A battery that ends badly, leaves
 * no table, or has fewer rows than it should is a row that missed.
 */
async function runBattery(battery: Battery, form: 'short' | 'long'): Promise<ReportRow[]> {
  const { name } = battery
  const json = join(folder, `${name}.json`)
  rmSync(json, { force: true })
  const script = join(projectRoot, 'scripts', 'battery.ts')
  const flags = [...(form === 'short' ? ['--short'] : []), '--json', json]
  const { code, output, ms } = await runTool('node', [script, name, ...flags], {
    timeoutMs: longestMs[form],
  })
  writeFileSync(join(folder, `${name}.log`), output)
  const rows = existsSync(json) ? (JSON.parse(readFileSync(json, 'utf8')) as ReportRow[]) : []
  const found = [
    { name: 'ran', value: formatSeconds(ms), unit: '', bar: 'to its end', ok: code === 0 },
    ...rows,
    ...findSunken(battery, rows),
  ]
  if (found.some(({ ok }) => ok === false)) {
    console.log(output.trim().split('\n').slice(-60).join('\n').replaceAll(/^/gm, '      | '))
  }
  return found.map((row) => ({ ...row, name: `${name}: ${row.name.trim()}` }))
}

/** Find the figures of a battery's effort that are lower than in the table of batteries. */
export function findSunken(
  { rows: fewest, reaches = {} }: Pick<Battery, 'rows' | 'reaches'> | Quick,
  rows: readonly ReportRow[],
): ReportRow[] {
  const atLeast = (name: string, value: number, bar: number) => ({
    name,
    value,
    unit: '',
    bar: `>= ${bar}`,
    ok: value >= bar,
  })
  const pinned = Object.entries(reaches).map(([name, bar]) =>
    atLeast(`reached: ${name}`, Number(rows.find((row) => row.name.trim() === name)?.value), bar),
  )
  return [atLeast('rows of its table', rows.length, fewest), ...pinned].filter(({ ok }) => !ok)
}

const timeOf = ([ran]: readonly ReportRow[]) => String(ran?.value)

/** Shorten a figure in many words, which would make all lines of the table as long. */
function shorten(row: ReportRow): ReportRow {
  const text = String(row.value)
  return text.length <= 48 ? row : { ...row, value: `${text.slice(0, 47)}…` }
}
