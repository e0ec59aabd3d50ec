import type { Results } from '../../domain/results.ts'
import { wellIndex } from '../../domain/rules/well.ts'
import { findMedian } from '../numbers/median.ts'
import { curveOf, type Readings } from '../curves/readings.ts'

/** Light and temperature of a device, as one ordinary run says them. */
export interface RunCondition {
  run_uuid: string
  /** Moment at which it began, ms since 1970. */
  at: number
  /** Runs with the same reagents, divided by the same factors: only such are compared. */
  group: string
  light: {
    channel: string
    /** Median light of the wells before anything amplifies, a.u. */
    level: number
    /** Light of each well over the level; null for one without sample. */
    wells: (number | null)[]
  }[]
  melts: { target: string; median: number; wells: (number | null)[] }[]
}

/** Cycles whose light is read, 1-based: the optics have settled, and nothing has grown. */
const [firstCycle, lastCycle] = [3, 8]
/** Fewest wells whose median says something of a plate. */
const leastWells = 4

/** Read the light before growth in every channel, of the wells that hold a sample. */
export function readLevels(
  amplification: Readings,
  isFilled: (well: number) => boolean,
): RunCondition['light'] {
  return amplification.channels.flatMap((channel, order) => {
    const read = Array.from({ length: amplification.wells }, (_, well) => {
      if (!isFilled(well)) return null
      const light = findMedian(
        curveOf(amplification, order, well).subarray(firstCycle - 1, lastCycle),
      )
      return light > 0 ? light : null
    })
    const known = read.filter((light) => light !== null)
    if (known.length < leastWells) return []
    const level = findMedian(known)
    return [{ channel, level, wells: read.map((light) => light && light / level) }]
  })
}

/** Read the highest melting temperature of each amplicon in the wells that have one. */
export function readMelts(
  results: Results,
  shape: { rows: number; columns: number },
): RunCondition['melts'] {
  const targets = [...new Set(results.wells.map(({ target }) => target))]
  return targets.flatMap((target) => {
    const read: (number | null)[] = Array.from({ length: shape.rows * shape.columns }, () => null)
    for (const one of results.wells) {
      if (one.target !== target) continue
      const [peak] = one.melt.toSorted((a, b) => b.height - a.height)
      const well = wellIndex(shape, one.well)
      if (peak && well >= 0) read[well] = peak.tm
    }
    const known = read.filter((tm) => tm !== null)
    if (known.length < leastWells) return []
    return [{ target, median: findMedian(known), wells: read }]
  })
}
