import * as v from 'valibot'
import { Timestamp } from '../fields.ts'

/** Steps of a device's way to the service, in order: each needs those before it. */
export const checkSteps = ['resolve', 'tcp', 'tls', 'service', 'time', 'bus', 'upload'] as const
export type CheckStep = (typeof checkSteps)[number]

/** Largest error of a device's clock, in seconds, that counts as right: commands live for two minutes. */
export const rightClockSeconds = 60

/**
 * Result of one step. `skipped`: not needed here (TLS without https), or not tried because an earlier step failed.
 */
export const CheckedStep = v.strictObject({
  step: v.picklist(checkSteps),
  outcome: v.picklist(['ok', 'failed', 'skipped']),
  /** Duration in milliseconds; null where nothing was measured. */
  ms: v.nullable(v.number()),
  /** Address found (resolve), error of the clock in seconds (time), kB/s (upload), or the error of the system. */
  value: v.optional(v.union([v.number(), v.pipe(v.string(), v.maxLength(200))])),
})
export type CheckedStep = v.InferOutput<typeof CheckedStep>

/** Report of a connection check that a device ran itself. */
export const ConnectionReport = v.strictObject({
  /** By the device's own clock. */
  at: Timestamp,
  /** Host and port of the service. */
  service: v.pipe(v.string(), v.maxLength(255)),
  steps: v.pipe(v.array(CheckedStep), v.maxLength(checkSteps.length)),
})
export type ConnectionReport = v.InferOutput<typeof ConnectionReport>
