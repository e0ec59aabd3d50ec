import type { Flag, WellResult } from '../../domain/results.ts'
import { isEdge } from './is-edge.ts'
import type { Observation, WatchedPattern } from './observation.ts'
import { watchLimits as limits } from './watch-limits.ts'

const patterns: readonly string[] = ['edge', 'row_gradient', 'column_gradient', 'rows', 'columns']

export interface WatchedPlaces {
  target: string
  channel: string
  /** The run's flags of the target: patterns of the place that its Cqs show beside their replicates. */
  flags: readonly Flag[]
  results: readonly WellResult[]
  measured: number
  rows: number
  columns: number
  indexOf: (well: string) => number
}

/**
 * Find patterns of the place, once no further Cq is expected: while wells are still coming up, those that have come are
 * the early ones, and are not like the others.
 */
export function watchPlaces(run: WatchedPlaces): Observation[] {
  const counted = run.results.filter(({ target, cq }) => target === run.target && cq !== null)
  if (counted.length < limits.positionWells) return []
  if (counted.some(({ cq }) => cq! > run.measured - limits.settledCycles)) return []
  return run.flags.flatMap(({ name, value, limit }): Observation[] => {
    if (!patterns.includes(name) || value === null) return []
    const pattern = name as WatchedPattern
    const wells = counted.map(({ well }) => run.indexOf(well))
    return [
      {
        id: `position ${run.target} ${pattern}`,
        kind: 'position',
        wells: pattern === 'edge' ? wells.filter((well) => isEdge(run, well)) : wells,
        channels: [run.channel],
        target: run.target,
        cycle: null,
        pattern,
        value,
        limit: limit ?? 0,
      },
    ]
  })
}
