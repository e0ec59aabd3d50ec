import * as v from 'valibot'
import { entity } from '../entity.ts'
import { PlainId, stamps, Uuid } from '../fields.ts'
import { LotLabels } from './lot-labels.ts'

/** A produced lot of a kit: its number and how many boxes there are of it (spec §3 "bKIT"). */
export const BkitLot = v.strictObject({
  ...stamps,
  lot_number: PlainId,
  boxes: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000)),
  bkit_uuid: Uuid,
  /** Absent until its first label is made. */
  labels: v.optional(LotLabels),
})
export type BkitLot = v.InferOutput<typeof BkitLot>

export const bkitLot = entity({
  kind: 'bkit_lot',
  path: '/bkits/lots',
  permission: 'production.lots',
  schema: BkitLot,
  indexes: ['lot_number'],
  filters: ['lot_number', 'bkit_uuid'],
  home: 'provider',
  scope: 'company',
  local: null,
  trash: null,
})
