import * as v from 'valibot'
import { author, Timestamp } from '../fields.ts'

/** Parts of a company's data that may be kept for a limited time (decision 59). Nothing that is signed is in any of them. */
export const retainedParts = ['analyses', 'pictures', 'messages', 'logs'] as const
export type RetainedPart = (typeof retainedParts)[number]

/**
 * Least number of days that each part is kept. Results of tests: two years (42 CFR 493.1105(a)(6)); the others are long enough
 * for somebody to come back from a long leave.
 */
export const leastDays: Readonly<Record<RetainedPart, number>> = {
  analyses: 730,
  pictures: 90,
  messages: 90,
  logs: 30,
}

/** Days between the notice of a removal and the removal. */
export const noticeDays = 30

const days = (least: number) =>
  v.nullable(v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(36_525)))

/** Days after the last change for which each part is kept; null: for good. */
export const Retention = v.strictObject({
  analyses: days(leastDays.analyses),
  pictures: days(leastDays.pictures),
  messages: days(leastDays.messages),
  logs: days(leastDays.logs),
})
export type Retention = v.InferOutput<typeof Retention>

const Count = v.pipe(v.number(), v.integer(), v.minValue(0))

/** Amount of one part: what was last changed before a moment. */
export const RemovalPart = v.strictObject({
  part: v.picklist(retainedParts),
  before: Timestamp,
  /** Analyses, pictures, messages or lines. */
  count: Count,
  /** Bytes of their files, and of messages and lines themselves. */
  bytes: Count,
})
export type RemovalPart = v.InferOutput<typeof RemovalPart>

/** Amount of a part that was removed. */
export const RemovedPart = v.omit(RemovalPart, ['bytes'])
export type RemovedPart = v.InferOutput<typeof RemovedPart>

/** A removal that was announced: nothing that was changed after `before` is removed by it. */
export const RemovalPlan = v.strictObject({
  announced_at: Timestamp,
  due_at: Timestamp,
  parts: v.array(RemovalPart),
})
export type RemovalPlan = v.InferOutput<typeof RemovalPlan>

/** Order that something is not removed, whatever its age: of a whole company, or of one analysis. */
export const LegalHold = v.strictObject({ ...author, at: Timestamp, reason: v.string() })
export type LegalHold = v.InferOutput<typeof LegalHold>
