import type { CallFile, CallInput } from '../../../domain/call.ts'
import type { bkitCalls } from '../../../domain/calls/bkits.ts'
import { Fault } from '../../../domain/fault.ts'
import { refuseLabels } from '../../../domain/rules/lot-labels.ts'
import { labelFacts } from '../../../domain/labels/label-code.ts'
import type { AccountContext } from '../../context.ts'
import { fileName } from '../../file-name.ts'
import { unwrap } from '../../outcome.ts'
import { allowLot } from '../../store/lot-changes.ts'
import { reportFontReader } from '../report-fonts.ts'

const types = { pdf: 'application/pdf', zpl: 'application/vnd.zebra.zpl' } as const

/**
 * Make the labels of a lot and write down that they were made: the file first, so that an order whose file fails is no record.
 * @throws Fault `not_found`, `invalid` for boxes that the lot does not have, `reason_needed` for a label that there is already.
 */
export async function makeLotLabels(
  { params, body }: CallInput<typeof bkitCalls.labels>,
  context: AccountContext,
): Promise<CallFile> {
  const { env, origin, account, opId, by } = context
  const { reason, ...order } = body
  const store = await context.provider()
  const [found] = await unwrap(store.ask({ name: 'lotLabels', uuids: [params.id] }, by.sight))
  if (!found?.kit) throw new Fault('not_found', 'Invalid bKit', { reason: 'bkit_unknown' })
  const { lot, kit } = found
  allowLot('label', lot, by)
  // Only the boxes here: an order that is sent again finds its own labels made.
  const fault = refuseLabels({ boxes: lot.boxes }, order, reason)
  if (fault) throw new Fault(fault.code, fault.message, fault)
  const { makeLabels } = await import('./make-labels.ts')
  const bytes = await makeLabels(labelFacts(lot, kit, origin), order, {
    author: account.company_details.name,
    moment: lot.created_at,
    readFont: reportFontReader(env, origin),
  })
  const change = { type: 'bkit_lot.label', uuid: lot.uuid, order, reason } as const
  await unwrap(store.change(change, opId, by))
  return {
    bytes,
    type: types[order.format],
    name: fileName(`labels-${lot.lot_number}`, `.${order.format}`),
  }
}
