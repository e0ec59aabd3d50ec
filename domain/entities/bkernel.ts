import * as v from 'valibot'
import { entity } from '../entity.ts'
import { ContentHash, Day, Name, stamps, Text, Timestamp, Uuid, Version } from '../fields.ts'

/** Largest image of a version in bytes: a form with it is held in memory once. */
export const imageBytes = 20 * 1024 * 1024
const ImageSize = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(imageBytes))

const Links = v.pipe(v.array(Uuid), v.maxLength(1000))

/** Gates of a rollout (decision 67): installations that were rolled back, and figures that are compared by pairs of devices. */
export const gateNames = [
  'boot',
  'crashes',
  'run_failures',
  'noise',
  'control_cq',
  'invalid',
  'heating',
] as const
export type GateName = (typeof gateNames)[number]

const Count = v.pipe(v.number(), v.integer(), v.minValue(0))

/** What a gate has seen so far, and what it says. */
export const GateReading = v.strictObject({
  gate: v.picklist(gateNames),
  /** `too_few` is a state of its own: silence is no proof that a version is good. */
  verdict: v.picklist(['too_few', 'fine', 'worse']),
  /** Pairs, or installations of the gate `boot`. */
  count: Count,
  /** Mean difference, or the share that was rolled back. */
  mean: v.number(),
  /** Natural logarithm of the evidence; it halts at `haltEvidence`. */
  evidence: v.number(),
})
export type GateReading = v.InferOutput<typeof GateReading>

/** A rollout in phases (decision 67): `since` is the start of its phase, or of its end. */
export const Rollout = v.strictObject({
  state: v.picklist(['running', 'paused', 'halted', 'finished']),
  /** Index in the table of phases. */
  phase: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(4)),
  since: Timestamp,
  /** Set where the service itself has halted or paused it, with what its gates said then. */
  stopped: v.optional(
    v.strictObject({
      why: v.picklist(['gates', 'deadline']),
      at: Timestamp,
      gates: v.pipe(v.array(GateReading), v.maxLength(gateNames.length)),
    }),
  ),
})
export type Rollout = v.InferOutput<typeof Rollout>

/**
 * A version of the device software, published by the provider. Linked to companies or devices it is offered to
 * them only; without links to everybody.
 */
export const Bkernel = v.strictObject({
  ...stamps,
  name: Name,
  version: Version,
  /** Models of device it runs on. */
  models: v.pipe(v.array(Name), v.minLength(1), v.maxLength(50)),
  notes: Text,
  released_at: Day,
  /** Day from which it is no longer supported: devices that run it must be updated before (ERR-054, ERR-055). */
  unsupported_from: v.nullable(Day),
  /** SHA-256 of its image as the service computed it; null until the image is uploaded. */
  file_hash: v.nullable(ContentHash),
  /** Size of its image in bytes; absent without one. */
  file_size: v.optional(ImageSize),
  /** Absent while it is offered to all at once. */
  rollout: v.optional(Rollout),
  company_uuids: Links,
  device_uuids: Links,
})
export type Bkernel = v.InferOutput<typeof Bkernel>

export const bkernel = entity({
  kind: 'bkernel',
  path: '/bkernel',
  permission: 'bkernels.search',
  schema: Bkernel,
  indexes: ['version'],
  filters: ['models', 'version'],
  home: 'provider',
  scope: 'company',
  local: null,
  trash: null,
})
