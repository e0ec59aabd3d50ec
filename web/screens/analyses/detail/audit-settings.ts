import type { Method } from '../../../../domain/entities/analysis.ts'
import { displayName } from '../../../../domain/catalog/wavelengths.ts'
import type {
  BaselineRule,
  Evaluation,
  TargetRule,
  ThresholdRule,
} from '../../../../domain/entities/evaluation-recipe.ts'
import { formatExact } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'

/** Write a line of the trail: a setting before and after. */
export function changed(field: string, before: string | null, after: string | null): string {
  return t('audit.change', { field, before: before ?? '–', after: after ?? '–' })
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Describe the changes of a method, a line each, such as "FZD1 threshold: 0.902 → 3.997". */
export function describeMethod(before: Method | null, after: Method | null): string[] {
  if (!before || !after) return []
  const { evaluation: was, process: oldProcess, ...oldRest } = before
  const { evaluation: is, process: newProcess, ...newRest } = after
  return [
    ...describeEvaluation(was, is),
    ...(same(oldProcess, newProcess) ? [] : [t('audit.field.programme')]),
    ...(same(oldRest, newRest) ? [] : [describeOrigin(oldRest, newRest)]),
  ]
}

function describeOrigin(
  before: Pick<Method, 'recipe_version'>,
  after: Pick<Method, 'recipe_version'>,
): string {
  const write = ({ recipe_version: number }: typeof before) => t('audit.version', { number })
  return changed(t('audit.field.recipe'), write(before), write(after))
}

function describeEvaluation(was: Evaluation, is: Evaluation): string[] {
  const names = new Set([...was.targets, ...is.targets].map(({ name }) => name))
  const ofTargets = [...names].flatMap((name) => {
    const old = was.targets.find((target) => target.name === name)
    const fresh = is.targets.find((target) => target.name === name)
    if (!old || !fresh)
      return changed(t('audit.setting.targets'), old?.name ?? null, fresh?.name ?? null)
    return describeTarget(old, fresh)
  })
  const { targets: _old, passive_reference: oldReference, controls: oldControls, ...oldRest } = was
  const { targets: _new, passive_reference: newReference, controls: newControls, ...newRest } = is
  const { replicate_sd: oldSd, ntc_distance: oldDistance, ...oldRules } = oldControls
  const { replicate_sd: newSd, ntc_distance: newDistance, ...newRules } = newControls
  return [
    ...ofTargets,
    ...(oldReference === newReference
      ? []
      : [changed(t('audit.setting.reference'), oldReference, newReference)]),
    ...(oldSd === newSd
      ? []
      : [changed(t('audit.setting.replicateSd'), digits(oldSd), digits(newSd))]),
    ...(oldDistance === newDistance
      ? []
      : [changed(t('audit.setting.ntcDistance'), digits(oldDistance), digits(newDistance))]),
    ...(same(oldRules, newRules) && same(oldRest, newRest) ? [] : [t('audit.field.method')]),
  ]
}

const digits = (value: number | undefined) => (value === undefined ? null : formatExact(value))

/** Text of each setting of a target; a new setting without one does not compile. */
const settings: {
  readonly [Setting in Exclude<keyof TargetRule, 'name'>]-?: {
    label: () => string
    write: (value: TargetRule[Setting]) => string | null
  }
} = {
  channel: { label: () => t('audit.setting.channel'), write: (value) => displayName(value) },
  role: { label: () => t('audit.field.method'), write: (value) => value },
  well_types: {
    label: () => t('audit.field.method'),
    write: (value) => value?.join(', ') ?? null,
  },
  threshold: { label: () => t('explain.threshold'), write: writeThreshold },
  well_thresholds: {
    label: () => t('explain.threshold'),
    write: (value) =>
      value
        ?.map(({ well_type, threshold }) => `${well_type} ${writeThreshold(threshold)}`)
        .join(', ') ?? null,
  },
  baseline: { label: () => t('explain.baseline'), write: writeBaseline },
  cq_method: {
    label: () => t('explain.cqMethod'),
    write: (value) => t(`cq.method.${value ?? 'threshold'}`),
  },
  cq_max: { label: () => t('explain.cqMax'), write: digits },
  cq_review: { label: () => t('audit.setting.cqReview'), write: digits },
  cq_min: { label: () => t('audit.setting.cqMin'), write: digits },
  tm: {
    label: () => t('audit.setting.tm'),
    write: (value) => (value ? `${formatExact(value.min)}–${formatExact(value.max)} °C` : null),
  },
  tm_at: { label: () => t('audit.field.method'), write: (value) => value ?? null },
  melt: {
    label: () => t('audit.setting.melt'),
    write: (value) => t(`audit.setting.melt.${value ?? 'falls'}`),
  },
}

function describeTarget(was: TargetRule, is: TargetRule): string[] {
  return (Object.keys(settings) as (keyof typeof settings)[]).flatMap((name) => {
    if (same(was[name], is[name])) return []
    const { label, write } = settings[name] as {
      label: () => string
      write: (value: unknown) => string | null
    }
    const field = t('audit.ofTarget', { target: is.name, setting: label() })
    return changed(field, write(was[name]), write(is[name]))
  })
}

function writeThreshold(rule: ThresholdRule): string {
  if (rule.method === 'fixed') return formatExact(rule.value)
  return t('explain.threshold.automatic', { factor: formatExact(rule.factor) })
}

function writeBaseline(rule: BaselineRule): string {
  if (rule.method !== 'window') return t(`explain.baseline.rule.${rule.method}`)
  return t('explain.baseline.window', { start: rule.start, end: rule.end })
}
