import type { Results } from '../../domain/results.ts'
import { judgeRun } from './judge-run.ts'
import type { Judgement } from './judge-target.ts'
import { measureRun, type RunReadings } from './measure-run.ts'

export interface AnalyseInput extends RunReadings, Judgement {}

/**
 * Calculate all results of one run. They depend on the input only: the same input gives the same results, to the bit,
 * wherever it runs.
 */
export function analyse(input: AnalyseInput): Results {
  return judgeRun(measureRun(input, input.evaluation), input)
}
