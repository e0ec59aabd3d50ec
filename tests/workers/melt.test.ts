import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { findMeltPeaks } from '../../workers/melt/peaks.ts'
import { sortProductPeaks } from '../../workers/melt/product-peaks.ts'
import { differentiateSmoothly } from '../../workers/melt/smooth-slope.ts'
import { quantile } from '../support/curve-accuracy.ts'
import { makeMelt, makeRandom } from './curves.ts'

const grid = (from: number, to: number, step: number) =>
  Float64Array.from({ length: Math.round((to - from) / step) + 1 }, (_, i) => from + i * step)

const rdmlWells = JSON.parse(
  readFileSync(new URL('../fixtures/curves/rdmlpython-melt.json', import.meta.url), 'utf8'),
) as { temperatures: number[]; wells: { well: string; peaks: number[]; values: number[] }[] }

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
    // Derive A/(1+exp(x/s)): A/4s high, 4 s acosh(sqrt 2) wide at half height, over the
    // even loss of 5. The area within three half widths to each side is 99 % of all.
    const expected = {
      height: 500 + 5,
      prominence: 500,
      width: 1.6 * Math.acosh(Math.SQRT2),
      area: 800,
    }
    for (const [name, value] of Object.entries(expected)) {
      const ratio = peak[name as keyof typeof expected] / value
      expect(Math.abs(ratio - 1), name).toBeLessThan(0.03)
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

  test('issue 15: a dent in light that rises all along is no peak, whatever its size', () => {
    const temperatures = grid(60, 95, 0.3)
    const random = makeRandom(7)
    const rising = temperatures.map(
      (at) => 40 * (at - 60) + 30 / (1 + Math.exp((at - 80) / 0.8)) + 0.5 * random(),
    )
    expect(findMeltPeaks(temperatures, rising)).toEqual([])
    const product = makeMelt(temperatures, [{ tm: 84, area: 500 }])
    expect(findMeltPeaks(temperatures, product).every(({ height }) => height > 0)).toBe(true)
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

  test("is a vendor's Tm but for half a reading, since that writes slopes at the upper one", () => {
    const wells = JSON.parse(
      readFileSync(new URL('../fixtures/curves/qs7-melt.json', import.meta.url), 'utf8'),
    ) as { tm: number; temperatures: number[]; values: number[] }[]
    const differences = wells.map(({ tm, temperatures, values }) => {
      const peaks = findMeltPeaks(Float64Array.from(temperatures), Float64Array.from(values))
      expect(peaks).toHaveLength(1)
      return (peaks[0]?.tm ?? Number.NaN) + (temperatures[1]! - temperatures[0]!) / 2 - tm
    })
    expect(quantile(differences.map(Math.abs), 0.5)).toBeLessThan(0.06)
    for (const difference of differences) expect(Math.abs(difference)).toBeLessThan(0.2)
  })

  test.each(rdmlWells.wells)('$well has the peaks that rdmlpython finds', ({ peaks, values }) => {
    const found = findMeltPeaks(
      Float64Array.from(rdmlWells.temperatures),
      Float64Array.from(values),
    )
    for (const tm of peaks) {
      const nearest = Math.min(...found.map((peak) => Math.abs(peak.tm - tm)))
      expect(nearest).toBeLessThan(0.5)
    }
    // Compare those of a tenth of the light or more, as theirs are.
    expect(found.filter(({ share }) => share >= 0.1)).toHaveLength(peaks.length)
  })
})

describe('melting peaks of awkward curves', () => {
  const temperatures = grid(60, 95, 0.3)
  const curve = makeMelt(temperatures, [{ tm: 82.4, area: 500 }])
  const only = (t: Float64Array, values: Float64Array) => {
    const peaks = findMeltPeaks(t, values)
    expect(peaks).toHaveLength(1)
    return peaks[0]!.tm
  }

  test('temperatures may fall', () => {
    expect(only(temperatures.toReversed(), curve.toReversed())).toBe(only(temperatures, curve))
  })

  test('temperatures may be uneven and each well its own', () => {
    const random = makeRandom(4)
    const uneven = temperatures.map((t) => t + 0.2 * (random() - 0.5))
    expect(only(uneven, makeMelt(uneven, [{ tm: 82.4, area: 500 }]))).toBeCloseTo(82.4, 1)
  })

  test('gaps are passed over, beside the top too', () => {
    const gappy = curve.map((value, i) => (i % 9 === 4 || i === 76 ? Number.NaN : value))
    expect(only(temperatures, gappy)).toBeCloseTo(82.4, 1)
  })

  test('a single reading that sticks out makes no peak and moves none', () => {
    const random = makeRandom(9)
    const noisy = curve.map((value) => value + random() - 0.5)
    const spiked = noisy.map((value, i) => (i === 30 ? value + 80 : value))
    expect(Math.abs(only(temperatures, spiked) - only(temperatures, noisy))).toBeLessThan(0.01)
  })

  test('a detector at its end makes none', () => {
    expect(
      only(
        temperatures,
        curve.map((value) => Math.min(value, 1120)),
      ),
    ).toBeCloseTo(82.4, 1)
  })

  test('light that begins to fall with the ramp makes none', () => {
    const background = (t: number) => 900 * Math.exp(-0.08 * (t - 60))
    const setting = (t: number) => 60 * Math.exp(-(t - 60) / 0.8)
    const falling = temperatures.map((t) => background(t) - setting(t))
    const slope = differentiateSmoothly(temperatures, falling, new Float64Array(falling.length))
    expect(slope.indexOf(Math.max(...slope))).toBeGreaterThan(3)
    expect(findMeltPeaks(temperatures, falling)).toEqual([])
    expect(
      only(
        temperatures,
        falling.map((value, i) => value + curve[i]!),
      ),
    ).toBeCloseTo(82.4, 1)
  })

  test('four points make none, a flat curve makes none', () => {
    expect(findMeltPeaks(temperatures.subarray(0, 4), curve.subarray(0, 4))).toEqual([])
    expect(
      findMeltPeaks(
        temperatures,
        temperatures.map(() => 7),
      ),
    ).toEqual([])
  })
})

describe('neighbouring products', () => {
  const temperatures = grid(60, 95, 0.2)

  test('one in the flank of a larger one is a shoulder with its own share', () => {
    const curve = makeMelt(temperatures, [
      { tm: 84, area: 650 },
      { tm: 82.2, area: 350 },
    ])
    const [main, shoulder, ...others] = findMeltPeaks(temperatures, curve)
    expect(others).toEqual([])
    expect(main?.isShoulder).toBe(false)
    expect(main?.tm).toBeCloseTo(84, 0.9)
    expect(shoulder?.isShoulder).toBe(true)
    expect(Math.abs((shoulder?.tm ?? 0) - 82.2)).toBeLessThan(0.2)
    expect(Math.abs((shoulder?.share ?? 0) - 0.35)).toBeLessThan(0.1)
  })

  test('a peak that merely leans has no shoulder', () => {
    const curve = makeMelt(temperatures, [
      { tm: 84, area: 700, scale: 0.35 },
      { tm: 83.1, area: 300, scale: 0.5 },
    ])
    expect(findMeltPeaks(temperatures, curve)).toHaveLength(1)
  })

  test('are sorted by the window of the target', () => {
    const curve = makeMelt(temperatures, [
      { tm: 74, area: 200 },
      { tm: 84, area: 600 },
      { tm: 90, area: 200 },
    ])
    const sorted = sortProductPeaks(findMeltPeaks(temperatures, curve), { min: 83, max: 85 })
    expect(sorted.product?.tm).toBeCloseTo(84, 1)
    expect(sorted.below.map(({ tm }) => Math.round(tm))).toEqual([74])
    expect(sorted.above.map(({ tm }) => Math.round(tm))).toEqual([90])
    expect(Math.abs(sorted.share - 0.6)).toBeLessThan(0.03)
    expect(sortProductPeaks([], { min: 83, max: 85 })).toMatchObject({ product: null, share: 0 })
  })
})

describe('smoothed -dF/dT', () => {
  test('is exact for a cubic on uneven temperatures in any order, away from the ends', () => {
    const random = makeRandom(3)
    const temperatures = grid(60, 90, 0.5).map((t) => t + 0.3 * random())
    const cubic = (t: number) => (t - 70) ** 3 - 4 * (t - 70) ** 2 + t
    const out = new Float64Array(temperatures.length)
    differentiateSmoothly(temperatures, temperatures.map(cubic), out)
    for (let i = 8; i + 8 < out.length; i++) {
      const t = temperatures[i]! - 70
      expect(out[i]).toBeCloseTo(-(3 * t * t - 8 * t + 1), 5)
    }
    const back = temperatures.toReversed()
    const reversed = differentiateSmoothly(back, back.map(cubic), new Float64Array(out.length))
    expect(reversed.toReversed()).toEqual(out)
  })

  test('keeps gaps, and is nothing but gaps for less than five points', () => {
    const temperatures = grid(60, 70, 0.5)
    const curve = temperatures.map((t, i) => (i === 6 ? Number.NaN : 100 - t))
    const out = differentiateSmoothly(temperatures, curve, new Float64Array(curve.length))
    expect(out[6]).toBeNaN()
    expect(out[7]).toBeCloseTo(1, 9)
    const few = temperatures.subarray(0, 4)
    expect([...differentiateSmoothly(few, few, new Float64Array(4))]).toEqual(
      Array(4).fill(Number.NaN),
    )
  })

  test('does not depend on what was analysed before', () => {
    const temperatures = grid(60, 95, 0.3)
    const curve = makeMelt(temperatures, [{ tm: 80, area: 300 }])
    const first = findMeltPeaks(temperatures, curve)
    for (let k = 1; k <= 30; k++) {
      const other = grid(60, 95, 0.3 + k / 1000)
      findMeltPeaks(other, makeMelt(other, [{ tm: 80, area: 300 }]))
    }
    expect(findMeltPeaks(temperatures.slice(), curve)).toEqual(first)
  })
})

test.each([20, 50])(
  'A26-45: a melt of %i grey levels has its product and no peak for each step',
  (levels) => {
    const temperatures = grid(60, 95, 0.3)
    for (const tm of [78.3, 81.2, 84.9]) {
      const light = (product: number) =>
        temperatures.map((t) => {
          const background = 0.6 * Math.exp(-0.03 * (t - 60))
          return Math.round(levels * (background + product / (1 + Math.exp((t - tm) / 0.6))))
        })
      const peaks = findMeltPeaks(temperatures, light(1))
      expect(peaks).toHaveLength(1)
      expect(Math.abs(peaks[0]!.tm - tm)).toBeLessThan(0.15)
      expect(findMeltPeaks(temperatures, light(0))).toEqual([])
    }
  },
)
