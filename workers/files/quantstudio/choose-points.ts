import type { CollectionPoint, EdsSignals } from './eds-data.ts'

export interface PointChoice {
  /** Readings of the amplification: index in the signals and cycle. */
  amplification: { index: number; cycle: number }[]
  /** Indexes of the readings of the melt. */
  melt: number[]
}

/** A melt has many readings in one cycle; fewer are a reading before or after the run. */
const fewestMeltPoints = 10

/**
 * Tell the readings of the amplification and of the melt apart: by the stages of the settings, else
 * the stage with most cycles, and the one with most readings in a single cycle.
 */
export function choosePoints(
  { points, wells }: EdsSignals,
  named: { amplification: number | null; melt: number | null },
): PointChoice {
  if (points.length === 0) {
    const [first] = wells.values()
    const count = first?.dyes[0]?.values.length ?? 0
    const amplification = Array.from({ length: count }, (_, index) => ({ index, cycle: index + 1 }))
    return { amplification, melt: [] }
  }
  const cycles = countBy(points, ({ cycle }) => cycle)
  const readings = countBy(points, ({ cycle, point, step }) => `${cycle} ${step} ${point}`)
  const amplified =
    named.amplification !== null && cycles.has(named.amplification)
      ? named.amplification
      : largest(cycles, ([, count]) => count > 1 || cycles.size === 1)
  const melted = largest(
    readings,
    ([stage, count]) => stage !== amplified && cycles.get(stage) === 1 && count >= fewestMeltPoints,
  )
  const isMelt = (stage: number) =>
    stage === (named.melt !== null && readings.has(named.melt) ? named.melt : melted)
  const own = points.flatMap((point, index) =>
    point.stage === amplified ? [{ ...point, index }] : [],
  )
  // Take the last step if a cycle is read at several: the vendor analyses that one.
  const step = own.reduce((last, one) => Math.max(last, one.step), 0)
  return {
    amplification: own.filter((one) => one.step === step && one.point <= 1),
    melt: points.flatMap(({ stage }, index) =>
      stage !== amplified && isMelt(stage) ? [index] : [],
    ),
  }
}

/** Count the different values in each stage. */
function countBy(
  points: readonly CollectionPoint[],
  valueOf: (point: CollectionPoint) => number | string,
): Map<number, number> {
  const sets = new Map<number, Set<number | string>>()
  for (const point of points) {
    const own = sets.get(point.stage) ?? new Set()
    sets.set(point.stage, own.add(valueOf(point)))
  }
  return new Map([...sets].map(([stage, { size }]) => [stage, size]))
}

function largest(
  counts: ReadonlyMap<number, number>,
  passes: (entry: [number, number]) => boolean,
): number | null {
  let best: [number, number] | null = null
  for (const entry of counts) if (passes(entry) && (!best || entry[1] > best[1])) best = entry
  return best?.[0] ?? null
}
