import { describe, expect, it } from 'vitest'
import { measureClimb } from '../../workers/growth/noisy-climb.ts'
import { createRandom, type Random } from '../support/seeded-random.ts'
import { readFamilies } from '../support/simulated-growth.ts'
import { addNoise, analyseDefault, between, cycles } from '../support/simulated-plate.ts'

/** Curves are in standard deviations of their noise here: 5 % of a rise of 20. */
const level = 400
const rise = 20
const family = readFamilies()[0]!

const climb = (curve: Float64Array, typicalHeight: number) =>
  measureClimb(curve, typicalHeight, new Float64Array(curve.length))

function drawn(part: (at: number) => number, random: Random): Float64Array {
  const curve = Float64Array.from({ length: cycles }, (_, i) => level + part(i / (cycles - 1)))
  return addNoise(curve, 1, random)
}

/** Draw a rise that takes most of the run: neither its bend nor its foot shows in such noise. */
const slow = (at: number) => (rise * 1.1) / (1 + Math.exp(-9 * (at - 0.5)))
const drift = (at: number) => 0.22 * rise * at

describe('a climb in much noise', () => {
  it('is measured from the first level to the last, where it is high beside the other wells', () => {
    const random = createRandom(51)
    for (let count = 0; count < 50; count++) {
      const curve = drawn(slow, random)
      expect(climb(curve, rise)).toBeGreaterThan(10)
      expect(climb(curve, 5 * rise)).toBe(0)
    }
  })

  it('is none in an empty or drifting well, without a growth to compare with, or in little noise', () => {
    const random = createRandom(52)
    for (let count = 0; count < 50; count++) {
      expect(
        climb(
          drawn(() => 0, random),
          rise,
        ),
      ).toBe(0)
      expect(climb(drawn(drift, random), rise)).toBe(0)
      expect(climb(drawn(slow, random), Number.NaN)).toBe(0)
      expect(
        climb(
          drawn((at) => 10 * slow(at), random),
          rise,
        ),
      ).toBe(0)
      expect(climb(drawn(slow, random).subarray(0, 12), rise)).toBe(0)
    }
  })
})

describe('the call of a climb in much noise', () => {
  const random = createRandom(53)
  const good = Array.from({ length: 20 }, () => {
    const growth = family.grow(cycles, between(random, 14, 26), { fold: 1.9, bend: 0 })
    return addNoise(
      growth.map((part) => level + rise * part),
      1,
      random,
    )
  })
  const wells = (part: (at: number) => number) =>
    Array.from({ length: 70 }, () => drawn(part, random))
  const judge = (curves: Float64Array[], method: 'consensus' | null = 'consensus') =>
    analyseDefault([...good, ...curves], 'automatic', method).slice(good.length)

  it('is never not detected, and the trace says how far it rises', () => {
    const curves = wells(slow)
    const before = judge(curves, null)
    const lost = before.flatMap(({ call }, well) => (call === 'not_detected' ? [well] : []))
    expect(lost.length).toBeGreaterThan(0)
    const results = judge(curves)
    expect(results.map(({ call }) => call)).not.toContain('not_detected')
    for (const well of lost) {
      const told = results[well]!.trace.find(({ rule }) => rule === 'clear_rise')
      expect(results[well]!.call).toBe('review')
      expect(told).toMatchObject({ limit: 7, decided: true })
      expect(told!.value).toBeGreaterThan(10)
    }
  })

  it('of an empty or drifting well stays not detected', () => {
    for (const part of [() => 0, drift]) {
      expect(new Set(judge(wells(part)).map(({ call }) => call))).toEqual(new Set(['not_detected']))
    }
  })
})
