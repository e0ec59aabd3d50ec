import type { Evaluation, TargetRule } from '../../domain/entities/evaluation-recipe.ts'

/**
 * Settings of a run, by what they change: the curves that are taken out of the readings, or how these are judged. A new setting
 * does not compile without its line: with a wrong one a page would keep showing the previous curves and calls.
 */
const runSettings: Readonly<Record<keyof Evaluation, 'curves' | 'targets' | 'judgement'>> = {
  assay: 'curves',
  targets: 'targets',
  passive_reference: 'curves',
  compensation: 'curves',
  controls: 'judgement',
  quantification: 'judgement',
  genotypes: 'judgement',
  thresholds_from: 'judgement',
  variables: 'judgement',
}

type TargetPart = 'curves' | 'baseline' | 'melt' | 'judgement'

/** The same of a target: which readings are its own, the line that is taken off them, its melting peaks, or the judgement. */
const targetSettings: Readonly<Record<keyof TargetRule, TargetPart>> = {
  name: 'judgement',
  channel: 'curves',
  role: 'judgement',
  well_types: 'curves',
  threshold: 'judgement',
  well_thresholds: 'judgement',
  baseline: 'baseline',
  cq_method: 'judgement',
  cq_max: 'judgement',
  cq_review: 'judgement',
  cq_min: 'judgement',
  tm: 'judgement',
  tm_at: 'melt',
  melt: 'melt',
}

/** List the values of the run's settings that its curves depend on. */
export function listCurveSettings(evaluation: Evaluation): unknown[] {
  return Object.entries(runSettings).map(([name, part]) =>
    part === 'curves' ? evaluation[name as keyof Evaluation] : null,
  )
}

/** List the values of a target's settings that change these parts of it. */
export function listTargetSettings(target: TargetRule, parts: readonly TargetPart[]): unknown[] {
  return Object.entries(targetSettings).map(([name, part]) =>
    parts.includes(part) ? target[name as keyof TargetRule] : null,
  )
}
