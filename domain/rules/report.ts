import type { Analysis } from '../entities/analysis.ts'
import { Fault } from '../fault.ts'
import { analysisActions } from '../actions/analysis.ts'

/** @throws Fault `refused` for an analysis that has not ended, or of which nothing was computed. */
export function allowReport({ status, results }: Pick<Analysis, 'status' | 'results'>): void {
  if (!(analysisActions.report.from as readonly string[]).includes(status)) {
    throw new Fault('refused', `Not possible while the analysis is ${status}`, {
      reason: 'wrong_status',
      params: { status },
    })
  }
  if (results.length === 0) {
    throw new Fault('refused', 'Not found samples', { reason: 'no_results' })
  }
}
