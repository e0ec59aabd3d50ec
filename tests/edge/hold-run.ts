import { recallCalls } from '../../domain/calls/recalls.ts'
import type { RunKit } from '../../domain/entities/run-kit.ts'
import { must, type Sender } from './lab.ts'
import { changeRecord } from './store-writes.ts'

/**
 * Hold a run by a recall of a lot of its own.
 * @returns what lifts the hold.
 */
export async function holdRun(sender: Sender, company: string, uuid: string) {
  const bkit_uuid = crypto.randomUUID()
  const kit: RunKit = {
    bkit_uuid,
    lot: 'L-18',
    name: 'Screening',
    ref: 'R1',
    box: 1,
    expiry_date: '2099-01-01',
    confirmed: false,
  }
  await changeRecord(company, { kind: 'analysis', uuid }, { kit })
  const subject = { kind: 'lot' as const, bkit_uuid, lot: kit.lot }
  const recalled = { body: { subject, reason: 'The maker withdrew it' } }
  const params = { id: (await must(sender(recallCalls.create, recalled))).data.uuid }
  await must(sender(recallCalls.hold, { params }))
  return () => must(sender(recallCalls.lift, { params, body: { reason: 'There was no fault' } }))
}
