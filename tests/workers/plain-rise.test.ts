import { describe, expect, it } from 'vitest'
import { findClearRise } from '../../workers/curves/plain-rise.ts'
import { correctChannel } from '../../workers/curves/correct.ts'
import { createReadings } from '../../workers/curves/readings.ts'
import { findMedian } from '../../workers/numbers/median.ts'
import { thresholdNoises } from '../../workers/run/thresholds.ts'
import { createRandom } from '../support/seeded-random.ts'
import { readFamilies } from '../support/simulated-growth.ts'
import { addNoise, analyseDefault, between, cycles } from '../support/simulated-plate.ts'

const level = 2000
const rise = 5000
/** Those that are calculated: recorded ones are not in every checkout. */
const families = readFamilies().slice(0, 3)

function grow(place: number, noise: number, seed: number, family = families[0]!): Float64Array {
  const growth = family.grow(cycles, place, { fold: 1.8, bend: 1 })
  const random = createRandom(seed)
  return addNoise(
    growth.map((part) => level + rise * part),
    noise * rise,
    random,
  )
}

function drawn(part: (at: number) => number, noise: number, seed: number): Float64Array {
  const curve = Float64Array.from({ length: cycles }, (_, i) => level + rise * part(i / cycles))
  return addNoise(curve, noise * rise, createRandom(seed))
}

describe('defaults 1: never not detected while the curve clearly rises', () => {
  it.each(families)('$name with a slow bend and noise of 3 % of the rise', (family) => {
    const random = createRandom(31)
    const grown = Array.from({ length: 40 }, (_, well) => {
      return grow(between(random, 12, 24), 0.03, well + 1, family)
    })
    const blanks = Array.from({ length: 8 }, (_, well) => drawn(() => 0, 0.03, well + 100))
    const calls = analyseDefault([...grown, ...blanks]).map(({ call }) => call)
    expect(calls.slice(0, 40)).not.toContain('not_detected')
    expect(calls.slice(40)).toEqual(blanks.map(() => 'not_detected'))
  })

  it('says in the trace why a person is to look, and gives a Cq', () => {
    const curves = Array.from({ length: 12 }, (_, well) => grow(14 + well / 2, 0.05, well + 1))
    const told = analyseDefault(curves, 'automatic', 'threshold').filter(({ trace }) =>
      trace.some(({ rule, decided }) => rule === 'clear_rise' && decided),
    )
    expect(told.length).toBeGreaterThan(3)
    for (const { call, cq } of told) {
      expect(call).toBe('review')
      expect(cq).toBeGreaterThan(5)
    }
  })
})

describe('defaults 1: a curve without a window', () => {
  it('is for review by a threshold even where its score is clear, and has a sure Cq by the consensus', () => {
    const family = families[2]!
    const place = (well: number) => 8 + well / 4
    const curves = Array.from({ length: 80 }, (_, well) => {
      const growth = family.grow(cycles, place(well), { fold: 1.45, bend: 1 })
      return addNoise(
        growth.map((part) => level + rise * part),
        0.01 * rise,
        createRandom(well + 1),
      )
    })
    const readings = createReadings(['FAM'], curves.length, cycles)
    for (const [well, curve] of curves.entries()) readings.values.set(curve, well * cycles)
    const { floors } = correctChannel(readings, 0, null, { method: 'automatic' })
    const without = [...floors.keys()].filter((well) => floors[well] === 1)
    expect(without.length).toBeGreaterThan(0)
    for (const method of ['threshold', null] as const) {
      const results = analyseDefault(curves, 'automatic', method)
      expect(new Set(without.map((well) => results[well]!.call))).toEqual(new Set(['review']))
    }
    const results = analyseDefault(curves)
    const distances = results.map(({ cq }, well) => (cq ?? Number.NaN) - place(well))
    const offset = findMedian(distances)
    const called = without.filter((well) => results[well]!.call === 'detected')
    expect(called.length).toBeGreaterThan(0)
    for (const well of called) {
      const error = results[well]!.estimates!.consensus_error!
      expect(Math.abs(distances[well]! - offset)).toBeLessThan(2 * error)
    }
  })
})

describe('issue 15: a rise in much noise', () => {
  /** Make quick growth, whose baseline window is found, and a few wells that do not grow. */
  const plate = (noise: number, bend: number, fold: number) => {
    const random = createRandom(77)
    const grown = Array.from({ length: 40 }, (_, well) => {
      const growth = families[well % 3]!.grow(cycles, between(random, 16, 26), { fold, bend })
      const curve = growth.map((part) => level + rise * part)
      return addNoise(curve, noise * rise, createRandom(well + 1))
    })
    const blanks = Array.from({ length: 8 }, (_, well) => drawn(() => 0, noise, well + 100))
    return analyseDefault([...grown, ...blanks]).map(({ call }) => call)
  }

  it('is detected where it is as sharp as a PCR, at noise of 3 % of the rise', () => {
    const calls = plate(0.03, 0, 2)
    const detected = calls.slice(0, 40).filter((call) => call === 'detected')
    expect(detected.length).toBeGreaterThanOrEqual(34)
    expect(calls.slice(40)).toEqual(Array.from({ length: 8 }, () => 'not_detected'))
  })

  it('is not lost, at noise of 5 % of the rise', () => {
    expect(plate(0.05, 0, 1.8).slice(0, 40)).not.toContain('not_detected')
  })
})

describe('issue 15: products of the primers alone', () => {
  const family = families[0]!
  const noise = 0.001
  const good = Array.from({ length: 21 }, (_, well) => grow(15 + well / 2, noise, well + 1))
  const callOf = (size: number, place: number) => {
    const growth = family.grow(cycles, place, { fold: 1.8, bend: 0.5 })
    const curves = Array.from({ length: 20 }, (_, well) => {
      const curve = growth.map((part) => level + size * rise * part)
      return addNoise(curve, noise * rise, createRandom(well + 200))
    })
    const calls = analyseDefault([...good, ...curves]).slice(21)
    return new Set(calls.map(({ call }) => call))
  }

  it('are not detected where they come late and level off far below the others', () => {
    expect(callOf(0.05, 34)).toEqual(new Set(['not_detected']))
  })

  it('are for review where they might be few copies that still grow, or an inhibited sample', () => {
    expect(callOf(0.05, 20)).toEqual(new Set(['review']))
    expect(callOf(1, 46)).not.toContain('not_detected')
  })
})

describe('a curve without a rise', () => {
  it.each([
    ['an empty well', () => 0],
    ['a drift', (at: number) => 0.15 * at],
    ['a drift downwards that bends', (at: number) => -0.2 * at * (2 - at)],
    ['a creep', (at: number) => 0.1 * at * at],
    ['a late creep', (at: number) => 0.1 * at * at * at],
    ['a step', (at: number) => (at > 0.5 ? 0.1 : 0)],
  ])('%s, 100 times', (_, part) => {
    const found = Array.from({ length: 100 }, (__, i) => findClearRise(drawn(part, 0.004, i + 1)))
    expect(found.filter((one) => one !== null)).toHaveLength(0)
  })

  it('a curve of a few cycles', () => {
    expect(findClearRise(grow(5, 0.01, 1).subarray(0, 10))).toBeNull()
  })
})

describe('a curve that rises without a window', () => {
  const curves = [
    drawn(() => 0, 0.03, 1),
    drawn(() => 0, 0.03, 2),
    ...Array.from({ length: 20 }, (_, i) => grow(15 + i / 4, 0.04, i + 1)),
  ]
  const readings = createReadings(['FAM'], curves.length, cycles)
  for (const [well, curve] of curves.entries()) readings.values.set(curve, well * cycles)
  const corrected = correctChannel(readings, 0, null, { method: 'automatic' })
  const risen = [...corrected.floors.keys()].filter((well) => corrected.floors[well] === 1)

  it('has the floor of its rise as baseline', () => {
    expect(risen.length).toBeGreaterThan(3)
    for (const well of risen) {
      expect(corrected.slopes[well]).toBe(0)
      expect(Math.abs(corrected.intercepts[well]! - level)).toBeLessThan(0.1 * rise)
      expect(corrected.ends[well]).toBeLessThan(20)
    }
  })

  it('feeds no threshold, unless there is no other', () => {
    expect(thresholdNoises(corrected)).toHaveLength(curves.length - risen.length)
    const only = (well: number) => risen.includes(well)
    expect(thresholdNoises(corrected, only)).toHaveLength(risen.length)
  })
})
