import { displayName } from '../../../domain/catalog/wavelengths.ts'
import type { Evaluation, TargetRule } from '../../../domain/entities/evaluation-recipe.ts'
import { t } from '../../i18n/intl.ts'
import { sayTarget } from './say-evaluation.ts'
import {
  sayAssay,
  sayBaseline,
  sayCompensation,
  sayGenotypes,
  sayList,
  sayNumber,
  sayQuantity,
  sayRange,
  sayThreshold,
  sayValues,
  sayWells,
  sayYes,
} from './say-values.ts'

/** One setting that two evaluations have differently, in the words of the laboratory: `N1: Threshold`, `0.1`, `0.12`. */
export interface EvaluationDifference {
  what: string
  before: string
  after: string
}

/**
 * Find what differs between two versions of an evaluation, its targets first. A target is found again by its name, or by its
 * place when it was renamed.
 */
export function findDifferences(before: Evaluation, after: Evaluation): EvaluationDifference[] {
  const targets = pairTargets(before.targets, after.targets).flatMap(([one, other]) =>
    compareTargets(one, other),
  )
  return [...targets, ...compare(runFacts(before), runFacts(after))]
}

type Pair = readonly [TargetRule | undefined, TargetRule | undefined]

function pairTargets(before: readonly TargetRule[], after: readonly TargetRule[]): Pair[] {
  const namesBefore = new Set(before.map(({ name }) => name))
  const namesAfter = new Set(after.map(({ name }) => name))
  const kept = before.map((one, at): Pair => {
    const same = after.find(({ name }) => name === one.name)
    const inPlace = after[at]
    return [one, same ?? (inPlace && !namesBefore.has(inPlace.name) ? inPlace : undefined)]
  })
  const added = after
    .filter(({ name }, at) => {
      const inPlace = before[at]
      const isRenamed = inPlace && !namesAfter.has(inPlace.name)
      return !namesBefore.has(name) && !isRenamed
    })
    .map((one): Pair => [undefined, one])
  return [...kept, ...added]
}

function compareTargets(
  one: TargetRule | undefined,
  other: TargetRule | undefined,
): EvaluationDifference[] {
  const { name } = one ?? other ?? { name: '' }
  if (one && other) {
    return compare(targetFacts(one), targetFacts(other)).map((difference) => ({
      ...difference,
      what: `${name || '–'}: ${difference.what}`,
    }))
  }
  return [
    {
      what: t('evaluation.target', { name: name || '–' }),
      before: one ? sayTarget(one, 'identity', 'pcr') : '–',
      after: other ? sayTarget(other, 'identity', 'pcr') : '–',
    },
  ]
}

type Facts = readonly (readonly [what: string, value: string])[]

function compare(before: Facts, after: Facts): EvaluationDifference[] {
  const [one, other] = [new Map(before), new Map(after)]
  return [...new Set([...one.keys(), ...other.keys()])]
    .map((what) => ({ what, before: one.get(what) ?? '–', after: other.get(what) ?? '–' }))
    .filter((difference) => difference.before !== difference.after)
}

function targetFacts(target: TargetRule): Facts {
  return [
    [t('methods.name'), target.name],
    [t('evaluation.field.channel'), displayName(target.channel)],
    [
      t('evaluation.field.role'),
      t(target.role === 'target' ? 'evaluation.choice.target' : 'evaluation.choice.control'),
    ],
    [t('evaluation.field.wellTypes'), sayWells(target)],
    [t('evaluation.topic.threshold'), sayThreshold(target.threshold)],
    ...(target.well_thresholds ?? []).map(
      ({ well_type: mix, threshold }) =>
        [t('evaluation.field.thresholdOf', { mix }), sayThreshold(threshold)] as const,
    ),
    [t('evaluation.field.baseline'), sayBaseline(target)],
    [t('evaluation.field.cqMethod'), t(`cq.method.${target.cq_method ?? 'threshold'}`)],
    [t('evaluation.field.cqMax'), sayNumber(target.cq_max)],
    [t('evaluation.field.cqReview'), sayNumber(target.cq_review)],
    [t('evaluation.field.cqMin'), sayNumber(target.cq_min)],
    [t('evaluation.field.tm'), sayRange(target.tm, ' °C')],
    [t('evaluation.field.tmAt'), t(`evaluation.choice.${target.tm_at ?? 'middle'}`)],
    [t('evaluation.field.melt'), t(`evaluation.choice.${target.melt ?? 'falls'}`)],
  ]
}

function runFacts(evaluation: Evaluation): Facts {
  const { assay, controls, passive_reference: reference, quantification } = evaluation
  const relative = quantification?.method === 'relative' ? quantification : null
  return [
    [t('evaluation.topic.assay'), sayAssay(evaluation)],
    [
      t('evaluation.field.minutes'),
      sayNumber(assay?.kind === 'isothermal' ? assay.minutes_per_reading : undefined),
    ],
    [
      t('evaluation.topic.reference'),
      reference ? displayName(reference) : t('evaluation.choice.none'),
    ],
    [t('evaluation.topic.compensation'), sayCompensation(evaluation)],
    [
      t('evaluation.topic.thresholds'),
      t(`evaluation.choice.${evaluation.thresholds_from ?? 'recipe'}`),
    ],
    [ofTopic('ntc', t('evaluation.field.ntcClean')), sayYes(controls.ntc_clean)],
    [ofTopic('ntc', t('evaluation.field.ntcDistance')), sayNumber(controls.ntc_distance)],
    [
      ofTopic('positive', t('evaluation.field.positiveDetected')),
      sayYes(controls.positive_detected),
    ],
    [ofTopic('positive', t('evaluation.field.positiveCq')), sayRange(controls.positive_cq)],
    [ofTopic('internal', t('evaluation.field.internal')), sayYes(controls.internal_control)],
    [t('evaluation.field.replicateSd'), sayNumber(controls.replicate_sd)],
    [t('evaluation.topic.quantification'), sayQuantity(evaluation)],
    [t('evaluation.field.references'), sayList(relative?.reference_targets ?? [])],
    [t('evaluation.field.calibrator'), relative?.calibrator ?? '–'],
    [
      t('evaluation.field.efficiency'),
      relative ? t(`evaluation.choice.${relative.efficiency}`) : '–',
    ],
    [t('evaluation.topic.genotypes'), sayGenotypes(evaluation)],
    [t('evaluation.topic.variables'), sayValues(evaluation.variables)],
  ]
}

const ofTopic = (topic: 'ntc' | 'positive' | 'internal', what: string) =>
  `${t(`evaluation.topic.${topic}`)}: ${what}`
