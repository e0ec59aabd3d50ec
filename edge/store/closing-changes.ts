import type { Closing } from '../../domain/entities/closing.ts'
import { Fault } from '../../domain/fault.ts'
import { mustSee } from './by.ts'
import type { Planners } from './planner.ts'

/** Ends of a closing; the handlers have done before what they note. */
export type ClosingChange =
  | { type: 'closing.reopen'; uuid: string; reason: string }
  | { type: 'closing.erase'; uuid: string; reason: string; note: string }

export const closingPlanners: Planners<ClosingChange> = {
  'closing.reopen': (_sql, { uuid, reason }, { actor, sight }, at) => ({
    kind: 'closing',
    uuid,
    action: 'closing.reopen',
    reason,
    change: (found) => {
      const closing = checkClosed(mustSee('closing', found, sight))
      const ended = { by: actor.uuid, by_name: actor.name, at, reason }
      return { ...closing, status: 'reopened', ended }
    },
  }),
  'closing.erase': (_sql, { uuid, reason, note }, { actor, sight }, at) => ({
    kind: 'closing',
    uuid,
    action: 'closing.erase',
    reason,
    change: (found) => {
      const closing = checkClosed(mustSee('closing', found, sight))
      const ended = { by: actor.uuid, by_name: actor.name, at, reason }
      return { ...closing, status: 'erased', ended, note }
    },
  }),
}

/** @throws Fault `refused` for a closing that was ended. */
export function checkClosed(closing: Closing): Closing {
  if (closing.status === 'closed') return closing
  throw new Fault('refused', 'The company was opened again, or erased', { reason: 'closing_ended' })
}
