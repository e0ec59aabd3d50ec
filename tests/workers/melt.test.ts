import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { findMeltPeaks } from '../../workers/curves/melt.ts'
import { quantile } from '../support/curve-accuracy.ts'
import { makeMelt, makeRandom } from './curves.ts'

const grid = (from: number, to: number, step: number) =>
  Float64Array.from({ length: Math.round((to - from) / step) + 1 }, (_, i) => from + i * step)

describe('melting peaks', () => {
  test.each([0.2, 0.31, 0.5])('Tm is finer than a grid of %f degrees', (step) => {
    const temperatures = grid(60, 95, step)
    for (let tm = 80; tm < 81; tm += 0.13) {
      const [peak, ...others] = findMeltPeaks(
        temperatures,
        makeMelt(temperatures, [{ tm, area: 500 }]),
      )
      expect(Math.abs((peak?.tm ?? 0) - tm)).toBeLessThan(0.02)
      expect(others).toEqual([])
    }
  })

  test('height and width are those of the logistic loss', () => {
    const temperatures = grid(60, 95, 0.1)
    const [peak] = findMeltPeaks(temperatures, makeMelt(temperatures, [{ tm: 82, area: 800 }]))
    if (!peak) throw new Error('no peak')
    // Derivative of A/(1+exp(x/s)): A/4s high, 4 s acosh(sqrt 2) wide at half height, over the even
    // loss of 5. Smoothing over one degree to each side changes them by a few per cent.
    const expected = {
      height: 500 + 5,
      prominence: 500,
      width: 1.6 * Math.acosh(Math.SQRT2),
      area: 800,
    }
    for (const [name, value] of Object.entries(expected)) {
      const ratio = peak[name as keyof typeof expected] / value
      expect(Math.abs(ratio - 1), name).toBeLessThan(0.08)
    }
  })

  test('two products give two peaks, the more prominent first', () => {
    const temperatures = grid(60, 95, 0.3)
    const curve = makeMelt(temperatures, [
      { tm: 74, area: 150 },
      { tm: 84, area: 500 },
    ])
    const tms = findMeltPeaks(temperatures, curve).map((peak) => peak.tm)
    expect(tms).toHaveLength(2)
    expect(tms[0]).toBeCloseTo(84, 1)
    expect(tms[1]).toBeCloseTo(74, 1)
  })

  test('noise without a product gives no peak', () => {
    const temperatures = grid(60, 95, 0.3)
    for (let seed = 1; seed <= 40; seed++) {
      const random = makeRandom(seed)
      const curve = makeMelt(temperatures, []).map((value) => value + 4 * (random() - 0.5))
      expect(findMeltPeaks(temperatures, curve), `seed ${seed}`).toEqual([])
    }
  })

  test('an empty or unknown grid gives none', () => {
    expect(findMeltPeaks(new Float64Array(0), new Float64Array(0))).toEqual([])
    const unknown = new Float64Array(50).fill(Number.NaN)
    expect(findMeltPeaks(unknown, grid(0, 49, 1))).toEqual([])
  })

  test("differs from a vendor's Tm by a constant of its smoothing and little else", () => {
    const wells = JSON.parse(
      readFileSync(new URL('../fixtures/curves/qs7-melt.json', import.meta.url), 'utf8'),
    ) as { tm: number; temperatures: number[]; values: number[] }[]
    const differences = wells.map(({ tm, temperatures, values }) => {
      const peaks = findMeltPeaks(Float64Array.from(temperatures), Float64Array.from(values))
      expect(peaks).toHaveLength(1)
      return (peaks[0]?.tm ?? Number.NaN) - tm
    })
    const bias = quantile(differences, 0.5)
    expect(Math.abs(bias)).toBeLessThan(0.25)
    for (const difference of differences) expect(Math.abs(difference - bias)).toBeLessThan(0.1)
  })
})
