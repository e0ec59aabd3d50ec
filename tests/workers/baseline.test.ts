import { describe, expect, test } from 'vitest'
import { fitLine, subtractLine } from '../../workers/curves/baseline.ts'
import { chooseWindow } from '../../workers/curves/baseline-window.ts'
import { findCq } from '../../workers/curves/threshold.ts'
import { normaliseVendor } from '../support/curve-accuracy.ts'
import { readShippedPlate } from '../support/vendor-plate.ts'
import { makeCurve } from './curves.ts'

describe('line over a window', () => {
  test('finds the line of points on one, counting cycles from 1', () => {
    const curve = makeCurve(40, { base: 2, drift: 0.25 })
    const line = fitLine(curve, { start: 3, end: 15 })
    expect(line.intercept).toBeCloseTo(2, 12)
    expect(line.slope).toBeCloseTo(0.25, 12)
    expect(line.noise).toBeLessThan(1e-12)
  })

  test('uses nothing outside the window', () => {
    const curve = makeCurve(40, { base: 2, drift: 0.25 })
    curve.fill(1e6, 15)
    curve.fill(-1e6, 0, 2)
    expect(fitLine(curve, { start: 3, end: 15 }).slope).toBeCloseTo(0.25, 9)
  })

  test('skips gaps and has no line over fewer than two points', () => {
    const curve = makeCurve(10, { base: 1, drift: 1 })
    curve[4] = Number.NaN
    expect(fitLine(curve, { start: 1, end: 10 }).slope).toBeCloseTo(1, 12)
    expect(fitLine(curve, { start: 5, end: 5 }).slope).toBeNaN()
    expect(fitLine(curve, { start: 5, end: 6 }).slope).toBeNaN()
    expect(fitLine(curve, { start: 6, end: 7 }).noise).toBeNaN()
  })

  test('noise is the standard deviation of the residuals with n - 2 degrees of freedom', () => {
    const curve = Float64Array.of(1, -1, -1, 1)
    expect(fitLine(curve, { start: 1, end: 4 })).toEqual({
      intercept: 0,
      slope: 0,
      noise: Math.sqrt(4 / 2),
    })
  })
})

describe('automatic window', () => {
  const scratch = new Float64Array(80)

  test('ends before growth and starts at 3', () => {
    const curve = makeCurve(40, { top: 5, middle: 25, noise: 0.002 })
    const window = chooseWindow(curve, scratch)
    expect(window.start).toBe(3)
    expect(window.end).toBeGreaterThanOrEqual(10)
    expect(window.end).toBeLessThanOrEqual(16)
  })

  test('is the whole curve but its last cycle when nothing grows', () => {
    for (let seed = 1; seed <= 50; seed++) {
      const window = chooseWindow(makeCurve(40, { noise: 0.01, drift: 0.01, seed }), scratch)
      expect(window.end, `seed ${seed}`).toBeGreaterThanOrEqual(30)
    }
  })

  test('keeps four cycles when growth is early', () => {
    const window = chooseWindow(makeCurve(40, { top: 5, middle: 8, noise: 0.001 }), scratch)
    expect(window.end - window.start).toBeGreaterThanOrEqual(3)
    expect(window.start).toBeGreaterThanOrEqual(1)
    expect(window.end).toBeLessThanOrEqual(6)
  })

  test.each([0, 1, 2, 3, 5, 8])('stays inside a run of %i measured cycles', (measured) => {
    const curve = makeCurve(40, { noise: 0.01 })
    curve.fill(Number.NaN, measured)
    const window = chooseWindow(curve, scratch)
    expect(window.start).toBeGreaterThanOrEqual(1)
    expect(window.end).toBeLessThanOrEqual(Math.max(measured, 0))
  })

  test('Cq does not move with a constant or a slope added to every cycle of a real plate', () => {
    const plate = readShippedPlate()
    const out = new Float64Array(40)
    const cqOf = (curve: Float64Array, threshold: number) =>
      findCq(subtractLine(curve, fitLine(curve, chooseWindow(curve, scratch)), out), threshold)
    for (const vendor of plate.curves) {
      const rn = normaliseVendor(plate, vendor)
      const shifted = rn.map((value, i) => value + 0.5 + 0.01 * i)
      const before = cqOf(rn, vendor.threshold)
      expect(Math.abs(cqOf(shifted, vendor.threshold) - before)).toBeLessThan(1e-6)
    }
  })
})
