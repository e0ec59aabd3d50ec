import { describe, expect, test } from 'vitest'
import { mostSudden } from '../../workers/growth/onset.ts'
import { measureShape } from '../../workers/growth/shape.ts'
import { createRandom } from '../support/seeded-random.ts'
import { readFamilies } from '../support/simulated-growth.ts'
import { gauss } from '../support/simulated-plate.ts'
import { makeCurve } from './curves.ts'

const gap = Number.NaN

describe('shape of a curve', () => {
  const made = { base: 5, drift: 0.004, top: 4, middle: 25, noise: 0.01, seed: 3 }
  const shape = measureShape(makeCurve(40, made))

  test('reads height, times and plateau off a made growth', () => {
    expect(Math.abs(shape.height - 4)).toBeLessThan(0.15)
    expect(shape.middle).toBeCloseTo(25, 1)
    // Expect ln(9) / 0.65 cycles from 10 to 50 % and on to 90 %, as a logistic of 0.65 per cycle takes.
    expect(shape.firstHalf).toBeCloseTo(Math.log(9) / 0.65, 0)
    expect(shape.secondHalf).toBeCloseTo(Math.log(9) / 0.65, 0)
    expect(Math.abs(shape.endSlope)).toBeLessThan(0.03)
    expect(shape.rise).toBeGreaterThan(200)
    expect(shape.part).toBeGreaterThan(0.93)
    expect(shape.contrast).toBeGreaterThan(20)
  })

  test('depends neither on offset nor on scale', () => {
    const moved = measureShape(makeCurve(40, made).map((value) => 700 + 2048 * value))
    for (const name of ['rise', 'part', 'start', 'contrast', 'middle', 'firstHalf'] as const) {
      expect(moved[name]).toBeCloseTo(shape[name], 6)
    }
    expect(moved.height).toBeCloseTo(2048 * shape.height, 6)
  })

  test('a line, a slow swing and a growth differ in contrast', () => {
    const of = (value: (cycle: number) => number) =>
      measureShape(Float64Array.from({ length: 40 }, (_, i) => value(i + 1))).contrast
    expect(of((cycle) => 3 * cycle)).toBeLessThan(2)
    expect(of((cycle) => cycle * cycle)).toBeLessThan(5)
    expect(of((cycle) => 1 / (1 + Math.exp(-0.65 * (cycle - 25))))).toBeGreaterThan(20)
  })

  test('growth from the first cycles on is not taken for noise', () => {
    for (const middle of [5, 6, 7, 8]) {
      expect(measureShape(makeCurve(40, { ...made, middle })).rise).toBeGreaterThan(50)
    }
  })

  test('a curve that only bends down is seen to grow, however it is rounded', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const early = makeCurve(40, { base: 1000 + seed / 7, top: 4900, middle: 5, drift: seed / 30 })
      expect(measureShape(early).height).toBeGreaterThan(3000)
    }
  })

  test('a dip on the plateau does not hide the growth before it', () => {
    for (let from = 18; from < 38; from++) {
      for (const depth of [1.5, 3, 5]) {
        const dipped = makeCurve(40, { ...made, middle: 11 }).map((value, i) =>
          i >= from && i < from + 2 ? value - depth : value,
        )
        expect(measureShape(dipped).rise).toBeGreaterThan(50)
      }
    }
  })

  test('a bubble that grows sets in more suddenly than any growth', () => {
    const random = createRandom(23)
    const onsetOf = (noise: number, at: (cycle: number) => number) => {
      const curve = Float64Array.from({ length: 45 }, (_, i) => at(i + 1) + noise * gauss(random))
      return measureShape(curve).onset
    }
    for (let from = 8.25; from < 38; from += 1.5) {
      for (const lasting of [2, 4, 6]) {
        const climb = (x: number) => 5 + (x > from ? 1 - Math.exp((from - x) / lasting) : 0)
        expect(onsetOf(0.002, climb)).toBeGreaterThan(mostSudden)
      }
      for (const family of readFamilies()) {
        const growth = family.grow(45, from, { fold: 2, bend: 0 })
        expect(onsetOf(0.005, (cycle) => 5 + growth[cycle - 1]!)).toBeLessThan(mostSudden)
      }
    }
  })

  test('the end of a fall is not its bend', () => {
    const peak = Float64Array.from({ length: 40 }, (_, i) => {
      const far = i - 24
      return 8 * Math.exp(-far * far * (far < 0 ? 0.02 : 0.2)) + (i % 2) * 0.01
    })
    const { height, hook } = measureShape(peak)
    expect(height).toBeGreaterThan(7)
    expect(hook.fall).toBeGreaterThan(0.5)
  })

  test('is none for an empty, a short and an unchanging curve', () => {
    const flat = new Float64Array(40).fill(3)
    for (const curve of [flat, new Float64Array(0), flat.slice(0, 5), flat.slice().fill(gap)]) {
      expect(measureShape(curve)).toMatchObject({ height: 0, rise: 0 })
    }
  })

  test('bridges gaps and leaves out what was not measured yet', () => {
    const curve = makeCurve(40, made)
    const broken = Float64Array.from([gap, ...curve.subarray(1), gap, gap])
    broken[11] = gap
    broken[24] = gap
    const bridged = measureShape(broken)
    expect(bridged.height).toBeCloseTo(shape.height, 1)
    expect(Math.abs(bridged.middle - shape.middle)).toBeLessThan(0.2)
  })
})
