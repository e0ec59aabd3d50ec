import * as v from 'valibot'
import { cartridgeNames, mostWells } from '../catalog/cartridges.ts'
import { wavelengthNames } from '../catalog/wavelengths.ts'
import { entity } from '../entity.ts'
import {
  author,
  Comment,
  ContentHash,
  keeper,
  Line,
  Name,
  stamps,
  Text,
  Timestamp,
  Uuid,
  Version,
  Well,
  YesNo,
} from '../fields.ts'
import { isSeenReason } from '../rules/plain-text.ts'
import { ResultSummary } from '../results.ts'
import { Evaluation } from './evaluation-recipe.ts'
import { RunInstrument } from './instrument.ts'
import { Process } from './process-recipe.ts'
import { LegalHold } from './retention.ts'
import { RunKit } from './run-kit.ts'
import { mostOrders, SampleOrder } from './sample-order.ts'
import { SampleReview } from './sample-review.ts'
import { mostComments, WellComment } from './well-comment.ts'

/** Wire values (spec §4); the glossary in domain/README.md has their labels. */
export const analysisStatuses = [
  'INIT',
  'RUNNING',
  'COMPLETE',
  'ABORT',
  'INCOMPLETE',
  'VALIDATION',
] as const
export const AnalysisStatus = v.picklist(analysisStatuses)
export type AnalysisStatus = v.InferOutput<typeof AnalysisStatus>

/** Return true when the run has ended: nothing more will be measured. */
export function hasEnded(status: AnalysisStatus): boolean {
  return status !== 'INIT' && status !== 'RUNNING'
}

/** Roles of a sample in the run; badges on the plate: U S + − N. */
export const sampleTypes = ['unknown', 'standard', 'positive', 'negative', 'ntc'] as const
export const SampleType = v.picklist(sampleTypes)
export type SampleType = v.InferOutput<typeof SampleType>

/** A sample and the wells it fills. Replicates are one sample in several wells. */
export const Sample = v.strictObject({
  uuid: Uuid,
  name: Name,
  sample_type: SampleType,
  /** Wells, such as `A1`; a sample without one may be kept while editing and must not be launched. */
  coordinates: v.pipe(v.array(Well), v.maxLength(mostWells)),
  /** Reaction mix of the wells, where the protocol has several; free word. */
  well_type: v.optional(v.pipe(Line, v.maxLength(60))),
  /** Copies per reaction, for standards. */
  quantity: v.optional(v.pipe(v.number(), v.gtValue(0))),
  /** Tests of a laboratory system that its results answer; absent where it was not ordered by one. */
  orders: v.optional(v.pipe(v.array(SampleOrder), v.maxLength(mostOrders))),
})
export type Sample = v.InferOutput<typeof Sample>

/** The exact method an analysis runs with: a copy, so that later edits of the recipe cannot reach it. */
export const Method = v.strictObject({
  /** Null for an imported run that is judged by what its file says. */
  recipe_uuid: v.nullable(Uuid),
  recipe_version: v.number(),
  protocol_uuid: v.nullable(Uuid),
  /** Absent without a protocol. */
  protocol_version: v.optional(v.number()),
  process: Process,
  evaluation: Evaluation,
  /** Oldest device software that can run it. */
  minimum_bkernel: v.nullable(Version),
})
export type Method = v.InferOutput<typeof Method>

/** Wells left out of the calls, each with who, when and why. */
export const Exclusion = v.strictObject({
  well: Well,
  target: v.nullable(Line),
  reason: v.pipe(Text, v.minLength(3), v.maxLength(500), v.check(isSeenReason, 'reason')),
})
export type Exclusion = v.InferOutput<typeof Exclusion>

/** A computed result by the hash of its file; older ones stay in the list. */
export const ResultEntry = v.strictObject({
  hash: ContentHash,
  engine: v.string(),
  computed_at: Timestamp,
  computed_by: v.string(),
  reason: v.string(),
  summary: ResultSummary,
})
export type ResultEntry = v.InferOutput<typeof ResultEntry>

export const signatureMeanings = ['review', 'approval', 'responsibility', 'authorship'] as const

/** An electronic signature (21 CFR 11.50, decisions R5): printed name, time, meaning, bound to the record's hash. */
export const Signature = v.strictObject({
  user_uuid: Uuid,
  printed_name: v.string(),
  /** Server time, UTC, and the signer's time zone. */
  at: Timestamp,
  zone: v.optional(v.string()),
  meaning: v.picklist(signatureMeanings),
  comment: Comment,
  record_hash: ContentHash,
  /** Proven by a new sign-in at the company's identity provider, or by the PIN that was set after one; absent: by password. */
  proven: v.optional(v.picklist(['provider', 'pin'])),
})
export type Signature = v.InferOutput<typeof Signature>

/**
 * Processing of imported curves before the file was written; nothing of it is repeated. Only `raw` and
 * `compensated` ones (crosstalk taken out) get the passive reference; `normalised` ones were divided by it; from
 * `baseline-subtracted` ones no baseline is subtracted again.
 */
export const curveStates = ['raw', 'compensated', 'normalised', 'baseline-subtracted'] as const
export const CurveState = v.picklist(curveStates)
export type CurveState = v.InferOutput<typeof CurveState>

/** The instrument file that an analysis was imported from; the file itself is kept by its hash. */
export const AnalysisSource = v.strictObject({
  file_name: v.pipe(v.string(), v.maxLength(255)),
  file_hash: ContentHash,
  format: v.string(),
  format_version: v.string(),
  software: v.string(),
  instrument: v.string(),
  /** Name of the run in the file. */
  run: v.string(),
  curves: CurveState,
  /** Dyes as the file names them, by the channel they are kept in. */
  dyes: v.array(v.strictObject({ channel: v.picklist(wavelengthNames), dye: v.string() })),
  /** False where the file has no thermal programme: the method's then only counts the cycles. */
  programme_given: v.boolean(),
  /** Number of notices: facts that were assumed or left out of the file. */
  notices: v.number(),
  /** Analysis of which an archive of ours was written, as the archive says (docs/bca.md). */
  origin: v.optional(
    v.strictObject({
      company_name: Name,
      analysis_uuid: Uuid,
      analysis_name: Name,
      /** Hash of the record's content as a signature covers it. */
      record_hash: ContentHash,
      signed_by: v.nullable(v.pipe(v.string(), v.maxLength(120))),
      written_at: Timestamp,
    }),
  ),
})
export type AnalysisSource = v.InferOutput<typeof AnalysisSource>

const PointCount = v.strictObject({
  /** Points that were measured, and the highest of them: more than were measured where some are missing between. */
  measured: v.number(),
  last: v.number(),
  /** Points of the programme, with the cycles that people added or took off. */
  planned: v.number(),
})

/** Count the amplification cycles (AMP) and melt points (VAL) that a run measured, and those its programme plans. */
export const RunPoints = v.strictObject({ AMP: PointCount, VAL: PointCount })
export type RunPoints = v.InferOutput<typeof RunPoints>

export const Analysis = v.strictObject({
  ...stamps,
  status: AnalysisStatus,
  name: Name,
  recipe_name: Name,
  ...author,
  ...keeper,
  swarm_uuid: Uuid,
  swarm_name: v.string(),
  company_uuid: Uuid,
  device_uuid: v.nullable(Uuid),
  /** Hostname of the device, as the specification's field is called. */
  bcube: v.nullable(v.string()),
  /**
   * Written once and signed with the rest: always N in the record. Calls with `extended=1` answer Y when a
   * certificate of it has been issued; the certificate itself is what says so.
   */
  certified: YesNo,
  cartridge_type: v.picklist(cartridgeNames),
  method: Method,
  samples: v.pipe(v.array(Sample), v.maxLength(mostWells)),
  exclusions: v.array(Exclusion),
  /** The kit it was set up with; absent or null where none was given. */
  kit: v.optional(v.nullable(RunKit)),
  /** The instrument beside its gateway that it is planned on; absent or null where none was chosen. */
  instrument: v.optional(v.nullable(RunInstrument)),
  notebook: Text,
  started_at: v.nullable(Timestamp),
  ended_at: v.nullable(Timestamp),
  /**
   * Start and end by the clock of the device. `started_at` and `ended_at` are the times at which the service received the reports, which
   * is later for a run without connection (decision 78). Absent if the device sent no times.
   */
  device_times: v.optional(
    v.strictObject({ started_at: v.nullable(Timestamp), ended_at: Timestamp }),
  ),
  /** Reason that a run ended early, as the device reported it; empty when it did not. */
  end_reason: v.string(),
  /** Set by the service when the run ends or is imported; absent from older ones. */
  points: v.optional(RunPoints),
  /**
   * Calibration that its readings were divided by for uneven light: by the device, or by the service where the device says that it sent
   * raw readings; null where nothing was divided. Absent of a run whose device did not say.
   */
  light: v.optional(
    v.nullable(
      v.strictObject({ calibration_uuid: Uuid, divided_by: v.picklist(['device', 'service']) }),
    ),
  ),
  /** SHA-256 of the curve file; null until the run has ended. */
  curves_hash: v.nullable(ContentHash),
  results: v.array(ResultEntry),
  /** Decisions of reviewers on single samples; a sample without one is not held back. */
  sample_reviews: v.optional(v.array(SampleReview)),
  /** Comments on wells, in the order in which the service took them (rules/well-comment.ts). */
  comments: v.optional(v.pipe(v.array(WellComment), v.maxLength(mostComments))),
  signature: v.nullable(Signature),
  /** Absent for what was run on a device of ours. */
  source: v.optional(AnalysisSource),
  /** The signed analysis that this one corrects (decisions R5); absent for a first version. */
  corrects: v.optional(Uuid),
  /** Counts from 1; absent means 1. */
  version: v.optional(v.pipe(v.number(), v.integer(), v.minValue(2))),
  correction_reason: v.optional(v.string()),
  /** The company's four-eyes rule when the run began or was imported; absent from older runs. */
  four_eyes: v.optional(YesNo),
  /**
   * People who worked on the content, each once: planned, launched, imported, corrected, changed or calculated it
   * (edge/store/hands.ts). Only the service writes it; absent of older ones.
   */
  hands: v.optional(v.array(Uuid)),
  /** It is not removed, neither by a person nor by its age, until the hold is lifted. Written by calls of its own. */
  legal_hold: v.optional(LegalHold),
})
export type Analysis = v.InferOutput<typeof Analysis>

/** Return the fields that a run or a person after it fills, as a plan has them. */
export function notRun() {
  return {
    exclusions: [],
    started_at: null,
    ended_at: null,
    end_reason: '',
    curves_hash: null,
    results: [],
    signature: null,
  } satisfies Partial<Analysis>
}

/** Kept beside the records, so that a search need not open them (edge/store/analysis-rows.ts). */
const analysisFilters = [
  'swarm_uuid',
  'device_uuid',
  'user_uuid',
  'recipe_name',
  'cartridge_type',
] as const

export const analysis = entity({
  kind: 'analysis',
  path: '/analysis',
  permission: 'analysis.search',
  schema: Analysis,
  indexes: ['created_at', 'device_uuid', 'kit.bkit_uuid', 'source.file_hash'],
  filters: analysisFilters,
  scope: 'swarm',
  local: { table: 'analyses', collection: 'analyses' },
  trash: 'analyses',
})
