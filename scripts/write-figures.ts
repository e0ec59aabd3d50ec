import type { ReportRow } from './report-table.ts'

/** Time and machine of a measurement, in words. */
export interface Measured {
  date: string
  machine: string
}

/**
 * Put the rows of a bench into the page of figures, in place of those that it had; other sections stay as they are.
 * @param page Text of docs/figures.md.
 */
export function writeFigures(
  page: string,
  bench: string,
  rows: readonly ReportRow[],
  { date, machine }: Measured,
): string {
  const lines = rows.map(({ name, value, unit, bar, ok }) => {
    const cells = [
      name,
      typeof value === 'number' ? String(+value.toPrecision(4)) : value,
      unit,
      bar,
      judge(ok),
    ]
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').trim()).join(' | ')} |`
  })
  const head = `### ${bench}\n\nMeasured on ${date}: ${machine}.\n\n| what | value | unit | bar | |\n|---|---|---|---|---|\n`
  const section = `${head}${lines.join('\n')}\n`
  const parts = page.trimEnd().split(/\n(?=###? )/)
  const at = parts.findIndex((part) => part.startsWith(`### ${bench}\n`))
  const kept = parts.map((part, index) => (index === at ? section.trimEnd() : part.trimEnd()))
  return `${[...kept, ...(at < 0 ? [section.trimEnd()] : [])].join('\n\n')}\n`
}

function judge(ok: boolean | null): string {
  if (ok === null) return ''
  return ok ? 'met' : 'not met'
}
