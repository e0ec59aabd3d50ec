import type { ResultChange } from '../../../../domain/rules/diff-results.ts'
import type { RunAnswer } from './use-bench.ts'

/** Sums over the runs on the bench. */
export interface ChangeCounts {
  calls: number
  /** Results of which only the Cq moves. */
  moved: number
  /** Runs in which a call changes. */
  runs: number
}

export function countCalls(changes: readonly ResultChange[]): number {
  return changes.filter(({ callChanged }) => callChanged).length
}

export function countChanges(answers: Iterable<RunAnswer>): ChangeCounts {
  const counts = { calls: 0, moved: 0, runs: 0 }
  for (const { comparison } of answers) {
    if (!comparison) continue
    const calls = countCalls(comparison.changes)
    counts.calls += calls
    counts.moved += comparison.changes.length - calls
    if (calls > 0) counts.runs += 1
  }
  return counts
}
