import * as v from 'valibot'
import { get, post } from '../call.ts'
import { Timestamp, Uuid } from '../fields.ts'
import { permissions } from '../permissions.ts'
import { keeperReasons, workKinds } from '../rules/hand-over.ts'
import { byId, Reason } from './shapes.ts'

/** Most pieces of work that are listed of one person, and handed over by one call. */
export const mostWorks = 500

/** Open work of a person: something that nobody goes on with when they leave. */
export const OpenWork = v.strictObject({
  kind: v.picklist(workKinds),
  uuid: Uuid,
  name: v.string(),
  /** A run not launched, a version that is written or in review, a message not yet sent, or a service account. */
  state: v.picklist(['plan', 'draft', 'review', 'waiting', 'service']),
  updated_at: Timestamp,
  /** Reason that the person of `to` may not take it over; null where they may, and where nobody was named. */
  refusal: v.nullable(
    v.strictObject({
      reason: v.picklist(keeperReasons),
      permission: v.optional(v.picklist(permissions)),
    }),
  ),
})
export type OpenWork = v.InferOutput<typeof OpenWork>

/** Work that somebody leaves open, and who carries it on (decision 56). */
export const handOverCalls = {
  openWork: get('/users/open_work/:id', {
    needs: 'users.edit',
    params: byId,
    query: v.strictObject({
      /** The person who is to take it over. */
      to: v.optional(Uuid),
    }),
    data: v.strictObject({
      works: v.array(OpenWork),
      /** Number of further ones that the asker does not see: in other swarms, or of kinds without the permission. */
      hidden: v.number(),
    }),
  }),
  /** All of the works or none; a refusal is at `works.INDEX`. Nobody's name as the author changes, and nothing that is signed. */
  handOver: post('/users/hand_over/:id', {
    needs: 'users.edit',
    params: byId,
    body: v.strictObject({
      to: Uuid,
      works: v.pipe(
        v.array(v.strictObject({ kind: v.picklist(workKinds), uuid: Uuid })),
        v.minLength(1),
        v.maxLength(mostWorks),
      ),
      reason: v.optional(Reason),
    }),
    data: v.strictObject({ handed: v.number() }),
  }),
}
