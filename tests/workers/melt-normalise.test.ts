import { describe, expect, test } from 'vitest'
import {
  chooseMeltRegions,
  normaliseMelt,
  type MeltNormalisation,
} from '../../workers/melt/normalise.ts'
import { findMeltPeaks } from '../../workers/melt/peaks.ts'
import { makeGrid } from '../support/drawn-melts.ts'

const temperatures = makeGrid(0.25)

describe('normalised melt', () => {
  const melted = (t: number) => 1 / (1 + Math.exp((t - 80) / 0.5))

  test('between two lines is the part still double-stranded', () => {
    const curve = temperatures.map((t) => (900 - 8 * t) * melted(t) + 100 - t)
    const out = normalise(curve, 'bilinear')
    for (const [i, t] of temperatures.entries()) expect(out[i]).toBeCloseTo(melted(t), 2)
  })

  test('less an exponential background is the part still double-stranded', () => {
    const curve = temperatures.map((t) => 700 * melted(t) + 400 * Math.exp(-0.05 * (t - 60)))
    const out = normalise(curve, 'exponential')
    for (const [i, t] of temperatures.entries()) {
      expect(Math.abs(out[i]! - melted(t))).toBeLessThan(0.01)
    }
  })

  test('is nothing where a region has no points, or the light does not fall', () => {
    const rising = temperatures.map((t) => t + 100 * melted(t))
    const regions = { before: { from: 62, to: 66 }, after: { from: 90, to: 94 } }
    const out = new Float64Array(rising.length)
    normaliseMelt(temperatures, rising, { regions, method: 'exponential' }, out)
    expect(out.every(Number.isNaN)).toBe(true)
    const empty = { before: { from: 20, to: 30 }, after: { from: 90, to: 94 } }
    normaliseMelt(temperatures, rising, { regions: empty, method: 'bilinear' }, out)
    expect(out.every(Number.isNaN)).toBe(true)
    expect(chooseMeltRegions(temperatures, [])).toBeNull()
  })

  function normalise(curve: Float64Array, method: MeltNormalisation): Float64Array {
    const regions = chooseMeltRegions(temperatures, findMeltPeaks(temperatures, curve))
    if (!regions) throw new Error('no regions')
    return normaliseMelt(temperatures, curve, { regions, method }, new Float64Array(curve.length))
  }
})
