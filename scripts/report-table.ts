import { writeFileSync } from 'node:fs'

/** One measured figure and its bar; `ok` is null where nothing was promised. */
export type ReportRow = {
  name: string
  value: number | string
  unit: string
  /** Target in words: '<= 250'. */
  bar: string
  ok: boolean | null
}

/** Return a figure without a bar. */
export function measured(name: string, value: number | string, unit = ''): ReportRow {
  return { name, value, unit, bar: '', ok: null }
}

/** Return a figure that must not be above its bar. */
export function atMost(name: string, value: number, unit: string, bar: number): ReportRow {
  return { name, value, unit, bar: `<= ${bar}`, ok: value <= bar }
}

/** Return a figure that must not be below its bar. */
export function atLeast(name: string, value: number, unit: string, bar: number): ReportRow {
  return { name, value, unit, bar: `>= ${bar}`, ok: value >= bar }
}

/**
 * Take the bar of a figure of time or size away: a short run says nothing of them. What went missing or failed (at most 0)
 * and what is no number stays a missed bar.
 */
export function withoutBar(row: ReportRow): ReportRow {
  const isCount = row.unit === '' && row.bar.endsWith(' 0')
  return Number.isFinite(row.value) && !isCount ? { ...row, ok: null } : row
}

/** Print the figures as a table: name, value, unit, bar, verdict. */
export function printTable(rows: ReportRow[]): void {
  const cells = rows.map((row) => [
    row.name,
    formatValue(row.value),
    row.unit,
    row.bar,
    verdict(row.ok),
  ])
  const table = [['what', 'value', 'unit', 'bar', ''], ...cells]
  const widths = [0, 1, 2, 3, 4].map((column) =>
    Math.max(...table.map((row) => row[column]?.length ?? 0)),
  )
  for (const row of table) {
    const line = row.map((cell, column) =>
      column === 1 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
    )
    console.log(line.join('  ').trimEnd())
  }
}

/** Write the same figures for a machine: an array of rows. */
export function writeJson(path: string, rows: ReportRow[]): void {
  writeFileSync(path, `${JSON.stringify(rows, null, 2)}\n`)
}

function formatValue(value: number | string): string {
  if (typeof value === 'string') return value
  if (Number.isInteger(value)) return String(value)
  const [digits = '', exponent] = value.toPrecision(4).split('e')
  // Keep zeros before the point, which are digits of the number.
  const short = digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits
  return exponent === undefined ? short : `${short}e${exponent}`
}

function verdict(ok: boolean | null): string {
  if (ok === null) return ''
  return ok ? 'ok' : 'NOT MET'
}
