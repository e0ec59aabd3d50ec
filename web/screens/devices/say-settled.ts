import { asReason } from '../../../domain/reasons/reason.ts'
import type { CommandRecord } from '../../../domain/entities/command.ts'
import { Fault } from '../../../domain/fault.ts'
import { resyncRecords } from '../../state/records.ts'

/**
 * A form stays open with what was typed in it when the device has said no, or was not there.
 * @throws Fault `refused` with the reason of the ledger.
 */
export function saySettled({ state, reason }: CommandRecord): void {
  resyncRecords()
  if (state !== 'refused' && state !== 'expired') return
  throw new Fault('refused', 'The device has not done it', {
    reason: asReason(reason || 'expired'),
  })
}
