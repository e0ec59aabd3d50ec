import { asReason } from '../../../domain/reasons/reason.ts'
import type { CommandRecord } from '../../../domain/entities/command.ts'
import { Fault } from '../../../domain/fault.ts'
import { resyncRecords } from '../../state/records.ts'

/**
 * Throw if a command failed, so that a form stays open with its content when the device has refused, or was away.
 * @throws Fault `refused` with the reason of the ledger.
 */
export function saySettled({ state, reason }: CommandRecord): void {
  resyncRecords()
  if (state !== 'refused' && state !== 'expired') return
  throw new Fault('refused', 'The device has not done it', {
    reason: asReason(reason || 'expired'),
  })
}
