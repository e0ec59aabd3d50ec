import * as v from 'valibot'
import { Moment, Timestamp, Uuid } from '../fields.ts'

/**
 * A period of the dashboard. Its ends come from the page, which knows what "last week" is; days, weeks (from Monday)
 * and months are cut in the given time zone (decisions D80). An analysis counts when its run ended.
 */
export const Period = v.strictObject({
  from: Moment,
  to: Moment,
  by: v.picklist(['day', 'week', 'month']),
  timezone: v.optional(v.pipe(v.string(), v.maxLength(60))),
  swarm_uuid: v.optional(v.pipe(v.array(Uuid), v.maxLength(200))),
})
export type Period = v.InferOutput<typeof Period>

/** One day, week or month: completed analyses (validated ones among them) with their samples and calls. */
export const Count = v.strictObject({
  from: Timestamp,
  analyses: v.number(),
  samples: v.number(),
  detected: v.number(),
  not_detected: v.number(),
  review: v.number(),
  invalid: v.number(),
})
export type Count = v.InferOutput<typeof Count>
