import { asReason } from '../../../domain/reasons/reason.ts'
import type { CommandRecord } from '../../../domain/entities/command.ts'
import type { Device } from '../../../domain/entities/device.ts'
import { Fault } from '../../../domain/fault.ts'
import { tellLanSuccess } from '../../lan/say-outcome.ts'
import { resyncRecords } from '../../state/records.ts'

/**
 * Throw if a command failed, so that a form stays open with its content when the device has refused, or was away. Say
 * the success of one that went over the local network (ERR-024).
 * @throws Fault `refused` with the reason of the ledger.
 */
export function saySettled(
  { state, reason, local }: CommandRecord,
  device: Pick<Device, 'name'>,
): void {
  resyncRecords()
  if (state !== 'refused' && state !== 'expired') {
    if (local) void tellLanSuccess(device.name)
    return
  }
  throw new Fault('refused', 'The device has not done it', {
    reason: asReason(reason || 'expired'),
  })
}
