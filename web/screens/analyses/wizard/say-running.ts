import type { FaultDetail } from '../../../../domain/fault.ts'

/** Somebody launched it from another page: the record here has not come to that yet (ERR-030). */
export function sayRunning(problem: FaultDetail): FaultDetail {
  const isRunning = problem.reason === 'wrong_status' && problem.params?.['status'] === 'RUNNING'
  return isRunning ? { ...problem, reason: 'analysis_running' } : problem
}
