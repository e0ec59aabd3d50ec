import * as v from 'valibot'
import { entity } from '../entity.ts'
import { author, ContentHash, doer, Name, stamps, Timestamp, Uuid } from '../fields.ts'

/** Days from closing a company to the first moment at which it may be erased. */
export const closingDays = 30

const count = v.pipe(v.number(), v.integer(), v.minValue(0))

/**
 * The end of a company, kept in the provider's store: who closed it and why, and, once it is erased, the signed note about what was
 * erased and what stays (docs/decisions/054-founding-and-ending.md).
 */
export const Closing = v.strictObject({
  ...stamps,
  ...author,
  company_uuid: Uuid,
  name: Name,
  people: count,
  devices: count,
  reason: v.string(),
  /** SHA-256 of the export that was taken before; null where none was. */
  export_hash: v.nullable(ContentHash),
  /** It may be erased from then on, and opened again until it is erased. */
  erase_from: Timestamp,
  status: v.picklist(['closed', 'reopened', 'erased']),
  /** Person who opened or erased it, with the reason. */
  ended: v.nullable(
    v.strictObject({
      ...doer,
      at: Timestamp,
      reason: v.string(),
      /** Nothing was kept of its devices, keys and identity provider: they must be registered again. */
      lost: v.optional(v.literal(true)),
    }),
  ),
  /** Request to erase it, and the other administrator who agreed: nobody erases a company alone (decision 58). */
  erasure: v.optional(
    v.strictObject({
      ...doer,
      at: Timestamp,
      reason: v.string(),
      confirmed: v.optional(v.strictObject({ ...doer, at: Timestamp })),
    }),
  ),
  /** The signed note of an erased company. */
  note: v.nullable(v.string()),
})
export type Closing = v.InferOutput<typeof Closing>

export const closing = entity({
  kind: 'closing',
  path: '/closings',
  permission: 'companies.delete',
  schema: Closing,
  indexes: ['name'],
  filters: ['status', 'company_uuid'],
  home: 'provider',
  scope: 'company',
  local: null,
  trash: null,
})

/** Return the moment from which a company that is closed now may be erased. */
export function eraseFrom(closedAt: string): string {
  return new Date(Date.parse(closedAt) + closingDays * 86_400_000).toISOString()
}
