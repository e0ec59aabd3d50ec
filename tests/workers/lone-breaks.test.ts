import { describe, expect, it } from 'vitest'
import type { WellResult } from '../../domain/results.ts'
import { findBreaks } from '../../workers/growth/lone-breaks.ts'
import { createRandom, type Random } from '../support/seeded-random.ts'
import { readFamilies } from '../support/simulated-growth.ts'
import { addNoise, analyseDefault, between, cycles } from '../support/simulated-plate.ts'

/** Curves are in standard deviations of their noise here. */
const level = 400
/** Those that are calculated: recorded ones are not in every checkout. */
const families = readFamilies().slice(0, 3)

const find = (curve: Float64Array) => findBreaks(curve, new Float64Array(curve.length))

/** Draw an empty well in which `part` happens, by the index of the cycle. */
function drawn(part: (i: number) => number, seed: number): Float64Array {
  const curve = Float64Array.from({ length: cycles }, (_, i) => level + part(i))
  return addNoise(curve, 1, createRandom(seed))
}

function grown(random: Random, height: number, place: number): Float64Array {
  const rule = { fold: between(random, 1.5, 2), bend: random.next() }
  const growth = random.pick(families).grow(cycles, place, rule)
  return addNoise(
    growth.map((part) => level + height * part),
    1,
    random,
  )
}

const step = (at: number, size: number) => (i: number) => (i >= at ? size : 0)
const spike = (at: number, size: number) => (i: number) => (i === at ? size : 0)
const burst = (at: number, size: number, lasting: number) => (i: number) =>
  i >= at ? size * Math.exp(-(i - at) / lasting) : 0

const bubbles: readonly (readonly [string, (i: number) => number])[] = [
  ['a step up', step(20, 30)],
  ['a step up near the end', step(42, 30)],
  ['a step down', step(20, -30)],
  ['a bubble that goes slowly', burst(15, 30, 5)],
  ['a bubble over which the light comes back', burst(15, -30, 8)],
  ['a spike', spike(30, 30)],
  ['two steps up', (i) => step(12, 20)(i) + step(30, 20)(i)],
  ['a step up and a step back', (i) => step(12, 30)(i) - step(30, 30)(i)],
  ['a spike and a bubble', (i) => spike(30, 30)(i) + burst(10, 25, 3)(i)],
  ['a bubble of a time between those of the list', burst(15, 38, 8)],
  ['a bubble that comes in two cycles', (i) => step(20, 25)(i) + burst(21, 27, 8)(i)],
  ['a bubble that was there from the first cycle on', burst(0, 35, 8)],
  ['a failed last reading', spike(44, 28)],
]

describe('steps and spikes in an empty well', () => {
  it.each(bubbles)(
    '%s explains the curve better than a growth, 15 times of 20 or more',
    (_, part) => {
      const found = Array.from({ length: 20 }, (__, seed) =>
        find(drawn((i) => 0.05 * i + part(i), seed + 1)),
      ).filter((times) => times > 0)
      expect(found.length).toBeGreaterThanOrEqual(15)
      expect(Math.min(...found)).toBeGreaterThanOrEqual(2)
    },
  )

  it('are not found in curves without a jump, too short, too long or without noise', () => {
    for (let seed = 1; seed <= 20; seed++) {
      expect(find(drawn(() => 0, seed))).toBe(0)
      expect(find(drawn((i) => i, seed))).toBe(0)
      expect(find(drawn((i) => (i * i) / 20, seed))).toBe(0)
    }
    expect(find(drawn(step(5, 30), 1).subarray(0, 13))).toBe(0)
    expect(find(Float64Array.from({ length: cycles }, (_, i) => level + step(20, 30)(i)))).toBe(0)
    // Draw a curve that is longer than any PCR.
    const long = Float64Array.from({ length: 200 }, (_, i) => level + step(20, 30)(i))
    expect(find(addNoise(long, 1, createRandom(1)))).toBe(0)
  })

  it('do not explain a jump up that goes on rising', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const curve = drawn((i) => step(20, 30)(i) - burst(20, 20, 6)(i), seed)
      expect(find(curve)).toBe(0)
    }
  })
})

describe('steps and spikes beside growth', () => {
  it('never explain a growth of any speed, height and place', () => {
    const random = createRandom(41)
    for (let count = 0; count < 1500; count++) {
      const height = 10 * 20 ** random.next()
      const curve = grown(random, height, between(random, 3, 46))
      if (curve.at(-1)! - curve[2]! < 10) continue
      expect(find(curve)).toBe(0)
    }
  })

  it('never explain a growth away in which one of them is', () => {
    const random = createRandom(42)
    for (let count = 0; count < 300; count++) {
      const curve = grown(random, between(random, 30, 300), between(random, 10, 36))
      const [, part] = random.pick(bubbles)
      expect(find(curve.map((value, i) => value + part(i)))).toBe(0)
    }
  })
})

describe('the call of a well with a bubble', () => {
  const random = createRandom(43)
  const good = Array.from({ length: 20 }, () => grown(random, 500, between(random, 15, 28)))
  const judge = (curves: Float64Array[], method: 'consensus' | null = 'consensus'): WellResult[] =>
    analyseDefault([...good, ...curves], 'automatic', method).slice(good.length)

  it('is not detected, without a Cq, and says why', () => {
    const results = judge(bubbles.flatMap(([, part]) => [drawn(part, 1), drawn(part, 2)]))
    for (const { call, cq, estimates } of results) {
      expect({ call, cq, estimates }).toEqual({ call: 'not_detected', cq: null, estimates: null })
    }
    const told = results.filter(({ trace }) => trace.at(-1)?.rule === 'lone_step')
    expect(told.length).toBeGreaterThan(6)
    for (const { trace } of told) {
      expect(trace.at(-1)).toMatchObject({ limit: 2, decided: true })
      expect(trace.at(-1)!.value).toBeGreaterThanOrEqual(2)
    }
  })

  it('issue 15: is not detected where a spike is beside a step, which bridging it would bend', () => {
    const beside = (i: number) => spike(23, -36)(i) + burst(24, 20, 8)(i)
    const wells = Array.from({ length: 10 }, (_, seed) => drawn(beside, seed + 1))
    const calls = judge(wells).map(({ call }) => call)
    expect(calls.filter((call) => call === 'not_detected').length).toBeGreaterThanOrEqual(9)
  })

  it('keeps its call by a recipe from before a method was written', () => {
    const [up] = judge([drawn(step(20, 30), 1)], null)
    expect(up?.call).toBe('review')
  })

  it('is never not detected where the well grows as well', () => {
    const curves = bubbles.flatMap(([, part]) =>
      [14, 24, 34].map((place) => grown(random, 300, place).map((value, i) => value + part(i))),
    )
    expect(judge(curves).map(({ call }) => call)).not.toContain('not_detected')
  })
})
