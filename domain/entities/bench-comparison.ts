import * as v from 'valibot'
import { ContentHash, Name, PersonName, Timestamp, Uuid, Well } from '../fields.ts'
import { CallName } from '../results.ts'

/** Most runs in a comparison: as many as the bench holds. */
const mostComparedRuns = 50
/** Most changed calls that are kept one by one; the counts cover all. */
export const mostListedChanges = 500

const Count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000))
const Cq = v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(1000)))

const ComparedRun = v.strictObject({
  uuid: Uuid,
  /** Hash of the curves that were compared: of the run's own file. */
  input_hash: ContentHash,
  /** Results with another call, and results of which only the Cq moves. */
  calls: Count,
  moved: Count,
})

/** A result with another call; null on the side where there is no result. */
export const ChangedCall = v.strictObject({
  /** Place of the run in the list of runs. */
  run: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(mostComparedRuns - 1)),
  well: Well,
  target: Name,
  before: v.nullable(CallName),
  after: v.nullable(CallName),
  cq_before: Cq,
  cq_after: Cq,
})
export type ChangedCall = v.InferOutput<typeof ChangedCall>

const changes = v.pipe(v.array(ChangedCall), v.maxLength(mostListedChanges))
const runsOf = <Run extends v.GenericSchema>(run: Run) =>
  v.pipe(v.array(run), v.minLength(1), v.maxLength(mostComparedRuns))

/** Comparison of a draft with the version in force, as a page sends it; the store checks it and adds who and when. */
export const ComparisonOrder = v.strictObject({
  /** Hash of what the draft does, and of what it was compared with; null: each run with the method that it ran with. */
  content_hash: ContentHash,
  against_hash: v.nullable(ContentHash),
  /** Version of the calculation. */
  engine: v.pipe(v.string(), v.maxLength(20)),
  runs: runsOf(ComparedRun),
  changes,
})
export type ComparisonOrder = v.InferOutput<typeof ComparisonOrder>

/** Comparison on the test bench that is kept with a version as evidence (docs/decisions/041-evidence-of-a-version.md). */
export const BenchComparison = v.strictObject({
  by: v.strictObject({ uuid: Uuid, name: PersonName }),
  at: Timestamp,
  content_hash: ContentHash,
  against: v.nullable(
    v.strictObject({
      version: v.pipe(v.number(), v.integer(), v.minValue(1)),
      content_hash: ContentHash,
    }),
  ),
  engine: v.string(),
  runs: runsOf(
    v.strictObject({
      ...ComparedRun.entries,
      name: v.string(),
      /** 1: measured by another thermal programme than the draft's, which no calculation makes up for. */
      other_programme: v.optional(v.literal(1)),
    }),
  ),
  changes,
  /** 1: the draft was changed since. It is no evidence of what the draft does now. */
  older: v.optional(v.literal(1)),
})
export type BenchComparison = v.InferOutput<typeof BenchComparison>
