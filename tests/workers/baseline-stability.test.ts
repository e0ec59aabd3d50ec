import { describe, expect, test } from 'vitest'
import { fitAsymptote } from '../../workers/curves/baseline-asymptote.ts'
import { fitLine, subtractLine } from '../../workers/curves/baseline.ts'
import { chooseWindow } from '../../workers/curves/baseline-window.ts'
import { findCq } from '../../workers/curves/threshold.ts'
import { normaliseVendor } from '../support/curve-accuracy.ts'
import { readShippedPlate } from '../support/vendor-plate.ts'
import { makeCurve, makeRandom } from './curves.ts'

const scratch = new Float64Array(80)

describe('soft edges of a window', () => {
  const curve = makeCurve(40, { base: 2, drift: 0.1, top: 5, middle: 25, noise: 0.05 })

  test('at whole cycles are the window itself', () => {
    const whole = { start: 3, end: 12 }
    const soft = { ...whole, soft: { start: 3, end: 12, slopePart: 1 } }
    expect(fitLine(curve, soft)).toEqual(fitLine(curve, whole))
    const level = { start: 3, end: 6, soft: { start: 3, end: 6, slopePart: 0 } }
    expect(fitLine(curve, level)).toEqual(fitLine(curve, { start: 3, end: 6, level: true }))
  })

  test('between two cycles give a line between their lines, without a jump', () => {
    let last = fitLine(curve, { start: 3, end: 12 }).slope
    for (let end = 12.01; end <= 14.005; end += 0.01) {
      const soft = { start: 3, end, slopePart: 1 }
      const { slope } = fitLine(curve, { start: 3, end: Math.floor(end), soft })
      expect(Math.abs(slope - last)).toBeLessThan(0.0003)
      last = slope
    }
    expect(last).toBeCloseTo(fitLine(curve, { start: 3, end: 14 }).slope, 3)
  })
})

describe('automatic baseline', () => {
  test('hardly changes with curves that hardly differ', () => {
    const plate = readShippedPlate()
    const random = makeRandom(3)
    let largest = 0
    for (const vendor of plate.curves) {
      const rn = normaliseVendor(plate, vendor)
      const cqOf = (curve: Float64Array) => {
        const line = fitLine(curve, chooseWindow(curve, scratch))
        return findCq(subtractLine(curve, line, new Float64Array(40)), vendor.threshold)
      }
      const { noise } = fitLine(rn, chooseWindow(rn, scratch))
      const before = cqOf(rn)
      for (let draw = 0; draw < 3; draw++) {
        const again = rn.map((value) => value + 0.03 * noise * (random() - 0.5))
        largest = Math.max(largest, Math.abs(cqOf(again) - before))
      }
    }
    expect(largest).toBeLessThan(0.02)
  })

  test('is not misled by the last cycles of a noisy curve', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const curve = makeCurve(45, { top: 1, middle: 24, noise: 0.01, drift: 0.002, seed })
      const window = chooseWindow(curve, scratch)
      expect(window.end, `seed ${seed}`).toBeGreaterThan(8)
      expect(window.end, `seed ${seed}`).toBeLessThan(22)
    }
  })
})

describe('sigmoid asymptote', () => {
  test('is the floor of a curve that has one', () => {
    const curve = makeCurve(40, { base: 3, top: 5, middle: 24, noise: 0.002 })
    const line = fitAsymptote(curve, chooseWindow(curve, scratch))
    expect(line.intercept).toBeCloseTo(3, 1)
    expect(line.slope).toBe(0)
    expect(line.noise).toBeLessThan(0.004)
  })

  test('is the mean of the window where there is no growth', () => {
    const curve = makeCurve(40, { base: 3, noise: 0.01 })
    const window = chooseWindow(curve, scratch)
    const mean = fitLine(curve, { start: window.start, end: window.end, level: true }).intercept
    expect(fitAsymptote(curve, window).intercept).toBe(mean)
  })
})
