import { displayName } from '../../../domain/catalog/wavelengths.ts'
import type {
  AssayRule,
  Evaluation,
  TargetRule,
  ThresholdRule,
} from '../../../domain/entities/evaluation-recipe.ts'
import { isIsothermal } from '../../../domain/rules/assay-kind.ts'
import { t } from '../../i18n/intl.ts'
import { sayCalibration } from '../dye-calibration/say-calibration.ts'
import { sayList as list, sayNumber as number, sayValues } from './say-values.ts'

/** Sentences of one target, in the order in which they are read. */
export const targetTopics = ['identity', 'limits', 'threshold', 'cq', 'melt'] as const
export type TargetTopic = (typeof targetTopics)[number]

/** Sentences of the whole run, in the order in which they are read. */
export const runTopics = [
  'assay',
  'reference',
  'compensation',
  'thresholds',
  'ntc',
  'positive',
  'internal',
  'replicates',
  'quantification',
  'genotypes',
  'variables',
] as const
export type RunTopic = (typeof runTopics)[number]

const join = (sentences: readonly (string | false | undefined)[]) =>
  sentences.filter(Boolean).join(' ')

/** Say one thing about a target, as sentences. */
export function sayTarget(target: TargetRule, topic: TargetTopic, kind: AssayRule['kind']): string {
  const unit = kind === 'isothermal' ? 'minutes' : 'cycles'
  switch (topic) {
    case 'identity': {
      const { name, channel, role, well_types: mixes } = target
      return t('evaluation.say.identity', {
        name: name || '–',
        channel: displayName(channel),
        role: role === 'target' ? 'target' : 'control',
        where: mixes ? 'some' : 'every',
        mixes: list(mixes ?? []),
      })
    }
    case 'limits': {
      const { cq_min: min, cq_review: review, cq_max } = target
      const max = number(cq_max)
      return join([
        t('evaluation.say.cqMax', { unit, max }),
        review !== undefined && t('evaluation.say.cqReview', { unit, review: number(review), max }),
        min !== undefined && t('evaluation.say.cqMin', { unit, min: number(min) }),
      ])
    }
    case 'threshold':
      return join([
        sayThreshold('evaluation.say.threshold', target.threshold, {}),
        ...(target.well_thresholds ?? []).map(({ well_type: mix, threshold }) =>
          sayThreshold('evaluation.say.thresholdOf', threshold, { mix: mix || '–' }),
        ),
      ])
    case 'cq':
      return join([sayBaseline(target), t('evaluation.say.cq', { method: methodOf(target), unit })])
    case 'melt':
      return sayMelt(target)
  }
}

const methodOf = ({ cq_method: method }: TargetRule) => method ?? 'threshold'

function sayThreshold(
  key: 'evaluation.say.threshold' | 'evaluation.say.thresholdOf',
  rule: ThresholdRule,
  more: { mix?: string },
): string {
  const value = number(rule.method === 'fixed' ? rule.value : rule.factor)
  return t(key, { method: rule.method, value, ...more })
}

function sayBaseline({ baseline }: TargetRule): string {
  const { start, end } = baseline.method === 'window' ? baseline : { start: 0, end: 0 }
  const values = { method: baseline.method, start: number(start), end: number(end) }
  return t('evaluation.say.baseline', values)
}

function sayMelt({ tm, tm_at: at = 'middle', melt = 'falls' }: TargetRule): string {
  if (!tm) return t('evaluation.say.noMelt')
  const window = { min: number(tm.min), max: number(tm.max) }
  return join([
    t('evaluation.say.melt', window),
    melt === 'rises' && t('evaluation.say.meltRises'),
    at === 'upper' && t('evaluation.say.tmUpper'),
  ])
}

/** Say one thing about the whole run, as sentences. */
export function sayRun(evaluation: Evaluation, topic: RunTopic): string {
  const { assay, passive_reference: reference, compensation, controls } = evaluation
  const unit = isIsothermal(evaluation) ? 'minutes' : 'cycles'
  switch (topic) {
    case 'assay': {
      const minutes = assay?.kind === 'isothermal' ? number(assay.minutes_per_reading) : ''
      return t('evaluation.say.assay', { unit, minutes })
    }
    case 'reference':
      return reference
        ? t('evaluation.say.reference', { channel: displayName(reference) })
        : t('evaluation.say.noReference')
    case 'compensation':
      if (!compensation) return t('evaluation.say.noCompensation')
      return join([
        compensation.channels.length < 2
          ? t('evaluation.say.compensationOpen')
          : t('evaluation.say.compensation', {
              channels: list(compensation.channels.map(displayName)),
            }),
        compensation.from &&
          t('evaluation.say.calibration', { calibration: sayCalibration(compensation.from) }),
      ])
    case 'thresholds':
      return t('evaluation.say.thresholdsFrom', { from: evaluation.thresholds_from ?? 'recipe' })
    case 'ntc': {
      const { ntc_clean: isClean, ntc_distance: distance } = controls
      const rule = !isClean ? 'none' : distance === undefined ? 'clean' : 'late'
      return t('evaluation.say.ntc', { rule, unit, distance: number(distance ?? 0) })
    }
    case 'positive':
      return sayPositive(evaluation, unit)
    case 'internal':
      return t('evaluation.say.internal', { rule: String(controls.internal_control) })
    case 'replicates': {
      const { replicate_sd: sd } = controls
      return sd === undefined
        ? t('evaluation.say.noReplicates')
        : t('evaluation.say.replicates', { unit, sd: number(sd) })
    }
    case 'quantification':
      return sayQuantification(evaluation)
    case 'genotypes':
      return sayGenotypes(evaluation)
    case 'variables':
      return sayVariables(evaluation)
  }
}

function sayPositive({ controls }: Evaluation, unit: 'cycles' | 'minutes'): string {
  const { positive_detected: isWanted, positive_cq: range } = controls
  const rule = range ? 'range' : isWanted ? 'detected' : 'none'
  const [min, max] = [number(range?.min ?? 0), number(range?.max ?? 0)]
  return t('evaluation.say.positive', { rule, unit, min, max })
}

function sayQuantification({ quantification }: Evaluation): string {
  if (quantification?.method !== 'relative') {
    return t('evaluation.say.quantity', { method: quantification?.method ?? 'none' })
  }
  const { calibrator, reference_targets: references, efficiency } = quantification
  return t('evaluation.say.relative', {
    calibrator: calibrator || '–',
    references: list(references),
    efficiency,
  })
}

function sayGenotypes({ genotypes = [] }: Evaluation): string {
  if (genotypes.length === 0) return t('evaluation.say.noGenotypes')
  return join(
    genotypes.map(({ name, alleles: [one, other] }) =>
      t('evaluation.say.genotype', { name: name || '–', one: one || '–', other: other || '–' }),
    ),
  )
}

function sayVariables({ variables }: Evaluation): string {
  if (variables.length === 0) return t('evaluation.say.noVariables')
  return t('evaluation.say.variables', { values: sayValues(variables) })
}
