import * as v from 'valibot'
import { get } from '../call.ts'
import { Uuid } from '../fields.ts'

/** One record as it is at `seq`; `body` is null for one that is gone or no longer seen. */
export const SyncRecord = v.strictObject({
  kind: v.string(),
  uuid: Uuid,
  seq: v.number(),
  body: v.nullable(v.looseObject({})),
})
export type SyncRecord = v.InferOutput<typeof SyncRecord>

/** Most records of a page; it ends before where its bodies would be more than `pullPageLength`. */
const limit = v.pipe(v.string(), v.regex(/^([1-9]\d?|[1-4]\d\d|500)$/, 'limit'))

/**
 * As in the account, with either home. Another one means that the local bases of both must be pulled afresh: the account
 * sees something else now, or the company's store was put back.
 */
const scope = v.string()

const ask = String.raw`[a-z_]+(?:,[a-z_]+)*(?:@provider)?:\d{1,15}(?::\d{1,15})?`
/** Requests for pages as `writeAsks` writes them: `analysis,study:12;bkit@provider:0:999`, with `after` and perhaps `before`. */
const asksPattern = new RegExp(`^${ask}(?:;${ask}){0,19}$`)

const pageFields = {
  records: v.array(SyncRecord),
  /** Last `seq` looked at: the next `after` or `before`, also when nothing in between was for this account. */
  checkpoint: v.number(),
  /** With `before`: first `seq` looked at, behind which a pull of all that is new begins; 0 where there was none. */
  newest: v.optional(v.number()),
  more: v.boolean(),
  /**
   * Id of the history of the store that was read; empty for one that was never put back. Another one than that of the stream's last page
   * means that its `seq`s start again: its bases go (what is pending stays) and it is pulled from 0.
   */
  generation: v.string(),
  /**
   * Those of the kinds asked for that were looked through, in the order of the alphabet. A kind that comes to them later
   * is in part below the checkpoint: the stream is pulled from 0 then.
   */
  kinds: v.string(),
}

/**
 * Kinds that a client requests: each kind of its local tables has one home. Kinds that the provider keeps for all companies
 * (`home: 'provider'` in their facts) are asked for with `home=provider`, all others without; a kind asked for at the other
 * home gives nothing. Each home has `seq`s of its own, so that a checkpoint belongs to a stream of one home.
 */
export const syncCalls = {
  /**
   * Changes after `after` in rising `seq`, of the kinds asked for that the account may see; with `before` those between the
   * two in falling `seq`, for a machine that has none of them yet and shows the newest first. A machine that stops there before
   * the oldest asks with `open` for what it needs of the rest.
   */
  pull: get('/sync/pull', {
    needs: null,
    query: v.strictObject({
      kinds: v.pipe(v.string(), v.regex(/^[a-z_]+(,[a-z_]+)*$/, 'kinds')),
      after: v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'after')),
      /** Return only records with a lower `seq`, the highest first. Any number above all of them begins with the newest. */
      before: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'after'))),
      limit,
      /** The provider's store instead of the company's. Only kinds with a local table are open there. */
      home: v.optional(v.literal('provider')),
      /** One record alone, as it is with its \`seq\`. */
      uuid: v.optional(Uuid),
      /**
       * Leave out analyses that have ended, which leaves plans and runs under way, and corrections: where there is one, the results of
       * what it corrects no longer count. Other kinds are whole.
       */
      open: v.optional(v.literal('Y')),
    }),
    data: v.strictObject({ ...pageFields, scope }),
  }),
  /**
   * Next pages of several streams in one answer, in the order of `asks`. Null for a page that found no room in the answer, or
   * could not be made: it is asked for alone.
   */
  pulls: get('/sync/pulls', {
    needs: null,
    query: v.strictObject({ asks: v.pipe(v.string(), v.regex(asksPattern, 'kinds')), limit }),
    data: v.strictObject({ pages: v.array(v.nullable(v.strictObject(pageFields))), scope }),
  }),
}

/** Most characters of the bodies in a page, or in all pages of one store in an answer, about: what a phone reads within a blink. */
export const pullPageLength = 1_000_000
