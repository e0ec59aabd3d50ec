import * as v from 'valibot'
import { author, Line, Text, Timestamp, Uuid, Well } from '../fields.ts'
import { seenLength } from '../rules/plain-text.ts'

/** Most comments on one analysis, removed ones included: the record is sent to every page that shows the run. */
export const mostComments = 200
/** Most people whom one comment mentions. */
export const mostMentions = 10

/** A comment on a well as its writer sends it. */
export const NewComment = v.strictObject({
  /** Chosen on the client, so that a comment that is sent twice is kept once. */
  uuid: Uuid,
  well: Well,
  /** Target that it is about; null for the whole well. */
  target: v.nullable(Line),
  text: v.pipe(
    Text,
    v.maxLength(1000),
    v.check((text) => seenLength(text) > 0, 'required'),
  ),
  /** People whom the text names as `@name`: each gets a message. */
  mentions: v.pipe(v.array(Uuid), v.maxLength(mostMentions)),
})
export type NewComment = v.InferOutput<typeof NewComment>

/**
 * A comment on a well as it is kept. It is never edited: a correction is another comment. A removed one keeps its place,
 * author and time; its text is left in the audit trail alone.
 */
export const WellComment = v.strictObject({
  ...NewComment.entries,
  /** Empty for a removed one. */
  text: v.pipe(Text, v.maxLength(1000)),
  ...author,
  at: Timestamp,
  removed: v.optional(v.strictObject({ ...author, at: Timestamp, reason: v.string() })),
})
export type WellComment = v.InferOutput<typeof WellComment>
