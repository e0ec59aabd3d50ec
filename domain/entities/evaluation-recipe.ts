import * as v from 'valibot'
import { wavelengthNames } from '../catalog/wavelengths.ts'
import { entity } from '../entity.ts'
import { Name, stamps, Uuid } from '../fields.ts'

const Cycle = v.pipe(v.number(), v.minValue(0), v.maxValue(100))

/** Where the threshold of a target lies: given, or `factor` times the standard deviation of the baselines. */
export const ThresholdRule = v.variant('method', [
  v.strictObject({ method: v.literal('fixed'), value: v.pipe(v.number(), v.gtValue(0)) }),
  v.strictObject({
    method: v.literal('automatic'),
    factor: v.pipe(v.number(), v.minValue(1), v.maxValue(100)),
  }),
])
export type ThresholdRule = v.InferOutput<typeof ThresholdRule>

/** Least-squares line over a window of cycles, given or found for each curve. */
export const BaselineRule = v.variant('method', [
  /** The instrument has subtracted it already; it is never subtracted twice. */
  v.strictObject({ method: v.literal('none') }),
  v.strictObject({ method: v.literal('automatic') }),
  v.strictObject({
    method: v.literal('window'),
    start: v.pipe(v.number(), v.integer(), v.minValue(1)),
    end: v.pipe(v.number(), v.integer(), v.minValue(2)),
  }),
])
export type BaselineRule = v.InferOutput<typeof BaselineRule>

/** One thing that is looked for, in one channel. */
export const TargetRule = v.strictObject({
  name: Name,
  channel: v.picklist(wavelengthNames),
  role: v.picklist(['target', 'internal control']),
  threshold: ThresholdRule,
  baseline: BaselineRule,
  /** A Cq above it is not detected. */
  cq_max: Cycle,
  /** Between `cq_review` and `cq_max` people would argue: the call is `review`. Absent: no such band. */
  cq_review: v.optional(Cycle),
  /** A Cq below it is too early to be amplification. */
  cq_min: v.optional(Cycle),
  /** Where the melting peak of the right product lies, in degrees Celsius; absent: melt is not judged. */
  tm: v.optional(v.strictObject({ min: v.number(), max: v.number() })),
})
export type TargetRule = v.InferOutput<typeof TargetRule>

/** What the controls of a run must show for its samples to count. */
export const ControlRules = v.strictObject({
  /** No-template controls: no target may be detected. */
  ntc_clean: v.boolean(),
  /** Positive controls: every target detected, with a Cq inside the range where one is given. */
  positive_detected: v.boolean(),
  positive_cq: v.optional(v.strictObject({ min: Cycle, max: Cycle })),
  /** A sample that is negative in every target must show its internal control, or it is invalid. */
  internal_control: v.boolean(),
  /** Largest standard deviation of Cq among replicates of one sample, in cycles; above it: review. */
  replicate_sd: v.optional(v.pipe(v.number(), v.gtValue(0))),
})
export type ControlRules = v.InferOutput<typeof ControlRules>

export const Variable = v.strictObject({
  name: Name,
  value: v.union([v.string(), v.number(), v.boolean()]),
  type: v.picklist(['string', 'number', 'boolean']),
})

/** How readings become calls. Stored with every result (decisions R8). */
export const Evaluation = v.strictObject({
  targets: v.pipe(v.array(TargetRule), v.minLength(1), v.maxLength(24)),
  /** Channel whose signal every other is divided by, or none. */
  passive_reference: v.nullable(v.picklist(wavelengthNames)),
  controls: ControlRules,
  variables: v.array(Variable),
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
  scope: 'swarm',
  local: { table: 'evaluationRecipes', collection: 'methods' },
  trash: 'evaluation_recipes',
})
