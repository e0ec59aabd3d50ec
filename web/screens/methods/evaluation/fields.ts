import type { RunTopic, TargetTopic } from '../../../entities/evaluation-recipe/say-evaluation.ts'
import { t } from '../../../i18n/intl.ts'
import type { MessageKey } from '../../../i18n/text-files.ts'
import type { Draft } from './draft/draft.ts'

type Fields<Topic> = Readonly<Record<string, readonly [topic: Topic, label: MessageKey]>>

/** Fields of a target: the sentence that opens the form of each, and its label. */
const targetFields: Fields<TargetTopic> = {
  name: ['identity', 'methods.name'],
  channel: ['identity', 'evaluation.field.channel'],
  role: ['identity', 'evaluation.field.role'],
  well_types: ['identity', 'evaluation.field.wellTypes'],
  cq_max: ['limits', 'evaluation.field.cqMax'],
  cq_review: ['limits', 'evaluation.field.cqReview'],
  cq_min: ['limits', 'evaluation.field.cqMin'],
  threshold: ['threshold', 'evaluation.topic.threshold'],
  'threshold.value': ['threshold', 'evaluation.field.value'],
  'threshold.factor': ['threshold', 'evaluation.field.factor'],
  well_thresholds: ['threshold', 'evaluation.field.ownThresholds'],
  'well_thresholds.well_type': ['threshold', 'evaluation.field.mix'],
  'well_thresholds.threshold': ['threshold', 'evaluation.topic.threshold'],
  'well_thresholds.threshold.value': ['threshold', 'evaluation.field.value'],
  'well_thresholds.threshold.factor': ['threshold', 'evaluation.field.factor'],
  baseline: ['cq', 'evaluation.field.baseline'],
  'baseline.start': ['cq', 'evaluation.field.start'],
  'baseline.end': ['cq', 'evaluation.field.end'],
  cq_method: ['cq', 'evaluation.field.cqMethod'],
  tm: ['melt', 'evaluation.field.tm'],
  'tm.min': ['melt', 'evaluation.field.from'],
  'tm.max': ['melt', 'evaluation.field.to'],
  tm_at: ['melt', 'evaluation.field.tmAt'],
  melt: ['melt', 'evaluation.field.melt'],
}

/** Fields of the whole run. */
const runFields: Fields<RunTopic> = {
  assay: ['assay', 'evaluation.topic.assay'],
  'assay.minutes_per_reading': ['assay', 'evaluation.field.minutes'],
  passive_reference: ['reference', 'evaluation.topic.reference'],
  compensation: ['compensation', 'evaluation.topic.compensation'],
  'compensation.channels': ['compensation', 'methods.channels'],
  thresholds_from: ['thresholds', 'evaluation.topic.thresholds'],
  'controls.ntc_clean': ['ntc', 'evaluation.field.ntcClean'],
  'controls.ntc_distance': ['ntc', 'evaluation.field.ntcDistance'],
  'controls.positive_detected': ['positive', 'evaluation.field.positiveDetected'],
  'controls.positive_cq': ['positive', 'evaluation.field.positiveCq'],
  'controls.positive_cq.min': ['positive', 'evaluation.field.from'],
  'controls.positive_cq.max': ['positive', 'evaluation.field.to'],
  'controls.internal_control': ['internal', 'evaluation.field.internal'],
  'controls.replicate_sd': ['replicates', 'evaluation.field.replicateSd'],
  quantification: ['quantification', 'evaluation.topic.quantification'],
  'quantification.reference_targets': ['quantification', 'evaluation.field.references'],
  'quantification.calibrator': ['quantification', 'evaluation.field.calibrator'],
  'quantification.efficiency': ['quantification', 'evaluation.field.efficiency'],
  genotypes: ['genotypes', 'evaluation.topic.genotypes'],
  'genotypes.name': ['genotypes', 'methods.name'],
  variables: ['variables', 'methods.variables'],
}

/** A sentence of the page, such as `targets.0.threshold` or `ntc`. */
export type SentenceId = `targets.${number}.${TargetTopic}` | RunTopic

interface Place {
  /** Index of its target; null for a field of the run. */
  target: number | null
  topic: TargetTopic | RunTopic
  label: MessageKey
}

/** Find the row of a field such as `evaluation.targets.0.cq_max`, or of the field that it is a part of. */
function placeOf(field: string): Place | null {
  const [, at] = /^evaluation\.targets\.(\d+)\./.exec(field) ?? []
  const target = at === undefined ? null : Number(at)
  const parts = field
    .split('.')
    .slice(target === null ? 1 : 3)
    .filter((part) => !/^\d+$/.test(part))
  const rows: Fields<TargetTopic | RunTopic> = target === null ? runFields : targetFields
  for (; parts.length > 0; parts.pop()) {
    const row = rows[parts.join('.')]
    if (row) return { target, topic: row[0], label: row[1] }
  }
  return null
}

/** Return the sentence whose form has a field; null for one outside of all. */
export function sentenceOf(field: string): SentenceId | null {
  const place = placeOf(field)
  if (!place) return null
  const { target, topic } = place
  return target === null ? (topic as RunTopic) : `targets.${target}.${topic as TargetTopic}`
}

/** Return the label of a field. */
export function labelOf(field: string): string {
  const place = placeOf(field)
  return place ? t(place.label) : ''
}

/** Say which field it is: `N1 · Last Cq`. */
export function nameField(field: string, { evaluation }: Draft): string {
  if (field === 'name') return t('methods.name')
  const place = placeOf(field)
  if (!place) return t('methods.targets')
  const { target, topic, label } = place
  if (target !== null) {
    const name = evaluation.targets[target]?.name || String(target + 1)
    return `${t('evaluation.target', { name })} · ${t(label)}`
  }
  const own = t(`evaluation.topic.${topic}`)
  return own === t(label) ? own : `${own} · ${t(label)}`
}
