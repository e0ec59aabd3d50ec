import type { Closing } from '../../domain/entities/closing.ts'
import { Fault } from '../../domain/fault.ts'
import { mustSee } from './by.ts'
import type { Planners } from './planner.ts'

/** Ends of a closing; the handlers have done before what they note. */
export type ClosingChange =
  /** `lost`: nothing was kept of its devices, keys and identity provider. */
  | { type: 'closing.reopen'; uuid: string; reason: string; lost: boolean }
  | { type: 'closing.erase'; uuid: string; reason: string; note: string }

export const closingPlanners: Planners<ClosingChange> = {
  'closing.reopen': (_sql, { uuid, reason, lost }, { actor, sight }, at) => ({
    kind: 'closing',
    uuid,
    action: 'closing.reopen',
    reason,
    change: (found) => {
      const closing = checkClosed(mustSee('closing', found, sight))
      const author = { by: actor.uuid, by_name: actor.name }
      const ended = { ...author, at, reason, ...(lost && { lost }) }
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
