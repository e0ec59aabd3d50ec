import type { Analysis } from '../../../../domain/entities/analysis.ts'
import type {
  BaselineRule,
  CqMethod,
  Evaluation,
  TargetRule,
} from '../../../../domain/entities/evaluation-recipe.ts'

/** Settings of a target that a person may change in a recalculation; numbers are null while a field is empty. */
export interface TargetSettings {
  name: string
  threshold: 'automatic' | 'fixed'
  value: number | null
  baseline: BaselineRule['method']
  start: number | null
  end: number | null
  cq_max: number | null
  cqMethod: CqMethod
}

/** Settings that a recalculation begins with in place of those in force. */
export interface RecalculationStart {
  evaluation?: Evaluation
  /** Wells to leave out, besides those that are left out already. */
  exclude?: readonly string[]
  /** The wells left out are to be these and no others: an earlier version is taken up again. */
  excluded?: readonly string[]
}

/** Return the wells that are left out at the start of a recalculation. */
export function startExcluded(
  exclusions: Analysis['exclusions'],
  start: RecalculationStart | undefined,
): string[] {
  if (start?.excluded) return [...new Set(start.excluded)]
  return [...new Set([...exclusions.map(({ well }) => well), ...(start?.exclude ?? [])])]
}

export function readSettings({ targets }: Evaluation): TargetSettings[] {
  return targets.map(({ name, threshold, baseline, cq_max, cq_method }) => ({
    name,
    threshold: threshold.method,
    value: threshold.method === 'fixed' ? threshold.value : null,
    baseline: baseline.method,
    start: baseline.method === 'window' ? baseline.start : 3,
    end: baseline.method === 'window' ? baseline.end : 15,
    cq_max,
    cqMethod: cq_method ?? 'threshold',
  }))
}

/** List the names of the fields that hold no usable value, as `target.field`. */
export function findGaps(settings: readonly TargetSettings[]): string[] {
  return settings.flatMap(({ name, threshold, value, baseline, start, end, cq_max }) => [
    ...(threshold === 'fixed' && !(value !== null && value > 0) ? [`${name}.value`] : []),
    ...(baseline === 'window' && !(start !== null && end !== null && start >= 1 && end > start)
      ? [`${name}.end`]
      : []),
    ...(cq_max === null || cq_max < 1 || cq_max > 100 ? [`${name}.cq_max`] : []),
  ])
}

/** Apply these settings to the evaluation; all else stays. Call it only without gaps. */
export function applySettings(
  evaluation: Evaluation,
  settings: readonly TargetSettings[],
): Evaluation {
  return {
    ...evaluation,
    targets: evaluation.targets.map((target) => {
      const set = settings.find(({ name }) => name === target.name)
      return set ? applyTarget(target, set) : target
    }),
  }
}

function applyTarget(target: TargetRule, set: TargetSettings): TargetRule {
  const factor = target.threshold.method === 'automatic' ? target.threshold.factor : 10
  const cq_max = set.cq_max ?? target.cq_max
  return {
    ...target,
    threshold:
      set.threshold === 'fixed' && set.value !== null
        ? { method: 'fixed', value: set.value }
        : { method: 'automatic', factor },
    baseline:
      set.baseline === 'window'
        ? { method: 'window', start: set.start ?? 3, end: set.end ?? 15 }
        : { method: set.baseline },
    cq_max,
    // Leave it out where it always was, so that the same settings are the same evaluation.
    ...(target.cq_method !== undefined || set.cqMethod !== 'threshold'
      ? { cq_method: set.cqMethod }
      : {}),
    // Begin the review band no later than the maximum, at which it ends.
    ...(target.cq_review !== undefined ? { cq_review: Math.min(target.cq_review, cq_max) } : {}),
  }
}

/** Return the wells to leave out; those that stay keep their reason. */
export function applyExclusions(
  before: Analysis['exclusions'],
  wells: readonly string[],
  reason: string,
): Analysis['exclusions'] {
  const wanted = new Set(wells)
  const kept = before.filter(({ well }) => wanted.has(well))
  const known = new Set(kept.map(({ well }) => well))
  return [
    ...kept,
    ...wells.filter((well) => !known.has(well)).map((well) => ({ well, target: null, reason })),
  ]
}
