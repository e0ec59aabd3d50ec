import { describe, expect, test } from 'vitest'
import { findSigmoidCq } from '../../workers/sigmoid/sigmoid-cq.ts'
import { fitSigmoid } from '../../workers/sigmoid/sigmoid-fit.ts'
import { evaluateSigmoid, type SigmoidParameters } from '../../workers/sigmoid/model.ts'
import { fitReferenceCurves, isWorseFit } from '../accuracy/sigmoid.ts'
import { hasReference } from '../support/vendor-csv.ts'
import { makeCurve } from './curves.ts'

/** No fit may take more: three descents of 100 evaluations. */
const most = 300

const shapes: SigmoidParameters[] = [
  { b: -22, c: 0.02, d: 2.6, e: 21.6, f: 0.77 },
  { b: -8.7, c: 5500, d: 10500, e: 20.8, f: 4.2 },
  { b: -12, c: -3, d: 40, e: 33, f: 1 },
  { b: -31, c: 1, d: 1.5, e: 41, f: 0.8 },
  { b: -6, c: 0, d: 1, e: 9, f: 0.6 },
]

function drawCurve(at: SigmoidParameters, cycles = 45): Float64Array {
  return Float64Array.from({ length: cycles }, (_, i) => evaluateSigmoid(at, i + 1))
}

describe('fit of a sigmoid', () => {
  test.each(shapes)('finds the parameters of a curve without noise: b $b, e $e, f $f', (at) => {
    const fit = fitSigmoid(drawCurve(at))
    expect(fit.converged).toBe(true)
    for (const name of ['b', 'c', 'd', 'e', 'f'] as const) {
      expect(Math.abs(fit[name] - at[name])).toBeLessThan(1e-6 * Math.abs(at.d - at.c + at[name]))
    }
    expect(fit.r2).toBeCloseTo(1, 12)
    expect(fit.residualSd).toBeLessThan(1e-7 * (at.d - at.c))
  })

  test('keeps f at 1 in the four-parameter model', () => {
    const fit = fitSigmoid(drawCurve(shapes[2]!), { model: 'l4' })
    expect(fit).toMatchObject({ model: 'l4', f: 1, converged: true })
    expect(fit.e).toBeCloseTo(33, 6)
    expect(fitSigmoid(drawCurve(shapes[1]!), { model: 'l4' }).r2).toBeLessThan(0.9999)
  })

  test('takes gaps, any cycle as the first, and readings of no more than the rise', () => {
    const [at] = shapes
    const curve = drawCurve(at!)
    const gaps = curve.map((value, i) => (i % 5 === 2 ? Number.NaN : value))
    expect(fitSigmoid(gaps).e).toBeCloseTo(at!.e, 6)
    expect(fitSigmoid(gaps).points).toBe(36)
    const late = fitSigmoid(curve.subarray(10, 30), { firstCycle: 11 })
    expect(late.e).toBeCloseTo(at!.e, 5)
    expect(late).toMatchObject({ firstCycle: 11, lastCycle: 30 })
  })

  test('a curve counted from cycle 0 has its ln 0 at the lower asymptote', () => {
    const at = shapes[0]!
    const curve = Float64Array.from({ length: 45 }, (_, i) => evaluateSigmoid(at, i))
    expect(curve[0]).toBe(at.c)
    const fit = fitSigmoid(curve, { firstCycle: 0 })
    expect(fit.e).toBeCloseTo(at.e, 6)
    expect(fit.firstCycle).toBe(0)
  })

  test('ends at the Gompertz curve when no finite f is best', () => {
    const curve = Float64Array.from({ length: 45 }, (_, i) =>
      Math.exp(-Math.exp(-4 * Math.log((i + 1) / 24))),
    )
    const fit = fitSigmoid(curve)
    expect(fit.converged).toBe(true)
    expect(fit.f).toBeGreaterThan(1e4)
    expect(fit.r2).toBeGreaterThan(1 - 1e-9)
    expect(findSigmoidCq(fit).cpD1).toBeCloseTo(24 * 0.8 ** 0.25, 3)
  })

  test('a scale, an offset and the sign of the values do not move a Cq by 1e-7', () => {
    const curve = makeCurve(40, { base: 1000, top: 4000, noise: 20, seed: 5 })
    const cq = findSigmoidCq(fitSigmoid(curve))
    for (const [scale, offset] of [
      [1, 1e5],
      [1, -6000],
      [1e-12, 0],
      [3e9, 7],
      [1e-200, 1e-199],
    ]) {
      const other = findSigmoidCq(fitSigmoid(curve.map((value) => scale! * value + offset!)))
      for (const name of ['cpD1', 'cpD2', 'cy0', 'cpD2Error'] as const) {
        expect(Math.abs(other[name] - cq[name])).toBeLessThan(1e-7)
      }
    }
  })

  test('a start from the fit of one cycle less gives the same Cq for fewer evaluations', () => {
    const curve = makeCurve(40, { base: 100, top: 400, noise: 1, seed: 3 })
    const start = fitSigmoid(curve.subarray(0, 39))
    const [cold, warm] = [fitSigmoid(curve), fitSigmoid(curve, { start })]
    expect(warm.iterations).toBeLessThan(cold.iterations)
    expect(findSigmoidCq(warm).cpD2).toBeCloseTo(findSigmoidCq(cold).cpD2, 4)
  })

  test('a start that misleads costs time and not the fit', () => {
    const curve = makeCurve(40, { base: 100, top: 400, noise: 1, seed: 3 })
    const start = fitSigmoid(drawCurve(shapes[4]!))
    const other = fitSigmoid(curve, { start })
    expect(other.r2).toBeCloseTo(fitSigmoid(curve).r2, 7)
  })

  test('finds the growth of a curve that falls at the end, and of one with spikes', () => {
    const curve = makeCurve(45, { base: 10, top: 40, middle: 20, noise: 0.1 })
    const cq = findSigmoidCq(fitSigmoid(curve)).cpD2
    const hook = curve.map((value, i) => (i > 30 ? value - 0.6 * (i - 30) : value))
    expect(Math.abs(findSigmoidCq(fitSigmoid(hook)).cpD2 - cq)).toBeLessThan(1)
    const spikes = curve.map((value, i) => (i === 4 || i === 33 ? value + 25 : value))
    expect(Math.abs(findSigmoidCq(fitSigmoid(spikes)).cpD2 - cq)).toBeLessThan(2)
  })

  test('has no numbers where there is nothing to fit', () => {
    const flat = new Float64Array(40).fill(3)
    const none = new Float64Array(40).fill(Number.NaN)
    const short = Float64Array.of(1, 2, 4, 8, 9)
    const infinite = Float64Array.from({ length: 40 }, (_, i) => (i % 2 ? 1e308 : -1e308))
    for (const curve of [flat, none, short, infinite, new Float64Array(0)]) {
      const fit = fitSigmoid(curve)
      expect(fit).toMatchObject({ converged: false, b: Number.NaN, r2: Number.NaN, iterations: 0 })
      expect(Object.values(findSigmoidCq(fit)).every(Number.isNaN)).toBe(true)
    }
    expect(fitSigmoid(short, { model: 'l4' }).points).toBe(5)
    expect(fitSigmoid(Float64Array.of(1, Number.POSITIVE_INFINITY, 2)).points).toBe(2)
  })

  test('ends soon with curves that are not sigmoids', () => {
    const falling = makeCurve(45, { base: 100, drift: -0.5, noise: 1 })
    const curves = [
      falling,
      makeCurve(45, { base: 100, drift: 0.5, noise: 1 }),
      Float64Array.from({ length: 45 }, (_, i) => (i === 20 ? 1 : 0)),
      Float64Array.from({ length: 45 }, (_, i) => (i < 20 ? 0 : 1)),
      Float64Array.from({ length: 45 }, (_, i) => Math.sin(i)),
      Float64Array.from({ length: 45 }, (_, i) => 1.9 ** i),
      Float64Array.from({ length: 6 }, (_, i) => i * i),
      Float64Array.from({ length: 2000 }, (_, i) => Math.sin(i / 50) + i),
      ...Array.from({ length: 50 }, (_, seed) => makeCurve(45, { noise: 1, seed: seed + 1 })),
    ]
    for (const curve of curves) {
      const fit = fitSigmoid(curve)
      expect(fit.iterations).toBeLessThanOrEqual(most)
      expect(Number.isFinite(fit.b + fit.c + fit.d + fit.f + fit.r2)).toBe(true)
      expect(fit.r2).toBeGreaterThan(-1e-12)
    }
    const fit = fitSigmoid(falling)
    expect(fit.d).toBeLessThan(fit.c)
    expect(fit.r2).toBeGreaterThan(0.95)
  })

  test('one fit leaves nothing behind that changes the next', () => {
    const curve = makeCurve(40, { base: 100, top: 400, noise: 2, seed: 8 })
    const first = fitSigmoid(curve)
    fitSigmoid(makeCurve(300, { noise: 1 }))
    fitSigmoid(drawCurve(shapes[4]!))
    expect(fitSigmoid(curve)).toEqual(first)
  })
})

describe.skipIf(!hasReference('reference-qpcR'))('against fits by qpcR', () => {
  const pairs = fitReferenceCurves()

  test('fits every curve qpcR fits', () => {
    expect(pairs.length).toBeGreaterThan(800)
    expect(pairs.filter(({ fit }) => !Number.isFinite(fit.b))).toEqual([])
  })

  test('never with larger residuals where the curve is one of growth', () => {
    const worse = pairs.filter((pair) => pair.theirs['l5_R2']! > 0.95 && isWorseFit(pair))
    expect(worse.map(({ set, curve }) => `${set} ${curve}`)).toEqual([])
  })

  test.each([
    ['reps', 'F1.1'],
    ['reps3', 'F7.3'],
    ['dil4reps94', 'F15_1'],
    ['guescini1', 'F1.1'],
    ['VIMCFX96_60', 'A1'],
  ])('finds its parameters for %s %s', (set, curve) => {
    const { theirs, fit } = pairs.find((pair) => pair.set === set && pair.curve === curve)!
    expect(fit.r2).toBeCloseTo(theirs['l5_R2']!, 6)
    for (const name of ['b', 'd', 'e', 'f'] as const) {
      expect(fit[name] / theirs[`l5_${name}`]!).toBeCloseTo(1, 4)
    }
    expect(Math.abs(fit.c - theirs['l5_c']!)).toBeLessThan(1e-5 * (fit.d - fit.c))
  })
})
