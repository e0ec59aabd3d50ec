import * as v from 'valibot'
import { entity } from '../entity.ts'
import { author, Day, Line, stamps, Text, Timestamp, Uuid } from '../fields.ts'
import { isName } from '../rules/plain-text.ts'

/** A lot number as a label says it; a run may name one that the provider does not know. */
export const LabelledLot = v.pipe(
  Line,
  v.maxLength(63),
  v.regex(/\S/, 'required'),
  v.check(isName, 'control_character'),
)

/** Number of a box in its lot, as its label says it. */
export const BoxNumber = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000))

/** Most boxes of a lot of which something is written down. */
export const mostUnits = 500

/** A box of a lot in the laboratory. Its use is counted from the runs. */
const LotUnit = v.strictObject({
  box: BoxNumber,
  received_at: v.nullable(Day),
  opened_at: v.nullable(Day),
  /** Nobody uses it any more: lost, spoilt, empty. */
  retired: v.nullable(
    v.strictObject({
      reason: v.pipe(Text, v.maxLength(500)),
      at: Timestamp,
      ...author,
    }),
  ),
})
export type LotUnit = v.InferOutput<typeof LotUnit>

/** A laboratory's own record of a lot that it runs (decision 32): when it came, when it was opened, and its own hold. */
export const LabLot = v.strictObject({
  ...stamps,
  bkit_uuid: Uuid,
  lot: LabelledLot,
  received_at: v.nullable(Day),
  opened_at: v.nullable(Day),
  /** Boxes that came; remaining tests are counted from them. */
  boxes: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000))),
  /** Most runs that one box may be used in, such as for its freeze-thaw cycles; absent or null: no limit. */
  runs_most: v.optional(
    v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000))),
  ),
  units: v.optional(
    v.pipe(
      v.array(LotUnit),
      v.maxLength(mostUnits),
      v.check((units) => new Set(units.map(({ box }) => box)).size === units.length, 'repeated'),
    ),
  ),
  /** The laboratory itself does not run it. */
  hold: v.nullable(
    v.strictObject({
      reason: v.pipe(Text, v.maxLength(500)),
      at: Timestamp,
      ...author,
    }),
  ),
})
export type LabLot = v.InferOutput<typeof LabLot>

export const labLot = entity({
  kind: 'lab_lot',
  path: '/bkits/own_lots',
  permission: 'bkits.search',
  schema: LabLot,
  indexes: ['bkit_uuid'],
  filters: ['bkit_uuid'],
  scope: 'company',
  local: { table: 'ownLots', collection: 'kits' },
  trash: null,
})
