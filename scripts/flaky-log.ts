import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Failure } from './test-pieces.ts'

export interface LoggedFlake {
  /** The day of the run, UTC: 2026-11-22. */
  day: string
  path: string
  title: string
}

const row = /^\| (\d{4}-\d{2}-\d{2}) \| (.+?) \| (.*?) \| .*\|$/
const week = 7 * 24 * 3600 * 1000

/** Read the rows of the log; other lines are for people. */
export function readFlakyLog(path: string): LoggedFlake[] {
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, day, file, title] = row.exec(line) ?? []
      return day && file && title !== undefined ? [{ day, path: file, title }] : []
    })
}

/** Find the tests that were flaky in the week before as well: those fail the run. */
export function findRepeated(
  flaky: readonly Failure[],
  log: readonly LoggedFlake[],
  now: Date,
): Failure[] {
  const recent = log.filter(({ day }) => now.getTime() - Date.parse(day) < week)
  return flaky.filter((one) =>
    recent.some(({ path, title }) => path === one.path && title === inCell(one.title)),
  )
}

/** Add a row for each flaky test. A row is removed in the commit that mends its test. */
export function appendFlakyLog(path: string, flaky: readonly Failure[], now: Date): void {
  if (flaky.length === 0) return
  const day = now.toISOString().slice(0, 10)
  const rows = flaky.map(
    (one) => `| ${day} | ${one.path} | ${inCell(one.title)} | ${inCell(one.why)} |\n`,
  )
  writeFileSync(path, readFileSync(path, 'utf8') + rows.join(''))
}

/** Fit a text into one cell of the table. */
function inCell(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').replaceAll('|', '¦').trim()
  return line.length > 300 ? `${line.slice(0, 300)} …` : line
}
