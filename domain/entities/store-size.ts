import * as v from 'valibot'

/** Size of a company's store and its share of the limit. */
export const StoreSize = v.strictObject({
  bytes: v.number(),
  limit_bytes: v.number(),
  /** `bytes` as a part of `limit_bytes`, 0 to 1. */
  share: v.number(),
  /** True from 70 % on. */
  warning: v.boolean(),
})
export type StoreSize = v.InferOutput<typeof StoreSize>
