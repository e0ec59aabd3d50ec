import type { TargetRule } from '../../domain/entities/evaluation-recipe.ts'
import type { TraceEntry, WellResult } from '../../domain/results.ts'
import { scoreLimits } from '../growth/amplification-score.ts'
import type { LayoutSample } from '../run/controls.ts'
import type { Observation } from './observation.ts'
import { watchLimits as limits } from './watch-limits.ts'

export interface WatchedControls {
  targets: readonly TargetRule[]
  samples: readonly LayoutSample[]
  /** Latest Cq of a positive control that the recipe accepts; none: that of the target. */
  positiveCq: number | undefined
  results: readonly WellResult[]
  measured: number
  planned: number
  indexOf: (well: string) => number
}

type Seen = Pick<Observation, 'kind' | 'cycle' | 'value' | 'limit'>

/**
 * Find controls that break their rule, long before the run's controls are judged at its end. A Cq counts only with
 * growth (see `showsGrowth`), and light of a neighbouring channel does not count.
 */
export function watchControls(run: WatchedControls): Observation[] {
  const types = new Map(run.samples.map(({ uuid, sample_type }) => [uuid, sample_type]))
  const targets = new Map(
    run.targets.filter(({ role }) => role === 'target').map((target) => [target.name, target]),
  )
  return run.results.flatMap((result): Observation[] => {
    const target = targets.get(result.target)
    const type = result.sample_uuid === null ? undefined : types.get(result.sample_uuid)
    if (!target || !type || isLeftOut(result)) return []
    const seen =
      type === 'ntc' || type === 'negative'
        ? watchNegative(result)
        : type === 'positive'
          ? watchPositive(run, target, result)
          : null
    if (!seen) return []
    const well = run.indexOf(result.well)
    return [
      {
        id: `${seen.kind} ${well} ${target.name}`,
        wells: [well],
        channels: [result.channel],
        target: target.name,
        pattern: null,
        ...seen,
      },
    ]
  })
}

/** Rules of the trace that make it arguable whether a curve has grown at all. */
const noGrowth: readonly TraceEntry['rule'][] = ['crosstalk', 'jump', 'odd_shape', 'faint_growth']

/** Return the cycle at which a curve rose, if it more likely did than not; else null. */
function findRise({ cq, trace }: WellResult): number | null {
  if (cq === null || trace.some(({ rule, decided }) => decided && noGrowth.includes(rule)))
    return null
  const score = trace.findLast(({ rule }) => rule === 'growth_score')?.value ?? 100
  return score < scoreLimits.likely ? null : cq
}

function watchNegative(result: WellResult): Seen | null {
  const cq = findRise(result)
  if (cq === null) return null
  const kind = cq < limits.lateFrom ? 'control_early' : 'control_late'
  return { kind, cycle: Math.floor(cq), value: cq, limit: limits.lateFrom }
}

function watchPositive(run: WatchedControls, target: TargetRule, result: WellResult): Seen | null {
  const latest = Math.min(run.positiveCq ?? target.cq_max, run.planned)
  if (run.measured < latest || findRise(result) !== null) return null
  return { kind: 'positive_flat', cycle: null, value: run.measured, limit: latest }
}

function isLeftOut({ trace }: WellResult): boolean {
  return trace.some(
    ({ rule, decided }) => decided && (rule === 'excluded' || rule === 'not_measured'),
  )
}
