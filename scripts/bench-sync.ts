import { loadavg } from 'node:os'
import { measureWork } from './bench-sync/at-work.ts'
import { measureColdStart } from './bench-sync/cold-start.ts'
import { measureFirstPull } from './bench-sync/first-pull.ts'
import { closeSyncLab, openSyncLab, type SyncLab } from './bench-sync/lab.ts'
import { measureMemory } from './bench-sync/memory.ts'
import { type ReportRow, withoutBar } from './report-table.ts'
import { formatSeconds } from './steps.ts'

/** Another number of records is for looking at one part only: the bars are for this one. */
const whole = {
  records: Number(process.env['BENCH_SYNC_RECORDS'] ?? 50_000),
  pulls: Number(process.env['BENCH_SYNC_PULLS'] ?? 3),
  /** Of each kind of work, and of changes made by others. */
  rounds: 15,
  changes: 9,
  starts: 9,
  hours: 8,
}
type Form = typeof whole

/** Enough to see that each part can be measured. What it takes says nothing. */
const short: Form = { records: 60, pulls: 1, rounds: 1, changes: 1, starts: 1, hours: 0 }

type Part = (lab: SyncLab, form: Form) => Promise<ReportRow[]>

const parts: Record<string, Part> = {
  'first pull': (lab, { pulls }) => measureFirstPull(lab, pulls),
  work: measureWork,
  'cold start': (lab, { starts }) => measureColdStart(lab, starts),
  memory: (lab, { hours }) => measureMemory(lab, hours),
}

/**
 * Measure the records of a large company on one machine: the built app in Chromium, with its profile on the disk,
 * before a real edge. The load shows whether the machine had other work during a measurement.
 */
export async function benchSync(given: { short: boolean }): Promise<ReportRow[]> {
  const form = given.short ? short : whole
  const wanted = process.env['BENCH_SYNC_PARTS']?.split(',')
  const lab = await openSyncLab(form.records, given)
  try {
    const rows: ReportRow[] = []
    for (const [name, part] of Object.entries(parts)) {
      if (wanted && !wanted.includes(name)) continue
      rows.push(...(await measured(name, () => part(lab, form))))
    }
    return given.short ? rows.map(withoutBar) : rows
  } finally {
    await closeSyncLab(lab)
  }
}

/** Turn the failure of a part into a missed bar, and go on with the others. */
async function measured(name: string, part: () => Promise<ReportRow[]>): Promise<ReportRow[]> {
  const began = performance.now()
  const before = loadavg()[0] ?? 0
  const load = (after: number): ReportRow => ({
    name: `${name}: load of the machine, before and after`,
    value: `${before.toFixed(1)} ${after.toFixed(1)}`,
    unit: '',
    bar: '',
    ok: null,
  })
  try {
    const rows = await part()
    console.log(`  ${name.padEnd(12)} ${formatSeconds(performance.now() - began)}`)
    return [...rows, load(loadavg()[0] ?? 0)]
  } catch (error) {
    const value = String(error).split('\n')[0]?.slice(0, 200) ?? ''
    return [{ name, value, unit: '', bar: 'measured', ok: false }, load(loadavg()[0] ?? 0)]
  }
}
