import type { FaultDetail } from '../../../../domain/fault.ts'

/** Explain that a person launched it from another page, and that the record here is older (ERR-030). */
export function sayRunning(problem: FaultDetail): FaultDetail {
  const isRunning = problem.reason === 'wrong_status' && problem.params?.['status'] === 'RUNNING'
  return isRunning ? { ...problem, reason: 'analysis_running' } : problem
}
