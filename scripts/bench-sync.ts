import { type BenchForm, measureParts } from './bench-parts.ts'
import { measureWork } from './bench-sync/at-work.ts'
import { measureColdStart } from './bench-sync/cold-start.ts'
import { measureFirstPull } from './bench-sync/first-pull.ts'
import { closeSyncLab, openSyncLab } from './bench-sync/lab.ts'
import { measureMemory } from './bench-sync/memory.ts'
import type { ReportRow } from './report-table.ts'

/** Another number of records is for looking at one part only: the bars are for this one. */
const whole = {
  records: Number(process.env['BENCH_SYNC_RECORDS'] ?? 50_000),
  pulls: Number(process.env['BENCH_SYNC_PULLS'] ?? 3),
  /** Rounds of each kind of work, and of changes made by others. */
  rounds: 15,
  changes: 9,
  starts: 9,
  hours: 8,
}
type Form = typeof whole

/** Enough to see that each part can be measured. What it takes says nothing. */
const short: Form = { records: 60, pulls: 1, rounds: 1, changes: 1, starts: 1, hours: 0 }

/**
 * Measure the records of a large company on one machine: the built app in Chromium, with its profile on the disk,
 * before a real edge.
 */
export async function benchSync(given: BenchForm): Promise<ReportRow[]> {
  const form = given.short ? short : whole
  const lab = await openSyncLab(form.records, given)
  try {
    const parts = {
      'first pull': () => measureFirstPull(lab, form.pulls),
      work: () => measureWork(lab, form),
      'cold start': () => measureColdStart(lab, form.starts),
      memory: () => measureMemory(lab, form.hours),
    }
    return await measureParts(parts, given)
  } finally {
    await closeSyncLab(lab)
  }
}
