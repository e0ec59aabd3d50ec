import * as v from 'valibot'
import { Timestamp } from '../fields.ts'

/** Steps of a delivery into a shared folder, in order: the first that fails is the cause. */
const sambaSteps = [
  'name',
  'port',
  'protocol',
  'login',
  'share',
  'folder',
  'write',
  'read',
  'delete',
] as const
export type SambaStep = (typeof sambaSteps)[number]

/** Outcome of a trial file that the device has written, read again and deleted. */
export const SambaTest = v.strictObject({
  /** By the device's own clock. */
  at: Timestamp,
  /** Step that failed; null where all of them worked. Steps before it worked, those after it were not tried. */
  failed: v.nullable(v.picklist(sambaSteps)),
})
export type SambaTest = v.InferOutput<typeof SambaTest>
