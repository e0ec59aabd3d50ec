import * as v from 'valibot'
import { wavelengthNames } from './catalog/wavelengths.ts'
import { Evaluation } from './entities/evaluation-recipe.ts'
import { ContentHash, Uuid, Well } from './fields.ts'

/** A result in words; told by shape and word first, colour only repeats it. */
export const callNames = ['detected', 'not_detected', 'review', 'invalid'] as const
export const CallName = v.picklist(callNames)
export type CallName = v.InferOutput<typeof CallName>

/**
 * One link of the chain that led to a call: the rule that was asked, the value it saw, the limit it
 * compared with and whether that decided. `rule` is a closed name, the interface has a text for each.
 */
export const TraceEntry = v.strictObject({
  rule: v.picklist([
    'not_measured',
    'run_too_short',
    'no_amplification',
    'no_crossing',
    'cq_too_early',
    'cq_above_maximum',
    'cq_in_review_band',
    'low_rise',
    'tm_outside_window',
    'tm_missing',
    'cq_in_range',
    'replicate_spread',
    'replicates_disagree',
    'ntc_detected',
    'positive_not_detected',
    'positive_cq_outside',
    'internal_control_missing',
    'excluded',
  ]),
  value: v.nullable(v.number()),
  limit: v.nullable(v.number()),
  decided: v.boolean(),
})
export type TraceEntry = v.InferOutput<typeof TraceEntry>

/** Result of one target in one well. Cq in cycles, signals in a.u. (or Rn where a passive reference divides). */
export const WellResult = v.strictObject({
  well: Well,
  sample_uuid: v.nullable(Uuid),
  target: v.string(),
  channel: v.picklist(wavelengthNames),
  /** Never 0 or the last cycle for "none". */
  cq: v.nullable(v.number()),
  threshold: v.nullable(v.number()),
  baseline: v.nullable(
    v.strictObject({
      start: v.number(),
      end: v.number(),
      slope: v.number(),
      intercept: v.number(),
    }),
  ),
  /** Mean of the last points, baseline-corrected. */
  end_point: v.nullable(v.number()),
  melt: v.array(
    v.strictObject({ tm: v.number(), height: v.number(), width: v.nullable(v.number()) }),
  ),
  call: CallName,
  trace: v.array(TraceEntry),
})
export type WellResult = v.InferOutput<typeof WellResult>

/** Result of one target in one sample, over its replicate wells. */
export const SampleResult = v.strictObject({
  sample_uuid: Uuid,
  target: v.string(),
  call: CallName,
  wells: v.array(Well),
  cq_mean: v.nullable(v.number()),
  cq_sd: v.nullable(v.number()),
  trace: v.array(TraceEntry),
})
export type SampleResult = v.InferOutput<typeof SampleResult>

/** One control rule of the run and whether it held; a failed one names the wells that broke it. */
export const ControlResult = v.strictObject({
  rule: v.picklist(['ntc_clean', 'positive_detected', 'positive_cq', 'internal_control']),
  ok: v.boolean(),
  target: v.nullable(v.string()),
  wells: v.array(Well),
})
export type ControlResult = v.InferOutput<typeof ControlResult>

/** Everything computed from one run: reproducible from the readings, the settings and the engine's version. */
export const Results = v.strictObject({
  engine: v.strictObject({ name: v.string(), version: v.string() }),
  /** SHA-256 of the curve file the results were computed from; empty while a run is still going. */
  input_hash: v.union([ContentHash, v.literal('')]),
  evaluation: Evaluation,
  wells: v.array(WellResult),
  samples: v.array(SampleResult),
  controls: v.array(ControlResult),
})
export type Results = v.InferOutput<typeof Results>

/** Counts of sample calls, small enough to stand in the record and in lists. */
export const ResultSummary = v.strictObject({
  detected: v.number(),
  not_detected: v.number(),
  review: v.number(),
  invalid: v.number(),
  controls_ok: v.boolean(),
})
export type ResultSummary = v.InferOutput<typeof ResultSummary>

/** Counts the samples' calls and whether every control held. */
export function summarise(results: Results): ResultSummary {
  const summary = { detected: 0, not_detected: 0, review: 0, invalid: 0, controls_ok: true }
  for (const sample of results.samples) summary[sample.call] += 1
  summary.controls_ok = results.controls.every((control) => control.ok)
  return summary
}
