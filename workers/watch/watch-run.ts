import { cartridges } from '../../domain/catalog/cartridges.ts'
import type { Results } from '../../domain/results.ts'
import { wellIndex } from '../../domain/rules/well.ts'
import { countMeasured, curveOf, type Readings } from '../curves/readings.ts'
import { findOwners, type Layout } from '../run/layout.ts'
import { findDrifts } from './find-drifts.ts'
import { findJumps, type Jump } from './find-jumps.ts'
import type { Observation } from './observation.ts'
import { watchControls } from './watch-controls.ts'
import { watchPlaces } from './watch-places.ts'
import { watchTemperature } from './watch-temperature.ts'

export interface WatchedRun extends Layout {
  /** Raw, as far as it has come: points that have not are NaN. */
  amplification: Readings
  /** Results of the engine so far. */
  results: Pick<Results, 'evaluation' | 'wells' | 'assays'>
  planned_cycles: number
  /** Temperature that the programme reads each cycle at; none: it is not compared. */
  programme?: readonly number[]
}

/** Wells that jump at the same cycle are a thing of the instrument from this part of those that are filled. */
const wholePlate = 0.5

/**
 * List observations that a person may want to check in a run that is going on, or that is over. Pure and without
 * memory: the same readings give the same list, and one more cycle adds to it. In the order of the cycles.
 */
export function watchRun(run: WatchedRun): Observation[] {
  const { amplification, results } = run
  const shape = cartridges[run.cartridge_type]
  const indexOf = (well: string) => wellIndex(shape, well)
  const owners = findOwners(run)
  const measured = countPoints(amplification)
  const { evaluation, wells, assays } = results
  const controls = watchControls({
    targets: evaluation.targets,
    samples: run.samples,
    positiveCq: evaluation.controls.positive_cq?.max,
    results: wells,
    measured,
    planned: run.planned_cycles,
    indexOf,
  })
  const places = assays.flatMap(({ target, flags }) =>
    watchPlaces({
      target,
      channel: evaluation.targets.find(({ name }) => name === target)?.channel ?? '',
      flags,
      results: wells,
      measured,
      ...shape,
      indexOf,
    }),
  )
  const growsAt = amplification.channels.map((channel) => {
    const cycles = new Float64Array(amplification.wells).fill(Number.NaN)
    for (const { well, channel: own, cq } of wells) {
      if (own === channel && cq !== null) cycles[indexOf(well)] = cq
    }
    return cycles
  })
  const filled = owners.map((owner) => owner !== null)
  return [
    ...watchTemperature(amplification.temperatures, measured, run.programme ?? []),
    ...watchJumps(amplification, measured, filled),
    ...watchDrifts(amplification, measured, growsAt, filled),
    ...controls,
    ...places,
  ].sort((a, b) => (a.cycle ?? measured + 1) - (b.cycle ?? measured + 1))
}

function countPoints(readings: Readings): number {
  let most = 0
  for (let curve = 0; curve < readings.channels.length * readings.wells; curve++) {
    const from = curve * readings.points
    most = Math.max(most, countMeasured(readings.values.subarray(from, from + readings.points)))
  }
  return most
}

function watchDrifts(
  readings: Readings,
  measured: number,
  growsAt: readonly Float64Array[],
  filled: readonly boolean[],
): Observation[] {
  return findDrifts(readings, measured, growsAt)
    .filter(({ well }) => filled[well])
    .map(({ well, rise, limit }) => ({
      id: `drift ${well}`,
      kind: 'drift' as const,
      wells: [well],
      channels: readings.channels,
      target: null,
      cycle: null,
      pattern: null,
      value: rise,
      limit,
    }))
}

type Found = Jump & { well: number; channel: string }

/** Group jumps into observations: all channels of a well see a bubble at once, and all wells a lamp. */
function watchJumps(
  readings: Readings,
  measured: number,
  filled: readonly boolean[],
): Observation[] {
  const scratch = new Float64Array(readings.points)
  const found: Found[] = []
  for (const [index, channel] of readings.channels.entries()) {
    for (let well = 0; well < readings.wells; well++) {
      if (!filled[well]) continue
      for (const jump of findJumps(curveOf(readings, index, well), measured, scratch)) {
        found.push({ ...jump, well, channel })
      }
    }
  }
  const count = filled.filter(Boolean).length
  const byCycle = Map.groupBy(found, ({ kind, at }) => `${kind} ${at + 1}`)
  return [...byCycle].flatMap(([key, jumps]) => {
    const byWell = Map.groupBy(jumps, ({ well }) => well)
    const isWhole = count > 2 && byWell.size >= wholePlate * count
    return isWhole
      ? [describeJumps(key, jumps)]
      : [...byWell].map(([well, own]) => describeJumps(`${key} ${well}`, own))
  })
}

function describeJumps(id: string, jumps: readonly Found[]): Observation {
  const parts = jumps.map((one) => (100 * one.size) / scaleOf(one))
  const at = parts.reduce(
    (best, part, i) => (Math.abs(part) > Math.abs(parts[best]!) ? i : best),
    0,
  )
  const largest = jumps[at]!
  return {
    id,
    kind: largest.kind,
    wells: [...new Set(jumps.map(({ well }) => well))],
    channels: [...new Set(jumps.map(({ channel }) => channel))],
    target: null,
    cycle: largest.at + 1,
    pattern: null,
    value: parts[at]!,
    limit: (100 * largest.least) / scaleOf(largest),
  }
}

/** Return the value of which a jump is shown in percent; the jump itself where the background was subtracted. */
function scaleOf({ level, size }: Jump): number {
  return Math.max(Math.abs(level), Math.abs(size))
}
