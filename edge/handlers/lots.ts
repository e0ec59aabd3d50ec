import type { CallInput } from '../../domain/call.ts'
import type { labLotCalls, lotCalls } from '../../domain/calls/lots.ts'
import type { BkitLot } from '../../domain/entities/bkit-lot.ts'
import { labLot } from '../../domain/entities/lab-lot.ts'
import { lotKey } from '../../domain/rules/lot-stops.ts'
import type { AccountContext } from '../context.ts'
import { derivedUuid } from '../crypto/derived-uuid.ts'
import { tellStops } from '../methods/lot-stops.ts'
import type { Handlers } from '../mount.ts'
import { unwrap } from '../outcome.ts'
import { reauthenticate } from '../session/reauthenticate.ts'
import type { LabLotChange } from '../store/lab-lot-changes.ts'
import type { LotChange } from '../store/lot-changes.ts'
import { findKit, keepPdf } from './bkits.ts'
import { searchHandler } from './reads.ts'

export const lots: Handlers<typeof lotCalls> = {
  edit: async ({ params, body }, context) => {
    const { base, reason, ...patch } = body
    return change(context, { type: 'bkit_lot.edit', uuid: params.id, patch, base, reason })
  },
  hold: async ({ params, body }, context) =>
    change(context, { type: 'bkit_lot.hold', uuid: params.id, reason: body.reason }),
  evidence: async ({ params, body }, context) => {
    const { by, opId } = context
    const provider = await context.provider()
    await unwrap(provider.get('bkit_lot', params.id, by.sight))
    const { file, store } = await keepPdf(body.file, context)
    const to = { resource_kind: 'bkit_lot', resource_uuid: params.id, role: 'evidence' } as const
    return unwrap(store.change({ type: 'attachment.add', file, to }, opId, by))
  },
  release: (input, context) => sign('bkit_lot.release', input, context),
  withdraw: (input, context) => sign('bkit_lot.withdraw', input, context),
}

type SignedChange = 'bkit_lot.release' | 'bkit_lot.withdraw'

async function sign(
  type: SignedChange,
  { params, body }: CallInput<typeof lotCalls.release>,
  context: AccountContext,
): Promise<BkitLot> {
  const { words, file_uuid, signature } = body
  const order = await reauthenticate(context, signature)
  return change(context, { type, uuid: params.id, words, file_uuid, order })
}

async function change(
  context: AccountContext,
  order: Exclude<LotChange, { type: 'bkit_lot.inject' }>,
): Promise<BkitLot> {
  const store = await context.provider()
  const lot = await unwrap(store.change(order, context.opId, context.by))
  tellStops(context)
  return lot
}

export const labLots: Handlers<typeof labLotCalls> = {
  search: searchHandler(labLot),
  keep: async ({ body }, context) => {
    const { bkit_uuid, lot, ...fields } = body
    const named = await nameLot(context, { bkit_uuid, lot })
    return own(context, { type: 'lab_lot.keep', ...named, fields })
  },
  unit: async ({ body: { bkit_uuid, lot, box, ...days } }, context) => {
    const named = await nameLot(context, { bkit_uuid, lot })
    return own(context, { type: 'lab_lot.unit', ...named, box, days })
  },
  retire: async ({ body: { reason, box, ...lot } }, context) =>
    own(context, { type: 'lab_lot.retire', ...(await nameLot(context, lot)), box, reason }),
  reinstate: async ({ params, body }, context) =>
    own(context, { type: 'lab_lot.reinstate', uuid: params.id, ...body }),
  hold: async ({ body: { reason, ...lot } }, context) =>
    own(context, { type: 'lab_lot.hold', ...(await nameLot(context, lot)), reason }),
  release: async ({ params, body }, context) =>
    own(context, { type: 'lab_lot.release', uuid: params.id, reason: body.reason }),
  use: async ({ params }, context) => {
    const { uuid: kit } = await findKit(params.id, context)
    return unwrap(context.own.ask({ name: 'lotUse', kit }, context.by.sight))
  },
}

async function own({ own: store, opId, by }: AccountContext, order: LabLotChange) {
  return unwrap(store.change(order, opId, by))
}

/** Derive one id for each lot of a kit, so that two people who write about the same lot edit one record. */
async function nameLot(context: AccountContext, lot: { bkit_uuid: string; lot: string }) {
  await findKit(lot.bkit_uuid, context)
  const word = `lot:${lot.bkit_uuid}:${lotKey(lot.lot)}`
  return { ...lot, uuid: derivedUuid(context.company, word) }
}
