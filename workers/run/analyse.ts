import type { Results } from '../../domain/results.ts'
import { judgeRun } from './judge-run.ts'
import type { Judgement } from './judge-target.ts'
import { measureRun, type RunReadings } from './measure-run.ts'

export interface AnalyseInput extends RunReadings, Judgement {}

/**
 * Everything that follows from one run. Depends on nothing but its input: the same input gives the
 * same results, to the bit, wherever it runs.
 */
export function analyse(input: AnalyseInput): Results {
  return judgeRun(measureRun(input, input.evaluation), input)
}
