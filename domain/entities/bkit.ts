import * as v from 'valibot'
import { wholeGtin } from '../codes/gs1-fields.ts'
import { entity } from '../entity.ts'
import { Day, Line, Name, PlainId, stamps, Text, Uuid } from '../fields.ts'
import { lotFacts, LotState } from './bkit-lot.ts'

const Code = v.pipe(Line, v.maxLength(63))

/** Number of a kit in GS1, its UDI-DI: 8, 12, 13 or 14 digits with a right check digit; empty for a kit without one. */
const Gtin = v.pipe(
  v.string(),
  v.check((text) => text === '' || wholeGtin(text) !== null, 'gtin'),
)

/** A lot as everybody who runs the kit may know it: its number, boxes, and whether it may be run. */
export const ProducedLot = v.strictObject({
  lot_number: PlainId,
  boxes: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** As in the lot itself: absent is released. */
  status: v.optional(LotState),
  ...lotFacts,
})
export type ProducedLot = v.InferOutput<typeof ProducedLot>

/**
 * Facts that a kit says of itself by a symbol on its labels: an in vitro diagnostic, not to be re-used, with instructions to consult. The
 * other symbols follow from fields of kit and lot (domain/labels/device-symbols.ts).
 */
export const kitMarks = ['ivd', 'do_not_reuse', 'instructions'] as const
const KitMarks = v.pipe(
  v.array(v.picklist(kitMarks)),
  v.maxLength(kitMarks.length),
  v.check((marks) => new Set(marks).size === marks.length, 'repeated'),
)

/** Most lots that a kit is known by; older ones are long used up. */
export const mostLots = 500

/** A kit of reagents as the provider produces it (spec §3 "bKIT"). */
export const Bkit = v.strictObject({
  ...stamps,
  name: Name,
  /** Tests in one kit. */
  quantity: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000)),
  expiry_date: Day,
  production_start_date: Day,
  production_end_date: Day,
  production_site: Name,
  producer: Name,
  assy_number: Code,
  product_description: Text,
  ref: Code,
  gtin: v.optional(Gtin),
  marks: v.optional(KitMarks),
  part_number: Code,
  /** "Lot required" (spec §5). */
  lot: v.pipe(Code, v.regex(/\S/, 'required')),
  /** Lots of it that were produced since, the newest last; the service keeps them here from the lots themselves. */
  lots: v.optional(v.pipe(v.array(ProducedLot), v.maxLength(mostLots))),
  /** Recipes that are run with it. */
  recipe_uuids: v.pipe(v.array(Uuid), v.maxLength(200)),
  /** Files of it, as attachments. */
  datasheet_uuid: v.nullable(Uuid),
  extraction_uuid: v.nullable(Uuid),
})
export type Bkit = v.InferOutput<typeof Bkit>

export const bkit = entity({
  kind: 'bkit',
  path: '/bkits',
  permission: 'bkits.search',
  schema: Bkit,
  indexes: ['lot', 'ref'],
  filters: ['lot', 'ref', 'part_number', 'recipe_uuids'],
  home: 'provider',
  scope: 'company',
  local: { table: 'bkits', collection: 'kits' },
  trash: 'bkits',
})
