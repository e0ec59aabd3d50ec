import * as v from 'valibot'
import { search } from '../call.ts'
import { AnalysisStatus, SampleType } from '../entities/analysis.ts'
import { SampleVerdict } from '../entities/sample-review.ts'
import { Moment, Name, Timestamp, Uuid, Well } from '../fields.ts'
import { CallName } from '../results.ts'
import { Count, Period } from './counts.ts'
import { After, Order, Page, SortedPage } from './shapes.ts'

/** Analyses are older or newer by when they were made. */
const RowQuery = v.strictObject({
  page: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,4}$/, 'page'))),
  limit: v.optional(v.pipe(v.string(), v.regex(/^([1-9]\d?|[1-4]\d\d|500)$/, 'limit'))),
  order: v.optional(v.picklist(['created_at DESC', 'created_at ASC'])),
  extended: v.optional(v.picklist(['0', '1'])),
})
export type RowQuery = v.InferOutput<typeof RowQuery>

/** Fields by which results can be sorted: every column of their list. */
export const resultSorts = [
  'created_at',
  'sample_name',
  'sample_type',
  'target',
  'call',
  'cq_mean',
  'cq_sd',
  'quantity',
  'analysis_name',
] as const
export type ResultSort = (typeof resultSorts)[number]

const ResultQuery = v.strictObject({
  ...RowQuery.entries,
  order: v.optional(Order(resultSorts)),
  /** Continue behind the last row of a page, also beyond 10,000 rows. */
  after: v.optional(After),
})
export type ResultQuery = v.InferOutput<typeof ResultQuery>

const Some = v.pipe(v.array(Uuid), v.maxLength(200))

/** Filters of a search for rows; the name of a sample is found by its beginning, in any case of letters. */
const sampleFilters = {
  sample: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(120))),
  /** The whole name, in any case of letters. */
  sample_named: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(120))),
  sample_type: v.optional(v.pipe(v.array(SampleType), v.maxLength(10))),
  analysis_uuid: v.optional(Some),
  swarm_uuid: v.optional(Some),
}

/** Period in which the analyses were made; for results also those that ended in it, though they were planned before. */
const period = { update_from: v.optional(Moment), update_to: v.optional(Moment) }

/** Hold on a result: by a recall, of which no result goes out, or because the lot that it ran with is stopped. */
const Held = v.variant('by', [
  v.strictObject({ by: v.literal('recall'), recall: v.number() }),
  v.strictObject({ by: v.literal('lot') }),
])
export type Held = v.InferOutput<typeof Held>

const analysisFields = {
  analysis_uuid: Uuid,
  analysis_name: v.string(),
  analysis_status: AnalysisStatus,
  swarm_uuid: Uuid,
  created_at: Timestamp,
  /** A later version corrects the analysis. */
  superseded: v.boolean(),
  /** The run ended before its programme did; null until its points have been counted. */
  ended_early: v.nullable(v.boolean()),
  /** Decision of a reviewer on the sample; no result is released of one that is held back or rejected. */
  verdict: v.optional(SampleVerdict),
  /** Absent: nothing holds the analysis. */
  held: v.optional(Held),
}

/** Result of one sample for one target, over all its wells, by the newest calculation. */
export const ResultRow = v.strictObject({
  ...analysisFields,
  sample_uuid: Uuid,
  sample_name: v.string(),
  sample_type: SampleType,
  target: v.string(),
  call: CallName,
  cq_mean: v.nullable(v.number()),
  cq_sd: v.nullable(v.number()),
  quantity: v.nullable(v.number()),
  wells: v.array(Well),
})
export type ResultRow = v.InferOutput<typeof ResultRow>

export const SampleRow = v.strictObject({
  ...analysisFields,
  uuid: Uuid,
  name: v.string(),
  sample_type: SampleType,
  well_type: v.nullable(v.string()),
  quantity: v.nullable(v.number()),
  coordinates: v.array(Well),
  /** With `extended=1`: what has been found in it. */
  results: v.optional(
    v.array(
      v.strictObject({ target: v.string(), call: CallName, cq_mean: v.nullable(v.number()) }),
    ),
  ),
})
export type SampleRow = v.InferOutput<typeof SampleRow>

/**
 * Search rows of results and samples. `total` counts up to 10,000 rows and stays there. Results can be read to their end with
 * `after`; of samples no more can be read than `page` reaches, so the filter must be narrowed.
 */
export const resultCalls = {
  search: search('/results/search', {
    needs: 'results.search',
    query: ResultQuery,
    body: v.optional(
      v.strictObject({
        ...period,
        filters: v.optional(
          v.strictObject({
            ...sampleFilters,
            target: v.optional(v.pipe(v.array(Name), v.maxLength(50))),
            call: v.optional(v.pipe(v.array(CallName), v.maxLength(4))),
            /** True for analyses that are held only. */
            held: v.optional(v.literal(true)),
            /** Without targets that are internal controls, which are positive in every sample. */
            no_controls: v.optional(v.literal(true)),
          }),
        ),
      }),
    ),
    data: SortedPage(ResultRow),
    cache: 'day',
  }),
}

export const sampleCalls = {
  search: search('/samples/search', {
    needs: 'results.search',
    query: RowQuery,
    body: v.optional(
      v.strictObject({ ...period, filters: v.optional(v.strictObject(sampleFilters)) }),
    ),
    data: Page(SampleRow),
    cache: 'day',
  }),
  /** Samples of completed analyses by day, week or month, with what was called of them. */
  aggregate: search('/samples/aggregate', {
    needs: 'results.search',
    body: Period,
    data: v.strictObject({ counts: v.array(Count), total: v.number() }),
    cache: 'day',
  }),
}
