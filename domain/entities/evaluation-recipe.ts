import * as v from 'valibot'
import { mostWells } from '../catalog/cartridges.ts'
import { wavelengthNames } from '../catalog/wavelengths.ts'
import { entity } from '../entity.ts'
import { Name, stamps, Text, Timestamp, Uuid, within } from '../fields.ts'

/** Limits of an evaluation: Cq in cycles, multiples of the noise, minutes, shares of light, numbers of rules. */
export const evaluationLimits = {
  cq: { min: 0, max: 100 },
  factor: { min: 1, max: 100 },
  ntc_distance: { min: 1, max: 20 },
  minutes_per_reading: { min: 0.05, max: 30 },
  share: { min: -0.5, max: 2 },
  targets: 24,
  mixes: 12,
  genotypes: 12,
} as const

const Cycle = within(evaluationLimits.cq)

/** Threshold of a target: given, or `factor` times the standard deviation of the baselines. */
export const ThresholdRule = v.variant('method', [
  v.strictObject({ method: v.literal('fixed'), value: v.pipe(v.number(), v.gtValue(0)) }),
  v.strictObject({
    method: v.literal('automatic'),
    factor: within(evaluationLimits.factor),
  }),
])
export type ThresholdRule = v.InferOutput<typeof ThresholdRule>

/** Baseline that is subtracted from a curve: a line over a window of cycles, given or found for each curve, or less. */
export const BaselineRule = v.variant('method', [
  /** The instrument has subtracted it already; it is never subtracted twice. */
  v.strictObject({ method: v.literal('none') }),
  v.strictObject({ method: v.literal('automatic') }),
  /** Level of the fitted sigmoid before its growth, for curves that grow too early for a window. */
  v.strictObject({ method: v.literal('sigmoid') }),
  /** Level at which the log of the growth is straight, without a ground phase (Ramakers 2003, Ruijter 2009). */
  v.strictObject({ method: v.literal('linreg') }),
  v.strictObject({
    method: v.literal('window'),
    start: v.pipe(v.number(), v.integer(), v.minValue(1)),
    end: v.pipe(v.number(), v.integer(), v.minValue(2)),
  }),
])
export type BaselineRule = v.InferOutput<typeof BaselineRule>

/** Methods for the Cq that counts; the others are computed as well where the curve allows. */
export const cqMethods = ['threshold', 'second_derivative', 'cy0', 'take_off', 'consensus'] as const
export const CqMethod = v.picklist(cqMethods)
export type CqMethod = v.InferOutput<typeof CqMethod>

/** One thing that is looked for, in one channel, with the settings that can differ between targets; see `Evaluation` for the others. */
export const TargetRule = v.strictObject({
  name: Name,
  channel: v.picklist(wavelengthNames),
  role: v.picklist(['target', 'internal control']),
  /** Reaction mixes (the samples' `well_type`) that can show it; absent: every well. */
  well_types: v.optional(
    v.pipe(v.array(Name), v.minLength(1, 'well_type_required'), v.maxLength(mostWells)),
  ),
  threshold: ThresholdRule,
  /**
   * Thresholds of their own for wells of another reaction mix (the samples' `well_type`). Several
   * thresholds need a device software newer than 2.7.3 (spec section 5).
   */
  well_thresholds: v.optional(
    v.pipe(
      v.array(v.strictObject({ well_type: Name, threshold: ThresholdRule })),
      v.maxLength(evaluationLimits.mixes),
      v.check(
        (rows) => new Set(rows.map(({ well_type }) => well_type)).size === rows.length,
        'repeated',
      ),
    ),
  ),
  baseline: BaselineRule,
  /** Absent: by threshold, as before it could be chosen. A new method gets one written into it (`writeCqMethods`). */
  cq_method: v.optional(CqMethod),
  /** A Cq above it is not detected. */
  cq_max: Cycle,
  /** Between `cq_review` and `cq_max` people would argue: the call is `review`. Absent: no such band. */
  cq_review: v.optional(Cycle),
  /** A Cq below it is too early to be amplification. */
  cq_min: v.optional(Cycle),
  /** Range of the right product's melting peak, in degrees Celsius; absent: melt is not evaluated. */
  tm: v.optional(v.strictObject({ min: v.number(), max: v.number() })),
  /**
   * Position of the slope between two melt readings; absent: in the middle. Instruments that write
   * it at the upper reading print a Tm half a reading higher: `upper` for windows made with them.
   */
  tm_at: v.optional(v.picklist(['middle', 'upper'])),
  /** Direction of the light as the product melts: it rises with quenched probes. Absent: it falls. */
  melt: v.optional(v.picklist(['falls', 'rises'])),
})
export type TargetRule = v.InferOutput<typeof TargetRule>

/** Default `ntc_distance` in cycles: a contamination this late is at most 3 % (2⁻⁵) of the weakest standard. */
export const usualNtcDistance = 5

/** Conditions on the controls of a run for its samples to be valid. */
export const ControlRules = v.strictObject({
  /** No-template controls: no target may be detected. */
  ntc_clean: v.boolean(),
  /**
   * Cycles after the latest standard (without standards: the latest positive control) from which a no-template control may
   * rise without failing the run. A sample less than so many cycles before that control is invalid. Absent: none may rise.
   */
  ntc_distance: v.optional(within(evaluationLimits.ntc_distance)),
  /** Positive controls: every target detected, with a Cq inside the range where one is given. */
  positive_detected: v.boolean(),
  positive_cq: v.optional(v.strictObject({ min: Cycle, max: Cycle })),
  /** A sample that is negative in every target must show its internal control, or it is invalid. */
  internal_control: v.boolean(),
  /** Largest standard deviation of Cq among replicates of one sample, in cycles; above it: review. */
  replicate_sd: v.optional(v.pipe(v.number(), v.gtValue(0))),
})
export type ControlRules = v.InferOutput<typeof ControlRules>

/** A value by name that a method is given from outside (spec §3). */
export const Variable = v.strictObject({
  name: Name,
  value: v.union([v.pipe(Text, v.maxLength(500)), v.number(), v.boolean()]),
  type: v.picklist(['string', 'number', 'boolean']),
})
export type Variable = v.InferOutput<typeof Variable>

/**
 * Light of one dye that other channels see: `matrix[channel][dye]`, each column scaled to 1 in the dye's
 * own channel. Applied before anything else.
 */
export const Compensation = v.pipe(
  v.strictObject({
    channels: v.pipe(v.array(v.picklist(wavelengthNames)), v.minLength(2), v.maxLength(7)),
    matrix: v.array(v.array(within(evaluationLimits.share))),
    /** Calibration that the matrix is of, which the service checks (decision 60). Absent: a person typed it. */
    from: v.optional(
      v.strictObject({
        calibration_uuid: Uuid,
        run_name: Name,
        /** Device, or the instrument of an imported run. */
        device_name: v.string(),
        measured_at: Timestamp,
      }),
    ),
  }),
  v.check(
    ({ channels, matrix }) =>
      matrix.length === channels.length && matrix.every((row) => row.length === channels.length),
    'square',
  ),
)
export type Compensation = v.InferOutput<typeof Compensation>

/** Calculation of quantities from Cq. */
export const QuantificationRule = v.variant('method', [
  /** Copies, by the run's own standards (samples of type `standard` with a quantity). */
  v.strictObject({ method: v.literal('standard_curve') }),
  /** Fold against a calibrator sample, normalised by reference targets (Livak 2001, Pfaffl 2001). */
  v.strictObject({
    method: v.literal('relative'),
    reference_targets: v.pipe(v.array(Name), v.minLength(1), v.maxLength(12)),
    /** Name of the sample that counts as 1. */
    calibrator: Name,
    /** Doubling in every cycle, or as measured in the run's own curves. */
    efficiency: v.picklist(['assumed', 'measured']),
  }),
])
export type QuantificationRule = v.InferOutput<typeof QuantificationRule>

/** Two targets that are the alleles of one place in the genome, told apart by their end points. */
export const GenotypeRule = v.strictObject({ name: Name, alleles: v.tuple([Name, Name]) })
export type GenotypeRule = v.InferOutput<typeof GenotypeRule>

/**
 * Kind of amplification. An isothermal one (LAMP, RPA, HDA) has no cycles that double anything: its result is the time
 * to threshold in minutes, and every limit of a recipe that is in cycles for a PCR (`cq_max`, `cq_min`, `cq_review`, `ntc_distance`,
 * `positive_cq`, `replicate_sd`) is in minutes. Its readings are counted like cycles.
 */
export const AssayRule = v.variant('kind', [
  v.strictObject({ kind: v.literal('pcr') }),
  v.strictObject({
    kind: v.literal('isothermal'),
    /** Minutes from one reading to the next; the first is taken after as many. */
    minutes_per_reading: within(evaluationLimits.minutes_per_reading),
  }),
])
export type AssayRule = v.InferOutput<typeof AssayRule>

/**
 * Settings of the calculation from readings to calls. Stored with every result (decisions R8). A setting belongs to the run where
 * it treats all channels or wells alike, or compares targets; one that a target can have for itself is a part of its `TargetRule`.
 */
export const Evaluation = v.strictObject({
  /** Absent: PCR, as before there was a choice. */
  assay: v.optional(AssayRule),
  targets: v.pipe(v.array(TargetRule), v.minLength(1), v.maxLength(evaluationLimits.targets)),
  /** Channel whose signal every other is divided by, or none. */
  passive_reference: v.nullable(v.picklist(wavelengthNames)),
  /** Colour compensation; absent: the device has done it, or its channels do not see each other. */
  compensation: v.optional(Compensation),
  controls: ControlRules,
  quantification: v.optional(QuantificationRule),
  genotypes: v.optional(v.pipe(v.array(GenotypeRule), v.maxLength(evaluationLimits.genotypes))),
  /** The thresholds are those of the instrument's own software and come with its file (spec §5). */
  thresholds_from: v.optional(v.literal('instrument')),
  variables: v.pipe(v.array(Variable), v.maxLength(100)),
})
export type Evaluation = v.InferOutput<typeof Evaluation>

export const EvaluationRecipe = v.strictObject({
  ...stamps,
  name: Name,
  swarm_uuid: v.nullable(Uuid),
  archived: v.picklist([0, 1]),
  version: v.pipe(v.number(), v.integer(), v.minValue(1)),
  evaluation: Evaluation,
})
export type EvaluationRecipe = v.InferOutput<typeof EvaluationRecipe>

export const evaluationRecipe = entity({
  kind: 'evaluation_recipe',
  path: '/evaluation_recipes',
  permission: 'evaluationRecipe.search',
  schema: EvaluationRecipe,
  indexes: ['name'],
  filters: ['archived', 'swarm_uuid'],
  scope: 'swarm',
  local: { table: 'evaluationRecipes', collection: 'methods' },
  trash: 'evaluation_recipes',
})
