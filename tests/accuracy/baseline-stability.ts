import { correctChannel, wellOf, type CorrectedChannel } from '../../workers/curves/correct.ts'
import { findCq, findThreshold } from '../../workers/curves/threshold.ts'
import { createReadings, findChannel } from '../../workers/curves/readings.ts'
import { normaliseVendor, quantile, type Figure } from '../support/curve-accuracy.ts'
import { readCurveTable } from '../support/linreg-reference.ts'
import { createRandom } from '../support/seeded-random.ts'
import { hasReference } from '../support/vendor-csv.ts'
import { readShippedPlate } from '../support/vendor-plate.ts'
import { consensusOf, correctTable, type Target } from './consensus.ts'

const paths = [
  'qpcR/dil4reps94.csv',
  'qpcR/guescini1.csv',
  'qpcR/lievens1.csv',
  'qpcR/reps3.csv',
  'chipPCR/VIMCFX96_60.csv',
]

/** Cqs of a target's wells by the two ways that must be stable. */
interface Cqs {
  threshold: Float64Array
  consensus: Float64Array
}

const ways = ['threshold', 'consensus'] as const

/** Quantities of which the noise is 1 %, as a standard deviation for each well. */
const definitions = {
  /** As if a curve were stored with less precision: shows nothing but a baseline that jumps. */
  "the curve's own noise": (target: Target, well: number) => target.curves.noises[well]!,
  'the baseline reading': (target: Target, well: number) => Math.abs(levelOf(target, well)),
  'the rise': (target: Target, well: number) => riseOf(target, well),
} as const

/**
 * Measure the shift of Cq when a constant is added to the curves and when they are measured again with a little noise,
 * over all clearly amplified curves. The threshold is the automatic one and is held; the baseline window and all else
 * are found again. "1 % noise" can be read in three ways; the bar applies to each, although at the last two no method
 * can reach it (Cramér-Rao bound, with only the place unknown), so that bound is shown beside them.
 */
export function measureBaselineStability(): Figure[] {
  const targets = [...readPlateTargets(), ...readTables()]
  const figures = measureOffset(targets)
  for (const [name, size] of Object.entries(definitions)) {
    figures.push(...measureNoise(name, targets, size))
  }
  return figures
}

function readTables(): Target[] {
  return paths.filter(hasReference).map((path) => correctTable(path, readCurveTable(path)))
}

/** Read the four targets of the plate that ships with the simulated devices. */
function readPlateTargets(): Target[] {
  const plate = readShippedPlate()
  const { points } = plate.amplification
  const byTarget = Map.groupBy(plate.curves, ({ target }) => target)
  return [...byTarget].map(([name, curves]) => {
    const values = new Float64Array(curves.length * points)
    for (const [i, curve] of curves.entries()) {
      if (findChannel(plate.amplification, curve.channel) < 0) throw new Error(curve.channel)
      values.set(normaliseVendor(plate, curve), i * points)
    }
    return correctTable(name, { names: curves.map(({ well }) => `${well}`), points, values })
  })
}

function findCqs(target: Target, curves: CorrectedChannel): Cqs {
  const level = findThreshold(target.curves.noises)
  const threshold = Float64Array.from({ length: curves.wells }, (_, well) => {
    return findCq(wellOf(curves.corrected, well, curves.points), level)
  })
  return { threshold, consensus: consensusOf(target, curves).cq }
}

/** Return the absolute changes of every clear curve's Cq; a lost Cq counts as a change of a whole run. */
function compare(target: Target, before: Cqs, change: (well: number) => (i: number) => number) {
  const { wells, points, rn } = target.curves
  const readings = createReadings(['FAM'], wells, points)
  for (let well = 0; well < wells; well++) {
    const add = change(well)
    for (let i = 0; i < points; i++) {
      readings.values[well * points + i] = rn[well * points + i]! + add(i)
    }
  }
  const after = findCqs(target, correctChannel(readings, 0, null, { method: 'automatic' }))
  const moves: Record<(typeof ways)[number], number[]> = { threshold: [], consensus: [] }
  for (const way of ways) {
    for (let well = 0; well < wells; well++) {
      if (target.amplified[well] === 0 || Number.isNaN(before[way][well]!)) continue
      const move = Math.abs(after[way][well]! - before[way][well]!)
      moves[way].push(move === move ? move : points)
    }
  }
  return moves
}

function measureOffset(targets: readonly Target[]): Figure[] {
  const worst = { threshold: 0, consensus: 0 }
  for (const target of targets) {
    const before = findCqs(target, target.curves)
    for (const part of [0.5, -3, 20]) {
      const moves = compare(target, before, (well) => () => part * riseOf(target, well))
      for (const way of ways) worst[way] = Math.max(worst[way], ...moves[way])
    }
  }
  return ways.map((way) => ({
    name: `a constant added to the curves: ${way} Cq, largest change`,
    value: worst[way],
    unit: 'cycles',
    bar: '<= 0.000001',
    ok: worst[way] <= 1e-6,
  }))
}

function measureNoise(
  name: string,
  targets: readonly Target[],
  size: (target: Target, well: number) => number,
): Figure[] {
  const gauss = createGauss()
  const moves: Record<(typeof ways)[number], number[]> = { threshold: [], consensus: [] }
  const possible: number[] = []
  for (const target of targets) {
    const before = findCqs(target, target.curves)
    for (let draw = 0; draw < 2; draw++) {
      const drawn = compare(target, before, (well) => {
        const deviation = 0.01 * size(target, well)
        return () => deviation * gauss()
      })
      for (const way of ways) moves[way].push(...drawn[way])
    }
    for (let well = 0; well < target.curves.wells; well++) {
      if (target.amplified[well] === 1) {
        possible.push(shareWithin(0.1, leastError(target, well, 0.01 * size(target, well))))
      }
    }
  }
  const figure = (what: string, value: number, unit: string, bar: boolean): Figure => ({
    name: `noise of 1 % of ${name}: ${what}`,
    value,
    unit,
    bar: bar ? '>= 0.999' : '',
    ok: bar ? value >= 0.999 : null,
  })
  const best = possible.reduce((sum, one) => sum + one, 0) / possible.length
  return [
    ...ways.flatMap((way) => [
      figure(
        `${way} Cq within 0.1`,
        moves[way].filter((one) => one <= 0.1).length / moves[way].length,
        'part',
        true,
      ),
      figure(`${way} Cq, p99.9`, quantile(moves[way], 0.999), 'cycles', false),
      figure(`${way} Cq, largest`, quantile(moves[way], 1), 'cycles', false),
    ]),
    figure('best possible within 0.1', best, 'part', false),
  ]
}

function riseOf({ curves }: Target, well: number): number {
  return wellOf(curves.corrected, well, curves.points).reduce(
    (most, value) => (value > most ? value : most),
    0,
  )
}

function levelOf({ curves }: Target, well: number): number {
  return curves.intercepts[well]! + curves.slopes[well]! * curves.starts[well]!
}

/** Return the least standard error of a curve's place under noise: noise over the root of its summed squared slopes. */
function leastError({ curves }: Target, well: number, noise: number): number {
  const curve = wellOf(curves.corrected, well, curves.points)
  let squares = 0
  for (let i = 1; i + 1 < curve.length; i++) {
    const slope = (curve[i + 1]! - curve[i - 1]!) / 2
    if (slope === slope) squares += slope * slope
  }
  return noise / Math.sqrt(squares)
}

/** Return the share of normal values of a deviation within a limit (Abramowitz & Stegun 7.1.26, to 1e-7). */
function shareWithin(limit: number, deviation: number): number {
  const x = limit / (deviation * Math.SQRT2)
  const t = 1 / (1 + 0.3275911 * x)
  const tail = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592]
  return 1 - t * tail.reduce((sum, one) => sum * t + one, 0) * Math.exp(-x * x)
}

function createGauss(): () => number {
  const random = createRandom(20)
  return () => Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
}
