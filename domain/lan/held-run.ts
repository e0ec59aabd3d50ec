import * as v from 'valibot'
import { Timestamp, Uuid } from '../fields.ts'
import { RunOrder } from '../live/command.ts'
import { Reading, RunProgress } from '../live/event.ts'

const Points = v.strictObject({ AMP: v.number(), VAL: v.number() })

/** Run as it is on a device, in the states that an analysis has (spec §4). */
export const HeldRun = v.strictObject({
  analysis_uuid: Uuid,
  name: v.pipe(v.string(), v.maxLength(120)),
  /** INIT: taken up, the lid still heats. */
  status: v.picklist(['INIT', 'RUNNING', 'COMPLETE', 'ABORT', 'INCOMPLETE']),
  reason: v.string(),
  started_at: v.nullable(Timestamp),
  ended_at: v.nullable(Timestamp),
  /** Points measured of each phase. */
  measured: Points,
  /** True when the service has all of it. */
  delivered: v.boolean(),
})
export type HeldRun = v.InferOutput<typeof HeldRun>

/** Most points in one answer. */
export const runPage = 100

/** A run with what was ordered and a page of what was measured (decisions D52). */
export const HeldRunDetails = v.strictObject({
  run: HeldRun,
  order: RunOrder,
  progress: RunProgress,
  /** Readings of each phase after the index that was asked from, in order. */
  readings: v.pipe(v.array(Reading), v.maxLength(runPage)),
  /** True when there are more. */
  more: v.boolean(),
})
export type HeldRunDetails = v.InferOutput<typeof HeldRunDetails>

export const AskRun = v.strictObject({
  analysis_uuid: Uuid,
  /** Indices that the page has already. */
  after: v.optional(Points),
})

/** Identity of a device, which anybody in the network may read. */
export const Greeting = v.strictObject({
  uuid: Uuid,
  hostname: v.string(),
  type: v.picklist(['bcube', 'bgate']),
  bkernel_version: v.string(),
  /** Version of this API. */
  api: v.literal(1),
  /** By the device's own clock. */
  time: Timestamp,
  /** To be signed with each call; good for some minutes. */
  challenge: v.string(),
  /** False until the device has heard from its service to whom it belongs: then it takes no passes. */
  ready: v.boolean(),
})
export type Greeting = v.InferOutput<typeof Greeting>
