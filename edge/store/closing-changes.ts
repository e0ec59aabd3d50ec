import { companyActions } from '../../domain/actions/company.ts'
import type { Closing } from '../../domain/entities/closing.ts'
import { Fault } from '../../domain/fault.ts'
import { can } from '../../domain/permissions.ts'
import { type By, mustSee } from './by.ts'
import { readKeeper } from './open-work.ts'
import { doerOf, type PlannedOperation } from './operations.ts'
import type { Planners } from './planner.ts'
import { checkSecondPerson } from './rules/confirm.ts'
import type { Sql } from './sql.ts'

/** Changes of a closing; for its two ends the handlers have done before what they note. */
export type ClosingChange =
  /** `lost`: nothing was kept of its devices, keys and identity provider. */
  | { type: 'closing.reopen'; uuid: string; reason: string; lost: boolean }
  | { type: 'closing.ask_erasure'; uuid: string; confirm: string; reason: string }
  | { type: 'closing.withdraw_erasure'; uuid: string; reason: string }
  /** The second person confirms, before anything goes; the rights of both are asked for in this transaction. */
  | { type: 'closing.confirm_erasure'; uuid: string; confirm: string; reason: string }
  | { type: 'closing.erase'; uuid: string; reason: string; note: string }

export const closingPlanners: Planners<ClosingChange> = {
  'closing.reopen': (_sql, { uuid, reason, lost }, by, at) =>
    planned('reopen', { uuid, reason, by }, ({ erasure: _asked, ...closing }) => {
      const ended = { ...doerOf(by.actor), at, reason, ...(lost && { lost }) }
      return { ...closing, status: 'reopened', ended }
    }),
  'closing.ask_erasure': (_sql, { uuid, confirm, reason }, by, at) =>
    planned('ask_erasure', { uuid, reason, by }, (closing) => {
      checkSecondPerson(by)
      checkErasable(closing, confirm, at)
      if (closing.erasure) {
        throw new Fault('refused', 'Somebody has asked for it already', {
          reason: 'erasure_asked',
          params: { name: closing.erasure.by_name },
        })
      }
      return { ...closing, erasure: { ...doerOf(by.actor), at, reason } }
    }),
  'closing.withdraw_erasure': (_sql, { uuid, reason }, by) =>
    planned('withdraw_erasure', { uuid, reason, by }, ({ erasure, ...closing }) => {
      if (!erasure) throw notAsked()
      if (erasure.confirmed) throw ended()
      return closing
    }),
  'closing.confirm_erasure': (sql, { uuid, confirm, reason }, by, at) =>
    planned('confirm_erasure', { uuid, reason, by }, (closing) => {
      checkSecondPerson(by)
      checkErasable(closing, confirm, at)
      const { erasure } = closing
      if (!erasure) throw notAsked()
      if (erasure.by === by.actor.uuid) {
        throw new Fault('refused', 'You have asked for it yourself', { reason: 'confirms_own' })
      }
      // Let the second person, or a third one, finish one that broke off.
      if (erasure.confirmed) return closing
      checkStillThere(sql, erasure)
      return { ...closing, erasure: { ...erasure, confirmed: { ...doerOf(by.actor), at } } }
    }),
  'closing.erase': (_sql, { uuid, reason, note }, by, at) =>
    planned('erase', { uuid, reason, by }, (closing) => {
      if (!closing.erasure?.confirmed) throw notAsked()
      return { ...closing, status: 'erased', ended: { ...doerOf(by.actor), at, reason }, note }
    }),
}

function planned(
  verb: 'ask_erasure' | 'confirm_erasure' | 'erase' | 'reopen' | 'withdraw_erasure',
  { uuid, reason, by }: { uuid: string; reason: string; by: By },
  change: (closing: Closing) => Closing,
): PlannedOperation<'closing'> {
  return {
    kind: 'closing',
    uuid,
    action: `closing.${verb}`,
    reason,
    change: (found) => change(checkClosed(mustSee('closing', found, by.sight))),
  }
}

/** @throws Fault `refused` for a closing that was ended. */
export function checkClosed(closing: Closing): Closing {
  if (closing.status === 'closed') return closing
  throw ended()
}

/** @throws Fault `refused` with another name than the company's, or while it may still be opened. */
function checkErasable({ name, erase_from: from }: Closing, confirm: string, at: string): void {
  if (confirm !== name) {
    throw new Fault('refused', 'Type the name of the company', {
      field: 'confirm',
      reason: 'closing_name',
    })
  }
  if (Date.parse(at) < Date.parse(from)) {
    throw new Fault('refused', 'The company may still be opened again', {
      reason: 'closing_too_early',
      params: { from },
    })
  }
}

/** @throws Fault `refused` where the person who asked may not erase any more: two who may are needed. */
function checkStillThere(sql: Sql, { by, by_name: name }: NonNullable<Closing['erasure']>): void {
  const first = readKeeper(sql, by)
  if (first?.active === 'Y' && can(first.permissions, companyActions.delete.needs)) return
  throw new Fault('refused', 'The person who asked may not erase companies any more', {
    reason: 'erasure_asker',
    params: { name },
  })
}

function notAsked(): Fault {
  return new Fault('refused', 'Another administrator must ask for it first', {
    reason: 'erasure_not_asked',
  })
}

function ended(): Fault {
  return new Fault('refused', 'The company was opened again, or erased', {
    reason: 'closing_ended',
  })
}
