import { loadavg } from 'node:os'
import { measured, type ReportRow, withoutBar } from './report-table.ts'
import { formatSeconds } from './steps.ts'

/** Form in which a bench is run. */
export interface BenchForm {
  /** Only try each part, in seconds: no bar but that everything was measured and nothing failed. */
  short: boolean
  /** Names of the parts that are measured; all of them without. */
  parts?: readonly string[] | undefined
}

/** A thing that a bench measures by itself. */
type Part = () => Promise<ReportRow[]>

/**
 * Measure the wanted parts in turn. A part that fails becomes a missed bar and does not stop the next one. The higher load of the
 * machine, before or after a part, shows if other work disturbed it.
 * @throws RangeError for a part that the bench does not have.
 */
export async function measureParts(
  parts: Readonly<Record<string, Part>>,
  { short, parts: wanted = Object.keys(parts) }: BenchForm,
): Promise<ReportRow[]> {
  const strange = wanted.find((name) => parts[name] === undefined)
  if (strange !== undefined) {
    throw new RangeError(`No part "${strange}". Parts: ${Object.keys(parts).join(', ')}`)
  }
  const rows: ReportRow[] = []
  for (const [name, part] of Object.entries(parts)) {
    if (wanted.includes(name)) rows.push(...(await measurePart(name, part)))
  }
  return short ? rows.map(withoutBar) : rows
}

async function measurePart(name: string, part: Part): Promise<ReportRow[]> {
  const began = performance.now()
  const before = loadavg()[0] ?? 0
  const rows = await part().catch((error: unknown): ReportRow[] => {
    const value = String(error).split('\n')[0]?.slice(0, 200) ?? ''
    return [{ name, value, unit: '', bar: 'measured', ok: false }]
  })
  console.log(`  ${name.padEnd(12)} ${formatSeconds(performance.now() - began)}`)
  const value = Math.max(before, loadavg()[0] ?? 0)
  return [...rows, measured(`${name}: load of the machine`, value)]
}
