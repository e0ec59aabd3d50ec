import * as v from 'valibot'
import { entity } from '../entity.ts'
import { CallName } from '../results.ts'
import {
  Clock,
  ContentHash,
  Day,
  doer,
  Name,
  stamps,
  Text,
  Timestamp,
  Uuid,
  Version,
} from '../fields.ts'

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

/** State of a gate: its verdict, and the figures that it has seen so far. */
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

/** Most phases of a rollout. */
export const mostPhases = 8

/** Times of a device's own clock between which it installs a version, also past midnight. */
export const InstallWindow = v.strictObject({ from: Clock, to: Clock })

/** A part of a rollout. All numbers hold for the devices of this phase and of those before it together. */
export const Phase = v.strictObject({
  /** Share of the devices that are offered the version, above 0 and up to 1. */
  share: v.pipe(v.number(), v.gtValue(0), v.maxValue(1)),
  /** Least hours from the start of the phase to the next one. */
  soak_hours: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2160)),
  /** Pairs that each gate needs before the next phase (decision 67). */
  least_pairs: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000)),
})
export type Phase = v.InferOutput<typeof Phase>

/** Most days to which a plan may let laboratories postpone a version, and a security fix. */
export const mostPostponedDays = { version: 90, security: 14 } as const

/**
 * Rule by which devices install a version by themselves in its quiet hours (decision 87). Days count from the one on which the rollout came to
 * a device.
 */
export const SelfInstall = v.strictObject({
  /** Days until it is installed where nobody postpones it. */
  days: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(mostPostponedDays.version)),
  /** Days to which a laboratory may postpone it at most. */
  at_most: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(mostPostponedDays.version)),
  /** It mends a weakness that others could use: it may be postponed for a shorter time. */
  security: v.boolean(),
})
export type SelfInstall = v.InferOutput<typeof SelfInstall>

/** Rules by which a rollout is carried out. An empty list of the audience leaves nobody out. */
export const RolloutPlan = v.strictObject({
  /** Models of the version. */
  models: v.pipe(v.array(Name), v.maxLength(50)),
  /** Versions that devices run now. */
  versions: v.pipe(v.array(Version), v.maxLength(50)),
  company_uuids: Links,
  /** Groups of devices in companies; absent of plans that were made before there was this choice. */
  swarm_uuids: v.optional(Links),
  except_company_uuids: Links,
  except_device_uuids: Links,
  phases: v.pipe(v.array(Phase), v.minLength(1), v.maxLength(mostPhases)),
  /** Null for any time. */
  window: v.nullable(InstallWindow),
  /** Day (UTC) from which it is paused while it has not ended; null without. */
  deadline: v.nullable(Day),
  /** Absent where a version is installed only when somebody orders it. */
  install: v.optional(SelfInstall),
})
export type RolloutPlan = v.InferOutput<typeof RolloutPlan>

const Signed = v.strictObject({ ...doer, at: Timestamp })

/**
 * Rule by which a version makes readings of the counts of the light sensor, as its maker declares it (decision 81). What a version changes here is all
 * that the service can calculate of it before a device has it.
 */
export const SignalProcessing = v.strictObject({
  /** A reading is `gain` × count + `offset`. */
  gain: v.pipe(v.number(), v.minValue(0.001), v.maxValue(1000)),
  offset: v.pipe(v.number(), v.minValue(-1e6), v.maxValue(1e6)),
  /** Smallest difference between two readings; 0 where they are not rounded. */
  step: v.pipe(v.number(), v.minValue(0), v.maxValue(1e6)),
  /** Largest reading; null where there is no limit. */
  ceiling: v.nullable(v.pipe(v.number(), v.gtValue(0), v.maxValue(1e12))),
  /** Cycles whose readings are averaged: this one and those before it. */
  mean_of: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(9)),
})
export type SignalProcessing = v.InferOutput<typeof SignalProcessing>

/** A kept run as a version would have measured it, without a name, sample or well of it (decision 81). */
export const RehearsedRun = v.strictObject({
  company_uuid: Uuid,
  analysis_uuid: Uuid,
  device: Name,
  serial_no: v.string(),
  model: Name,
  /** Version that the device runs, and ran then. */
  version: Version,
  started_at: v.nullable(v.string()),
  /** Its maker declared nothing of that version: its readings count as plain ones. */
  assumed: v.boolean(),
  /** Null where it could not be calculated. */
  found: v.nullable(
    v.strictObject({
      results: Count,
      calls: Count,
      moved: Count,
      /** Largest move of a Cq, in cycles. */
      shift: v.number(),
      /** Calls that change, from one to the other. */
      moves: v.array(
        v.strictObject({
          from: v.nullable(CallName),
          to: v.nullable(CallName),
          count: Count,
        }),
      ),
    }),
  ),
})
export type RehearsedRun = v.InferOutput<typeof RehearsedRun>

/** Outcome of a rehearsal: kept runs of the audience, calculated as the version would have measured them. */
export const Rehearsal = v.strictObject({
  ...Signed.entries,
  /** SHA-256 of what it holds for: declarations, models, audience and engine. */
  of: ContentHash,
  /** SHA-256 of the file with every run. */
  file_hash: ContentHash,
  engine: v.string(),
  runs: Count,
  /** Runs that could not be calculated. */
  unread: Count,
  results: Count,
  /** Results whose call is another. */
  calls: Count,
  /** Results of which only the Cq moves. */
  moved: Count,
})
export type Rehearsal = v.InferOutput<typeof Rehearsal>

/** A rollout in phases (decisions 67 and 72): `since` is the start of its phase, or of its end. */
export const Rollout = v.strictObject({
  /** Until it is started, and while it is paused or halted, no device is offered the version. */
  state: v.picklist(['draft', 'approved', 'running', 'paused', 'halted', 'finished']),
  /** Index in the phases. */
  phase: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(mostPhases - 1)),
  since: Timestamp,
  /** Moments from which the devices of each phase are offered the version; absent before the start, and of older rollouts. */
  offered_from: v.optional(v.pipe(v.array(Timestamp), v.maxLength(mostPhases))),
  /** Absent of rollouts that were started before there were plans: the usual phases, for everybody. */
  plan: v.optional(RolloutPlan),
  /** People who planned it last, and another one who approved that. */
  planned: v.optional(Signed),
  approved: v.optional(Signed),
  /** Absent until kept runs were calculated as the version would have measured them. */
  rehearsal: v.optional(Rehearsal),
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
  /** Absent where its maker declares nothing. Fixed once the image is there. */
  processing: v.optional(SignalProcessing),
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
