import type { CallFile, CallInput } from '../../../domain/call.ts'
import type { bkitCalls } from '../../../domain/calls/bkits.ts'
import type { LabelOrder } from '../../../domain/entities/lot-labels.ts'
import { Fault, type FaultDetail } from '../../../domain/fault.ts'
import { labelFacts } from '../../../domain/labels/label-code.ts'
import { refuseLabels, refuseManyLabels } from '../../../domain/rules/lot-labels.ts'
import type { AccountContext } from '../../context.ts'
import { fileName } from '../../files/file-name.ts'
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
  const { reason, boxes, ...order } = body
  return make([{ uuid: params.id, boxes }], order, reason, context, refuseLabelsOfOne)
}

/**
 * Make the labels of several lots in one file, and write the order on each of them in one step.
 * @throws Fault as `makeLotLabels`, with the place of the lot.
 */
export async function makeLabelsOfLots(
  { body }: CallInput<typeof bkitCalls.manyLabels>,
  context: AccountContext,
): Promise<CallFile> {
  const { reason, lots, ...order } = body
  return make(lots, order, reason, context, refuseManyLabels)
}

type Lots = Parameters<typeof refuseManyLabels>[0]

function refuseLabelsOfOne(lots: Lots, reason: string | undefined): FaultDetail | null {
  const [one] = lots
  return one ? refuseLabels(one.lot, one.order, reason) : null
}

async function make(
  wanted: readonly { uuid: string; boxes: LabelOrder['boxes'] }[],
  order: Omit<LabelOrder, 'boxes'>,
  reason: string | undefined,
  context: AccountContext,
  refuse: typeof refuseManyLabels,
): Promise<CallFile> {
  const { env, origin, account, opId, by } = context
  const store = await context.provider()
  const uuids = wanted.map(({ uuid }) => uuid)
  const found = await unwrap(store.ask({ name: 'lotLabels', uuids }, by.sight))
  const lots = found.map(({ lot, kit }, at) => {
    if (!kit) throw new Fault('not_found', 'Invalid bKit', { reason: 'bkit_unknown' })
    allowLot('label', lot, by)
    return { lot, kit, boxes: wanted[at]?.boxes ?? null }
  })
  // Check the boxes alone: an order that is sent again finds its own labels made.
  const fault = refuse(
    lots.map(({ lot, boxes }) => ({ lot: { boxes: lot.boxes }, order: { ...order, boxes } })),
    reason,
  )
  if (fault) throw new Fault(fault.code, fault.message, fault)
  const { makeManyLabels } = await import('./make-labels.ts')
  const [first] = lots
  const bytes = await makeManyLabels(
    lots.map(({ lot, kit, boxes }) => ({ about: labelFacts(lot, kit, origin), boxes })),
    order,
    {
      author: account.company_details.name,
      moment: first?.lot.created_at ?? '',
      readFont: reportFontReader(env, origin),
    },
  )
  const orders = lots.map(({ lot, boxes }) => ({ uuid: lot.uuid, order: { ...order, boxes } }))
  await unwrap(store.change({ type: 'bkit_lot.label', orders, reason }, opId, by))
  const name = lots.length === 1 ? `labels-${first?.lot.lot_number ?? ''}` : 'labels'
  return { bytes, type: types[order.format], name: fileName(name, `.${order.format}`) }
}
