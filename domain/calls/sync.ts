import * as v from 'valibot'
import { get } from '../call.ts'
import { Uuid } from '../fields.ts'

/** One record as it stands at `seq`; `body` is null for one that is gone or no longer seen. */
export const SyncRecord = v.strictObject({
  kind: v.string(),
  uuid: Uuid,
  seq: v.number(),
  body: v.nullable(v.looseObject({})),
})
export type SyncRecord = v.InferOutput<typeof SyncRecord>

export const syncCalls = {
  /** Changes after `after` in rising `seq`, of the kinds asked for that the account may see. */
  pull: get('/sync/pull', {
    needs: null,
    query: v.strictObject({
      kinds: v.pipe(v.string(), v.regex(/^[a-z_]+(,[a-z_]+)*$/, 'kinds')),
      after: v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'after')),
      limit: v.pipe(v.string(), v.regex(/^([1-9]\d?|[1-4]\d\d|500)$/, 'limit')),
    }),
    data: v.strictObject({
      records: v.array(SyncRecord),
      /** Highest `seq` looked at: the next `after`, also when nothing in between was for this account. */
      checkpoint: v.number(),
      more: v.boolean(),
      /** As in the account; another one means that the local bases must be pulled afresh. */
      scope: v.string(),
    }),
  }),
}
