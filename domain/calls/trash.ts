import * as v from 'valibot'
import { search } from '../call.ts'
import { Moment, Timestamp, Uuid } from '../fields.ts'

/** The thirteen resources whose removed records are announced to clients (spec §7). */
export const trashResources = [
  'instruments',
  'instruments_types',
  'bkits',
  'users',
  'companies',
  'swarms',
  'recipes',
  'global_recipes',
  'analyses',
  'protocols',
  'applications',
  'process_recipes',
  'evaluation_recipes',
] as const

export const trashCalls = {
  /**
   * Ids to remove locally. What it needs depends on the resource: its own search permission, asked for before
   * anything is looked up.
   */
  search: search('/trashbin/search', {
    needs: null,
    body: v.strictObject({ resource: v.picklist(trashResources), since: v.optional(Moment) }),
    data: v.strictObject({
      data: v.array(Uuid),
      /** To ask from the next time. */
      until: Timestamp,
    }),
  }),
}
