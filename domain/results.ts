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
    'rise_over_noise',
    'plate_share',
    'rise_contrast',
    'rise_part',
    'growth_score',
    'odd_shape',
    'early_rise',
    'jump',
    'sudden_start',
    'slow_rise',
    'slow_plateau',
    'hook',
    'no_crossing',
    'crosstalk',
    'baseline_in_growth',
    'gap_at_crossing',
    'faint_growth',
    'lone_step',
    'clear_rise',
    'methods_part',
    'strays_from_shape',
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
    'drift_or_step',
    /** The rules on Cq where it is a time to threshold in minutes. */
    'tt_too_early',
    'tt_above_maximum',
    'tt_in_review_band',
    'tt_in_range',
    'tt_spread',
    'tt_ntc_detected',
    'tt_positive_not_detected',
    'tt_positive_outside',
    'tt_internal_control_missing',
  ]),
  value: v.nullable(v.number()),
  limit: v.nullable(v.number()),
  decided: v.boolean(),
})
export type TraceEntry = v.InferOutput<typeof TraceEntry>

/**
 * Further figures of a curve, null where they cannot be calculated. Cqs in cycles, each on its method's own scale.
 */
export const Estimates = v.strictObject({
  second_derivative: v.nullable(v.number()),
  cy0: v.nullable(v.number()),
  take_off: v.nullable(v.number()),
  consensus: v.nullable(v.number()),
  /** Standard error of the consensus, without what chance does to few copies. */
  consensus_error: v.nullable(v.number()),
  /** Fold a cycle while growth is unlimited: 2 is perfect doubling. */
  efficiency: v.nullable(v.number()),
  /** Fluorescence that the template itself would have, by take-off and the assay's efficiency; in the curve's unit. */
  starting_fluorescence: v.nullable(v.number()),
})
export type Estimates = v.InferOutput<typeof Estimates>

/** Something to look at that does not change a call. */
export const Flag = v.strictObject({
  name: v.picklist([
    'hook',
    /** Single readings that stuck out of the curve and were bridged. */
    'spike',
    /** Readings at the upper limit of the instrument, from a cycle on. */
    'saturated',
    /** The curve is another dye's of the well in all but its height. */
    'possible_crosstalk',
    /** Most wells of the target have a step at once, at a cycle that moves this Cq. */
    'common_step',
    'methods_disagree',
    /** The readings leave a large error of the Cq, as where growth has only begun when the run ends. */
    'imprecise_cq',
    /** The readings differ more from the growth common to the target's curves than in other wells. */
    'strays_from_shape',
    'replicate_outlier',
    'kinetic_outlier',
    'edge',
    'row_gradient',
    'column_gradient',
    'rows',
    'columns',
  ]),
  value: v.nullable(v.number()),
  limit: v.nullable(v.number()),
})
export type Flag = v.InferOutput<typeof Flag>

/**
 * Result of one target in one well. Cq in cycles, of an isothermal assay the time to threshold in minutes; signals in a.u.
 * (or Rn where a passive reference divides).
 */
export const WellResult = v.strictObject({
  well: Well,
  sample_uuid: v.nullable(Uuid),
  target: v.string(),
  channel: v.picklist(wavelengthNames),
  /** By the recipe's method; never 0 or the last cycle for "none". */
  cq: v.nullable(v.number()),
  /** Standard error of a time to threshold, in minutes. Absent for a PCR. */
  cq_error: v.optional(v.nullable(v.number())),
  threshold: v.nullable(v.number()),
  estimates: v.nullable(Estimates),
  flags: v.array(Flag),
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

/** Tell if the Cq of a result is a time to threshold in minutes, as of an isothermal assay. */
export function isTime({ cq_error }: Pick<WellResult, 'cq_error'>): boolean {
  return cq_error !== undefined
}

/** A value with the ends of its 95 % interval, null where they cannot be calculated. */
export const Interval = v.strictObject({
  value: v.number(),
  low: v.nullable(v.number()),
  high: v.nullable(v.number()),
})
export type Interval = v.InferOutput<typeof Interval>

/** Result of one target in one sample, over its replicate wells. */
export const SampleResult = v.strictObject({
  sample_uuid: Uuid,
  target: v.string(),
  call: CallName,
  wells: v.array(Well),
  cq_mean: v.nullable(v.number()),
  cq_sd: v.nullable(v.number()),
  /** Amount by the recipe's quantification with its 95 % interval; null where there is none. */
  quantity: v.nullable(Interval),
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

/** Straight line of Cq over log10 of the quantity, through the run's standards. */
export const StandardCurve = v.strictObject({
  slope: v.number(),
  intercept: v.number(),
  r2: v.number(),
  residual_sd: v.number(),
  points: v.number(),
  levels: v.number(),
  lowest: v.number(),
  highest: v.number(),
  /** Fold a cycle, from the slope; null for an isothermal assay, which has no cycles, and for a line that does not fall. */
  efficiency: v.nullable(Interval),
  /** Conventions it is held against: slope, efficiency, R2. */
  checks: v.array(
    v.strictObject({
      rule: v.picklist(['slope', 'efficiency', 'r2']),
      /** Null where there is none, which does not pass. */
      value: v.nullable(v.number()),
      least: v.number(),
      most: v.number(),
      passed: v.boolean(),
    }),
  ),
})
export type StandardCurve = v.InferOutput<typeof StandardCurve>

/** Result of a run about one target as an assay. */
export const AssayResult = v.strictObject({
  target: v.string(),
  /** Fold a cycle from the growth of the curves, and from how many of them. */
  efficiency: v.nullable(Interval),
  curves: v.number(),
  /** Null without standards; a name says why there is no curve in spite of them. */
  standard_curve: v.nullable(
    v.union([StandardCurve, v.picklist(['too_few_points', 'too_few_levels'])]),
  ),
  flags: v.array(Flag),
})
export type AssayResult = v.InferOutput<typeof AssayResult>

/** Stability of the reference targets of a relative quantification, the most stable first (geNorm, Vandesompele 2002). */
export const ReferenceStability = v.strictObject({
  targets: v.array(v.strictObject({ target: v.string(), stability: v.number() })),
  /** Number of targets that is enough; null when even all leave too much variation. */
  recommended: v.nullable(v.number()),
})
export type ReferenceStability = v.InferOutput<typeof ReferenceStability>

/** Genotype of one well at one place; null where it cannot be decided, with the doubt. */
export const GenotypeResult = v.strictObject({
  name: v.string(),
  well: Well,
  sample_uuid: v.nullable(Uuid),
  genotype: v.nullable(v.picklist(['allele_1', 'heterozygote', 'allele_2'])),
  call: v.picklist(['called', 'not_amplified', 'review']),
  doubt: v.nullable(
    v.picklist([
      'not_measured',
      'weak',
      'between_clusters',
      'cluster_unnamed',
      'ntc_amplified',
      'control_disagrees',
    ]),
  ),
  confidence: v.nullable(v.number()),
})
export type GenotypeResult = v.InferOutput<typeof GenotypeResult>

/** Everything computed from one run: reproducible from the readings, the settings and the engine's version. */
export const Results = v.strictObject({
  engine: v.strictObject({ name: v.string(), version: v.string() }),
  /** SHA-256 of the curve file the results were computed from; empty while a run is still going. */
  input_hash: v.union([ContentHash, v.literal('')]),
  evaluation: Evaluation,
  wells: v.array(WellResult),
  samples: v.array(SampleResult),
  controls: v.array(ControlResult),
  assays: v.array(AssayResult),
  genotypes: v.array(GenotypeResult),
  /** Null with fewer than three reference targets. */
  references: v.nullable(ReferenceStability),
})
export type Results = v.InferOutput<typeof Results>

/** Read results from the text of a file; fills in as "none" what engines before 1.1 did not compute. */
export function readResults(text: string): Results {
  const results = JSON.parse(text) as Results
  return {
    ...results,
    wells: results.wells.map((well) => ({
      ...well,
      estimates: well.estimates ?? null,
      flags: well.flags ?? [],
    })),
    samples: results.samples.map((sample) => ({ ...sample, quantity: sample.quantity ?? null })),
    assays: (results.assays ?? []).map(withoutNoEfficiency),
    genotypes: results.genotypes ?? [],
    references: results.references ?? null,
  }
}

/** Take out the efficiency without a value that engines before wrote for a line that does not fall: readers saw a 0. */
function withoutNoEfficiency(assay: AssayResult): AssayResult {
  const curve = assay.standard_curve
  if (curve === null || typeof curve === 'string') return assay
  const written: { value: number | null } | null = curve.efficiency
  if (written === null || written.value !== null) return assay
  return { ...assay, standard_curve: { ...curve, efficiency: null } }
}

/** Counts of sample calls, small enough to be in the record and in lists. */
export const ResultSummary = v.strictObject({
  detected: v.number(),
  not_detected: v.number(),
  review: v.number(),
  invalid: v.number(),
  controls_ok: v.boolean(),
})
export type ResultSummary = v.InferOutput<typeof ResultSummary>

/** Count the samples' calls and whether every control held. */
export function summarise(results: Results): ResultSummary {
  const summary = { detected: 0, not_detected: 0, review: 0, invalid: 0, controls_ok: true }
  for (const sample of results.samples) summary[sample.call] += 1
  summary.controls_ok = results.controls.every((control) => control.ok)
  return summary
}
