import { Fault } from '../../domain/fault.ts'
import { findLaunch, findOpenLaunch } from './commands.ts'
import type { Sql } from './sql.ts'

/** Refuse changes of the plate between the launch and the device's answer: the device may be running it already. */
export function checkNotLaunching(sql: Sql, analysis: string, at: string): void {
  if (!findOpenLaunch(sql, analysis, at)) return
  throw new Fault('refused', 'The device is being asked to run this: wait for its answer', {
    reason: 'launch_under_way',
  })
}

/**
 * Refuse to run a plan in another way while an earlier launch has no answer: its device may be running it. The device's answer, or a
 * duplicate of the plan, ends the wait.
 * @param device the one that it may still be run on
 */
export function checkNotTaken(sql: Sql, analysis: string, device: string | null = null): void {
  const unknown = findLaunch(sql, analysis, { states: ['unknown'] })
  if (!unknown || unknown.device_uuid === device) return
  throw new Fault('refused', 'The device it was sent to may be running it: nobody knows yet', {
    reason: 'launch_unknown',
  })
}
