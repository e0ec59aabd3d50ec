import * as v from 'valibot'
import { wavelengthNames } from '../../../../../domain/catalog/wavelengths.ts'
import {
  type BaselineRule,
  Compensation,
  CqMethod,
  type Evaluation,
  type EvaluationRecipe,
  type QuantificationRule,
  type TargetRule,
  type ThresholdRule,
  Variable,
} from '../../../../../domain/entities/evaluation-recipe.ts'
import type { ProcessRecipe } from '../../../../../domain/entities/process-recipe.ts'
import type { Typed as TypedValue } from '../../../../parts/form/read-number.ts'
import { known, Typed } from '../../editing/typed.ts'

const Range = v.strictObject({ min: Typed, max: Typed })

/** Numbers of the other methods are kept while one is tried. */
const DraftThreshold = v.strictObject({
  method: v.picklist(['fixed', 'automatic']),
  value: Typed,
  factor: Typed,
})

const DraftTarget = v.strictObject({
  name: v.string(),
  channel: v.picklist(wavelengthNames),
  role: v.picklist(['target', 'internal control']),
  /** Null: every well. */
  well_types: v.nullable(v.array(v.string())),
  threshold: DraftThreshold,
  well_thresholds: v.array(v.strictObject({ well_type: v.string(), threshold: DraftThreshold })),
  baseline: v.strictObject({
    method: v.picklist(['none', 'automatic', 'sigmoid', 'linreg', 'window']),
    start: Typed,
    end: Typed,
  }),
  /** Null: a recipe from before it could be chosen. */
  cq_method: v.nullable(CqMethod),
  cq_max: Typed,
  cq_review: Typed,
  cq_min: Typed,
  tm: v.nullable(Range),
  tm_at: v.picklist(['middle', 'upper']),
  melt: v.picklist(['falls', 'rises']),
})
export type DraftTarget = v.InferOutput<typeof DraftTarget>

const DraftEvaluation = v.strictObject({
  assay: v.strictObject({ kind: v.picklist(['pcr', 'isothermal']), minutes_per_reading: Typed }),
  targets: v.array(DraftTarget),
  passive_reference: v.nullable(v.picklist(wavelengthNames)),
  compensation: v.nullable(
    v.strictObject({
      channels: v.array(v.picklist(wavelengthNames)),
      matrix: v.array(v.array(Typed)),
      /** Calibration that the matrix is of; one that is typed over has none. */
      from: Compensation.entries.from,
    }),
  ),
  controls: v.strictObject({
    ntc_clean: v.boolean(),
    ntc_distance: Typed,
    positive_detected: v.boolean(),
    positive_cq: v.nullable(Range),
    internal_control: v.boolean(),
    replicate_sd: Typed,
  }),
  quantification: v.strictObject({
    method: v.picklist(['none', 'standard_curve', 'relative']),
    reference_targets: v.array(v.string()),
    calibrator: v.string(),
    efficiency: v.picklist(['assumed', 'measured']),
  }),
  genotypes: v.array(
    v.strictObject({ name: v.string(), alleles: v.tuple([v.string(), v.string()]) }),
  ),
  thresholds_from: v.picklist(['recipe', 'instrument']),
  variables: v.array(v.strictObject({ ...Variable.entries, name: v.string() })),
})
export type DraftEvaluation = v.InferOutput<typeof DraftEvaluation>

/** An evaluation recipe as it is edited: every setting is there, and its numbers may be missing while they are typed. */
export const Draft = v.strictObject({
  name: v.string(),
  swarm_uuid: v.nullable(v.string()),
  evaluation: DraftEvaluation,
})
export type Draft = v.InferOutput<typeof Draft>

/** Multiple of the noise that an automatic threshold begins with. */
const usualFactor = 10

/** Return a target as a new one begins: read in every well, by the consensus of the methods. */
export function makeTarget(
  kind: DraftEvaluation['assay']['kind'] = 'pcr',
  channel: DraftTarget['channel'] = 'FAM',
): DraftTarget {
  return {
    name: '',
    channel,
    role: 'target',
    well_types: null,
    threshold: { method: 'automatic', value: null, factor: usualFactor },
    well_thresholds: [],
    baseline: { method: 'automatic', start: 3, end: 15 },
    cq_method: kind === 'isothermal' ? 'threshold' : 'consensus',
    cq_max: 38,
    cq_review: null,
    cq_min: null,
    tm: null,
    tm_at: 'middle',
    melt: 'falls',
  }
}

/** Content of a new evaluation recipe: no target yet, and the controls that every run has. */
export const emptyDraft: Draft = {
  name: '',
  swarm_uuid: null,
  evaluation: {
    assay: { kind: 'pcr', minutes_per_reading: 0.5 },
    targets: [],
    passive_reference: null,
    compensation: null,
    controls: {
      ntc_clean: true,
      ntc_distance: null,
      positive_detected: true,
      positive_cq: null,
      internal_control: false,
      replicate_sd: null,
    },
    quantification: {
      method: 'none',
      reference_targets: [],
      calibrator: '',
      efficiency: 'assumed',
    },
    genotypes: [],
    thresholds_from: 'recipe',
    variables: [],
  },
}

/** Return what a new evaluation of a thermal profile begins with: its name, and a target for each channel that it measures. */
export function firstEvaluation({ name, swarm_uuid, process }: ProcessRecipe): Draft {
  const { evaluation } = emptyDraft
  const targets = process.channels.map(({ wavelength }) => makeTarget('pcr', wavelength))
  return { name, swarm_uuid, evaluation: { ...evaluation, targets } }
}

/** Take the draft out of a record. */
export function draftOf(
  record: Pick<EvaluationRecipe, 'name' | 'swarm_uuid' | 'evaluation'>,
): Draft {
  const { name, swarm_uuid, evaluation } = record
  const { assay, targets, compensation, quantification, genotypes = [] } = evaluation
  const { controls, passive_reference, thresholds_from, variables } = evaluation
  const empty = emptyDraft.evaluation
  return {
    name,
    swarm_uuid,
    evaluation: {
      assay: { ...empty.assay, ...assay },
      targets: targets.map(targetOf),
      passive_reference,
      compensation: compensation ?? null,
      controls: {
        ...controls,
        ntc_distance: controls.ntc_distance ?? null,
        positive_cq: controls.positive_cq ?? null,
        replicate_sd: controls.replicate_sd ?? null,
      },
      quantification: { ...empty.quantification, ...quantification },
      genotypes,
      thresholds_from: thresholds_from ?? 'recipe',
      variables,
    },
  }
}

function targetOf(target: TargetRule): DraftTarget {
  const { well_types, threshold, well_thresholds = [], baseline, cq_method, tm } = target
  const fresh = makeTarget()
  return {
    ...fresh,
    ...target,
    well_types: well_types ?? null,
    threshold: openThreshold(threshold),
    well_thresholds: well_thresholds.map((own) => ({
      ...own,
      threshold: openThreshold(own.threshold),
    })),
    baseline: { ...fresh.baseline, ...baseline },
    cq_method: cq_method ?? null,
    cq_review: target.cq_review ?? null,
    cq_min: target.cq_min ?? null,
    tm: tm ?? null,
    tm_at: target.tm_at ?? fresh.tm_at,
    melt: target.melt ?? fresh.melt,
  }
}

const openThreshold = (rule: ThresholdRule) => ({ value: null, factor: usualFactor, ...rule })

const knownRange = ({ min, max }: { min: TypedValue; max: TypedValue }) => ({
  min: known(min),
  max: known(max),
})

/** Return the evaluation that a draft says; a number that is missing, or could not be read, is NaN. Check it before it is sent (`findDraftProblems`). */
export function evaluationOf({ evaluation }: Pick<Draft, 'evaluation'>): Evaluation {
  const { assay, compensation, controls, genotypes, thresholds_from, variables } = evaluation
  const { ntc_distance, positive_cq, replicate_sd, ...rules } = controls
  const quantification = closeQuantification(evaluation)
  return {
    ...(assay.kind === 'isothermal' && {
      assay: { kind: assay.kind, minutes_per_reading: known(assay.minutes_per_reading) },
    }),
    targets: evaluation.targets.map(closeTarget),
    passive_reference: evaluation.passive_reference,
    ...(compensation && {
      compensation: {
        channels: compensation.channels,
        matrix: compensation.matrix.map((row) => row.map(known)),
        ...(compensation.from && { from: compensation.from }),
      },
    }),
    controls: {
      ...rules,
      ...(ntc_distance !== null && { ntc_distance: known(ntc_distance) }),
      ...(positive_cq && { positive_cq: knownRange(positive_cq) }),
      ...(replicate_sd !== null && { replicate_sd: known(replicate_sd) }),
    },
    ...(quantification && { quantification }),
    ...(genotypes.length > 0 && { genotypes }),
    ...(thresholds_from === 'instrument' && { thresholds_from }),
    variables,
  }
}

/** Return the rule that a target of a draft says. */
export function closeTarget(target: DraftTarget): TargetRule {
  const { well_types, well_thresholds, cq_method, cq_review, cq_min, tm, tm_at, melt } = target
  return {
    name: target.name,
    channel: target.channel,
    role: target.role,
    ...(well_types && { well_types }),
    threshold: closeThreshold(target.threshold),
    ...(well_thresholds.length > 0 && {
      well_thresholds: well_thresholds.map((own) => ({
        ...own,
        threshold: closeThreshold(own.threshold),
      })),
    }),
    baseline: closeBaseline(target.baseline),
    ...(cq_method && { cq_method }),
    cq_max: known(target.cq_max),
    ...(cq_review !== null && { cq_review: known(cq_review) }),
    ...(cq_min !== null && { cq_min: known(cq_min) }),
    ...(tm && { tm: knownRange(tm) }),
    ...(tm_at === 'upper' && { tm_at }),
    ...(melt === 'rises' && { melt }),
  }
}

function closeThreshold({ method, value, factor }: DraftTarget['threshold']): ThresholdRule {
  return method === 'fixed' ? { method, value: known(value) } : { method, factor: known(factor) }
}

function closeBaseline({ method, start, end }: DraftTarget['baseline']): BaselineRule {
  return method === 'window' ? { method, start: known(start), end: known(end) } : { method }
}

function closeQuantification({ quantification }: DraftEvaluation): QuantificationRule | null {
  const { method, ...relative } = quantification
  if (method === 'none') return null
  return method === 'relative' ? { method, ...relative } : { method }
}
