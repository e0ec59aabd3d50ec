import * as v from 'valibot'
import { entity } from '../entity.ts'
import { Day, Name, stamps, Text, Uuid } from '../fields.ts'

const Code = v.pipe(v.string(), v.maxLength(63))

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
  part_number: Code,
  /** "Lot required" (spec §5). */
  lot: v.pipe(Code, v.regex(/\S/, 'required')),
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
