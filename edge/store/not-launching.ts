import { Fault } from '../../domain/fault.ts'
import { findOpenLaunch } from './commands.ts'
import type { Sql } from './sql.ts'

/** Refuse changes of the plate between the launch and the device's answer: the device may be running it already. */
export function checkNotLaunching(sql: Sql, analysis: string, at: string): void {
  if (!findOpenLaunch(sql, analysis, at)) return
  throw new Fault('refused', 'The device is being asked to run this: wait for its answer', {
    reason: 'launch_under_way',
  })
}
