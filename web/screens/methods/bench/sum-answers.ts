import type { RunAnswer } from './use-bench.ts'

/** Sums over the runs on the bench. */
export interface AnswerSums {
  calls: number
  /** Results of which only the Cq moves. */
  moved: number
  /** Runs in which a call changes. */
  runs: number
}

export function sumAnswers(answers: Iterable<RunAnswer>): AnswerSums {
  const sums = { calls: 0, moved: 0, runs: 0 }
  for (const { comparison } of answers) {
    if (!comparison) continue
    sums.calls += comparison.counts.calls
    sums.moved += comparison.counts.moved
    if (comparison.counts.calls > 0) sums.runs += 1
  }
  return sums
}
