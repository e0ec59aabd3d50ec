import { describe, expect, test } from 'vitest'
import { findHandlingError, poissonError } from '../../workers/consensus/error.ts'
import { findHeightError } from '../../workers/consensus/height-error.ts'
import { findConsensusCq, type ConsensusCq } from '../../workers/consensus/consensus-cq.ts'
import { fillShape, reachHeight } from '../../workers/consensus/shape.ts'
import { correctChannel } from '../../workers/curves/correct.ts'
import { hasReference } from '../support/vendor-csv.ts'
import { measureConsensus } from '../accuracy/consensus.ts'
import { makeRandom, makeReadings, type MadeCurve } from './curves.ts'

const middles = [18, 18.3, 21.7, 24, 24.9, 27.25, 30.5, 33]

/** Make wells that grow alike from the given cycles on, over different floors, drifts and heights. */
function makeWells(noise: number, change: (well: number) => MadeCurve = () => ({})): MadeCurve[] {
  return middles.map((middle, well) => ({
    base: 1 + well,
    drift: 0.002 * (well - 3),
    top: 2 + 0.2 * well,
    middle,
    noise,
    seed: well + 1,
    ...change(well),
  }))
}

function place(wells: MadeCurve[], methods: Record<string, Float64Array> = {}): ConsensusCq {
  const readings = makeReadings(['FAM'], 45, wells)
  const curves = correctChannel(readings, 0, null, { method: 'automatic' })
  const amplified = Uint8Array.from(wells, ({ top = 0 }) => (top > 0 ? 1 : 0))
  const list = Object.entries(methods).map(([name, cq]) => ({ name, cq, checksOnly: false }))
  return findConsensusCq(curves, amplified, list)
}

/** Return the differences between the wells' Cq and their known middles, without their common part. */
function deviations({ cq }: ConsensusCq): number[] {
  const offset = cq[0]! - middles[0]!
  return middles.map((middle, well) => cq[well]! - middle - offset)
}

describe('consensus Cq', () => {
  test('puts curves of one shape at their true distance, over any background', () => {
    const found = place(makeWells(0))
    for (const deviation of deviations(found)) expect(Math.abs(deviation)).toBeLessThan(5e-4)
    expect(found.shape?.rate).toBeCloseTo(0.65, 2)
    expect(found.shape?.asymmetry).toBeCloseTo(1, 1)
  })

  test('is given at a tenth of the rise', () => {
    // Expect a tenth at ln(9) / 0.65 cycles before the middle of a logistic curve of rate 0.65.
    const found = place(makeWells(0))
    expect(found.cq[3]! - middles[3]!).toBeCloseTo(-Math.log(9) / 0.65, 2)
  })

  test('errs by no more than its standard error says', () => {
    const far: number[] = []
    for (let seed = 0; seed < 25; seed++) {
      const found = place(makeWells(0.02, (well) => ({ seed: 100 * seed + well + 1 })))
      for (const [well, deviation] of deviations(found).entries()) {
        if (well === 0) continue
        far.push(Math.abs(deviation) / Math.hypot(found.error[well]!, found.error[0]!))
      }
    }
    expect(far.filter((one) => one > 1.96).length / far.length).toBeLessThan(0.08)
  })

  test('does not move with a constant and hardly with a drift', () => {
    const before = place(makeWells(0.01)).cq
    const lifted = place(makeWells(0.01, (well) => ({ base: 50 + well }))).cq
    const tilted = place(makeWells(0.01, (well) => ({ drift: 0.002 * (well - 3) + 0.01 }))).cq
    for (const well of middles.keys()) {
      expect(Math.abs(lifted[well]! - before[well]!)).toBeLessThan(1e-6)
      expect(Math.abs(tilted[well]! - before[well]!)).toBeLessThan(0.01)
    }
  })

  test('has none where nothing grew and none without a single curve', () => {
    const wells = makeWells(0.01, (well) => (well === 2 ? { top: 0 } : {}))
    const found = place(wells)
    expect(found.cq[2]).toBeNaN()
    expect(found.methods[2]).toBe(0)
    expect(found.cq[3]).toBeGreaterThan(0)
    expect(place([{ noise: 0.01 }]).shape).toBeNull()
  })

  test('finds the Cq of a single curve', () => {
    const found = place([{ top: 3, middle: 25, noise: 0.002 }])
    expect(found.cq[0]).toBeCloseTo(25 - Math.log(9) / 0.65, 1)
  })

  test('bears gaps and a run that is not over', () => {
    const readings = makeReadings(['FAM'], 45, makeWells(0.01))
    readings.values[3 * 45 + 20] = Number.NaN
    for (let well = 0; well < 8; well++)
      readings.values.fill(Number.NaN, well * 45 + 38, well * 45 + 45)
    const curves = correctChannel(readings, 0, null, { method: 'automatic' })
    const whole = place(makeWells(0.01))
    const found = findConsensusCq(curves, new Uint8Array(8).fill(1))
    expect(Math.abs(found.cq[3]! - whole.cq[3]!)).toBeLessThan(0.05)
    expect(Math.abs(found.cq[0]! - whole.cq[0]!)).toBeLessThan(0.05)
  })
})

describe('methods of a consensus', () => {
  const random = makeRandom(4)
  const method = Float64Array.from(middles, (middle) => middle - 7 + 0.1 * (random() - 0.5))

  test('one that drops out of a curve does not move its Cq beyond the error', () => {
    const all = place(makeWells(0.01), { one: method })
    const gap = Float64Array.from(method)
    gap[4] = Number.NaN
    const found = place(makeWells(0.01), { one: gap })
    expect(found.methods[4]).toBe(1)
    expect(all.methods[4]).toBe(2)
    expect(Math.abs(found.cq[4]! - all.cq[4]!)).toBeLessThan(all.error[4]!)
    expect(Math.abs(found.cq[3]! - all.cq[3]!)).toBeLessThan(0.02)
  })

  test('one that contradicts the others shows, and pulls little', () => {
    const stray = Float64Array.from(method)
    stray[4] = method[4]! + 3
    const all = place(makeWells(0.01), { one: method })
    const found = place(makeWells(0.01), { one: stray })
    expect(found.disagreement[4]).toBeGreaterThan(4)
    expect(all.disagreement[4]).toBeLessThan(4)
    expect(Math.abs(found.cq[4]! - all.cq[4]!)).toBeLessThan(0.2)
  })

  test('one that is known from two wells only says nothing', () => {
    const few = new Float64Array(8).fill(Number.NaN)
    few.set(method.subarray(0, 2))
    const found = place(makeWells(0.01), { one: few })
    expect(found.cq).toEqual(place(makeWells(0.01)).cq)
    expect(found.methods[0]).toBe(1)
  })

  test('one that only checks changes nothing where the curve was placed', () => {
    const readings = makeReadings(['FAM'], 45, makeWells(0.01))
    const curves = correctChannel(readings, 0, null, { method: 'automatic' })
    const amplified = new Uint8Array(8).fill(1)
    const check = { name: 'check', cq: method, checksOnly: true }
    const found = findConsensusCq(curves, amplified, [check])
    expect(found.cq).toEqual(findConsensusCq(curves, amplified).cq)
    expect(found.methods[0]).toBe(2)
  })

  test('A28-40: one that is read from cycles after the last one says nothing', () => {
    const readings = makeReadings(['FAM'], 45, makeWells(0.01))
    const curves = correctChannel(readings, 0, null, { method: 'automatic' })
    const amplified = new Uint8Array(8).fill(1)
    const stray = method.with(7, method[7]! - 3)
    const found = findConsensusCq(curves, amplified, [
      { name: 'late', cq: stray, checksOnly: false, after: 20 },
    ])
    expect(found.cq[7]).toBe(findConsensusCq(curves, amplified).cq[7])
    expect([...found.methods]).toEqual([2, 2, 2, 2, 2, 2, 2, 1])
  })
})

describe('growth shape', () => {
  const shape = { rate: 0.5, asymmetry: 2 }

  test('meets zero with its steepest tangent at Cy0', () => {
    const columns = new Float64Array(5 * 4000)
    fillShape({ rate: 0.005, asymmetry: 2 }, 2000, 4000, false, columns)
    let steepest = 1
    for (let i = 1; i < 3999; i++) {
      const slope = columns[i + 1]! - columns[i - 1]!
      if (slope > columns[steepest + 1]! - columns[steepest - 1]!) steepest = i
    }
    const slope = (columns[steepest + 1]! - columns[steepest - 1]!) / 2
    expect(steepest + 1 - columns[steepest]! / slope).toBeCloseTo(2000, 0)
  })

  test('has the derivatives its columns say', () => {
    const at = (rate: number, asymmetry: number, cy0: number) => {
      const columns = new Float64Array(5 * 40)
      fillShape({ rate, asymmetry }, cy0, 40, true, columns)
      return columns
    }
    const here = at(shape.rate, shape.asymmetry, 20)
    const step = 1e-5
    const changes = [
      [at(0.5, 2, 20 + step), at(0.5, 2, 20 - step)],
      [at(0.5 * Math.exp(step), 2, 20), at(0.5 * Math.exp(-step), 2, 20)],
      [at(0.5, 2 * Math.exp(step), 20), at(0.5, 2 * Math.exp(-step), 20)],
    ] as const
    for (const [k, [above, below]] of changes.entries()) {
      for (let i = 0; i < 40; i++) {
        const slope = (above[i]! - below[i]!) / (2 * step)
        expect(here[(k + 1) * 40 + i]).toBeCloseTo(slope, 7)
      }
    }
  })

  test('reaches a height where it says', () => {
    const columns = new Float64Array(5 * 40)
    fillShape(shape, 10 - reachHeight(shape, 0.3), 40, false, columns)
    expect(columns[9]).toBeCloseTo(0.3, 12)
  })
})

describe('errors beside the curve', () => {
  test('chance alone gives the published floor of a dilution series', () => {
    // Take perfect doubling, and copies as in the 94-replicate series.
    const floor = [15_000, 1500, 150, 15].map((copies) => poissonError(copies, 2))
    expect(floor.map((one) => Number(one.toFixed(3)))).toEqual([0.012, 0.037, 0.118, 0.373])
    expect(poissonError(0, 2)).toBeNaN()
  })

  test('handling is what replicates show beyond their errors', () => {
    const random = makeRandom(9)
    const gauss = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
    const wells = 2000
    const groups = Int32Array.from({ length: wells }, (_, well) => well >> 2)
    const errors = new Float64Array(wells).fill(0.05)
    const spread = (deviation: number) =>
      Float64Array.from({ length: wells }, () => 25 + deviation * gauss())
    expect(findHandlingError(spread(0.13), errors, groups)).toBeCloseTo(0.12, 1)
    expect(findHandlingError(spread(0.02), errors, groups)).toBe(0)
    expect(findHandlingError(spread(0.1), errors, groups.fill(-1))).toBeNaN()
  })
})

test.skipIf(!hasReference('qpcR/dil4reps94.csv'))(
  'replicates of the 94-replicate dilution series lie as close as by the best published method each',
  () => {
    const missed = measureConsensus().filter(({ ok }) => ok === false)
    expect(missed).toEqual([])
  },
)

describe('defaults 1: unknowns where curves rise to different heights', () => {
  const random = makeRandom(3)
  const heights = Array.from({ length: 24 }, () => 1 + 0.1 * (random() + random() + random() - 1.5))
  /** Make wells of eight samples in triplicate whose Cq is `move` cycles later per ln of their height. */
  const make = (move: number) => ({
    cq: Float64Array.from(heights, (height, well) => 18 + (well % 8) + move * Math.log(height)),
    rises: Float64Array.from(heights),
    tops: Float64Array.from(heights),
    steepness: 0.65,
  })
  const alone = new Int32Array(24).fill(-1)
  const triplicates = Int32Array.from({ length: 24 }, (_, well) => well % 8)

  test('counts in full where no replicates tell', () => {
    const error = findHeightError(make(0), alone)
    expect(error).toBeGreaterThan(0.04)
    expect(error).toBeLessThan(0.2)
    expect(findHeightError({ ...make(0), rises: make(0).rises.fill(2) }, alone)).toBe(0)
  })

  test('replicates tell that the height is light only, or growth that went on', () => {
    const most = findHeightError(make(0), alone)
    expect(findHeightError(make(0), triplicates)).toBeLessThan(0.01 * most)
    expect(findHeightError(make(1 / 0.65), triplicates)).toBeCloseTo(most, 6)
    expect(findHeightError(make(0.5), triplicates)).toBeCloseTo(0.5 * 0.65 * most, 6)
  })

  test('three curves say nothing of it', () => {
    const three = make(0)
    three.cq.fill(Number.NaN, 3)
    expect(findHeightError(three, alone)).toBe(0)
  })
})
