import * as v from 'valibot'
import { entity } from '../entity.ts'
import { ContentHash, FileName, Name, stamps, Timestamp, Uuid } from '../fields.ts'

const Measured = v.union([v.number(), v.boolean(), v.pipe(v.string(), v.maxLength(200))])

/**
 * Result of a device's self-test, with its pictures. It is a record, since it shows whether the device was fit for the runs
 * after it: it has an entry in the audit trail and never changes.
 */
export const AutoTest = v.strictObject({
  ...stamps,
  name: Name,
  device_uuid: Uuid,
  outcome: v.picklist(['passed', 'failed']),
  ran_at: Timestamp,
  bkernel_version: v.string(),
  values: v.pipe(v.record(v.string(), Measured), v.maxEntries(100)),
  /** Pictures, read through `/autotests/assets/get/{uuid}/{name}`. */
  assets: v.pipe(
    v.array(
      v.strictObject({
        name: FileName,
        mime_type: v.string(),
        size: v.number(),
        content_hash: ContentHash,
      }),
    ),
    v.maxLength(8),
  ),
})
export type AutoTest = v.InferOutput<typeof AutoTest>

export const autoTest = entity({
  kind: 'auto_test',
  path: '/autotests',
  permission: 'products.details',
  schema: AutoTest,
  indexes: ['device_uuid'],
  filters: ['device_uuid', 'outcome'],
  scope: 'company',
  local: null,
  trash: null,
})
