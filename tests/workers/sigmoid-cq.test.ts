import { describe, expect, test } from 'vitest'
import { findSigmoidCq } from '../../workers/sigmoid/sigmoid-cq.ts'
import { fitSigmoid, type SigmoidFit } from '../../workers/sigmoid/sigmoid-fit.ts'
import { evaluateSigmoid, type SigmoidParameters } from '../../workers/sigmoid/model.ts'
import { compared, compareWithQpcr, fitReferenceCurves } from '../accuracy/sigmoid.ts'
import { quantile } from '../support/curve-accuracy.ts'
import { hasReference } from '../support/vendor-csv.ts'
import { makeCurve } from './curves.ts'

/** Return a fit with these parameters over 45 cycles, as if it had been found. */
function asFit(at: SigmoidParameters): SigmoidFit {
  const fit = fitSigmoid(makeCurve(45, { top: 10 }))
  return { ...fit, ...at }
}

/** Return slope and curvature of the curve by differences. */
function differentiateTwice(at: SigmoidParameters, x: number): [slope: number, bend: number] {
  const step = 0.001
  const [before, here, after] = [x - step, x, x + step].map((one) => evaluateSigmoid(at, one))
  return [(after! - before!) / (2 * step), (after! - 2 * here! + before!) / (step * step)]
}

/** Return the grid cycle at which the slope (0) or the curvature (1) is greatest. */
function searchMaximum(at: SigmoidParameters, which: 0 | 1): number {
  let best = 1
  let most = Number.NEGATIVE_INFINITY
  for (let x = 1; x <= 45; x += 0.01) {
    const value = differentiateTwice(at, x)[which]
    if (value > most) {
      most = value
      best = x
    }
  }
  return best
}

const shapes: SigmoidParameters[] = [
  { b: -22, c: 0.02, d: 2.6, e: 21.6, f: 0.77 },
  { b: -8.7, c: 5500, d: 10500, e: 20.8, f: 4.2 },
  { b: -12, c: -3, d: 40, e: 33, f: 1 },
  { b: -3.4, c: 0, d: 1, e: 9, f: 900 },
  { b: -40, c: 0, d: 1, e: 20, f: 0.2 },
]

describe('Cq of a fitted sigmoid', () => {
  test.each(shapes)('maxima are where a search finds them: b $b, e $e, f $f', (at) => {
    const cq = findSigmoidCq(asFit(at))
    const [slope, bend] = [searchMaximum(at, 0), searchMaximum(at, 1)]
    expect(Math.abs(cq.steepestCycle - slope)).toBeLessThan(0.0101)
    expect(Math.abs(cq.sharpestCycle - bend)).toBeLessThan(0.0101)
    if (slope < 44.9) expect(cq.cpD1).toBe(cq.steepestCycle)
    if (bend < 44.9) expect(cq.cpD2).toBe(cq.sharpestCycle)
  })

  test.each(shapes)('Cy0 is where the tangent meets the lower asymptote: b $b, f $f', (at) => {
    const { steepestCycle, cy0 } = findSigmoidCq(asFit(at))
    const [slope] = differentiateTwice(at, steepestCycle)
    const height = evaluateSigmoid(at, steepestCycle) - at.c
    expect(cy0).toBeCloseTo(steepestCycle - height / slope, 4)
  })

  test('growth per cycle leaves the background out, the ratio of the readings does not', () => {
    const at = shapes[1]!
    const { cpD2, ratio, growth } = findSigmoidCq(asFit(at))
    const [now, before] = [evaluateSigmoid(at, cpD2), evaluateSigmoid(at, cpD2 - 1)]
    expect(ratio).toBeCloseTo(now / before, 12)
    expect(growth).toBeCloseTo((now - at.c) / (before - at.c), 10)
    expect(growth).toBeGreaterThan(ratio)
  })

  test('none where the maximum is outside the measured cycles', () => {
    const late = findSigmoidCq(asFit({ b: -12, c: 0, d: 1, e: 60, f: 1 }))
    expect(late).toMatchObject({ cpD1: Number.NaN, cpD1Error: Number.NaN, steepestCycle: 45 })
    expect(late.cpD2).toBeNaN()
    expect(late.sharpestCycle).toBe(45)
    const [slope] = differentiateTwice({ b: -12, c: 0, d: 1, e: 60, f: 1 }, 45)
    const height = evaluateSigmoid({ b: -12, c: 0, d: 1, e: 60, f: 1 }, 45)
    expect(late.cy0).toBeCloseTo(45 - height / slope, 4)
    const early = findSigmoidCq(asFit({ b: -3.4, c: 0, d: 1, e: 27, f: 0.42 }))
    expect(early).toMatchObject({ cpD2: Number.NaN, sharpestCycle: 1 })
    expect(early.cpD1).toBeGreaterThan(10)
    const steepest = findSigmoidCq(asFit({ b: -3, c: 0, d: 1, e: 27, f: 0.3 }))
    expect(steepest).toMatchObject({ cpD1: Number.NaN, cpD2: Number.NaN, steepestCycle: 1 })
    expect(steepest.cy0).toBeNaN()
  })

  test('none of a curve that falls', () => {
    const cq = findSigmoidCq(fitSigmoid(makeCurve(45, { base: 10, top: -5, noise: 0.01 })))
    expect(Object.values(cq).every(Number.isNaN)).toBe(true)
  })

  test('standard errors are the scatter that noise makes', () => {
    const scores: Record<'cpD1' | 'cpD2' | 'cy0', number[]> = { cpD1: [], cpD2: [], cy0: [] }
    const truth = findSigmoidCq(fitSigmoid(makeCurve(45, { top: 10 })))
    for (let seed = 1; seed <= 300; seed++) {
      const cq = findSigmoidCq(fitSigmoid(makeCurve(45, { top: 10, noise: 0.05, seed })))
      scores.cpD1.push((cq.cpD1 - truth.cpD1) / cq.cpD1Error)
      scores.cpD2.push((cq.cpD2 - truth.cpD2) / cq.cpD2Error)
      scores.cy0.push((cq.cy0 - truth.cy0) / cq.cy0Error)
    }
    for (const list of Object.values(scores)) {
      const rms = Math.sqrt(list.reduce((sum, one) => sum + one * one, 0) / list.length)
      expect(rms).toBeGreaterThan(0.88)
      expect(rms).toBeLessThan(1.12)
    }
  })
})

describe.skipIf(!hasReference('reference-qpcR'))('against Cqs by qpcR', () => {
  const pairs = fitReferenceCurves()
  const grown = pairs.filter(({ theirs }) => theirs['l5_R2']! > 0.95)

  test.each(compared.map((one) => ({ name: one[0], one })))(
    '$name within its .01 cycles',
    ({ one }) => {
      const sizes = compareWithQpcr(pairs, one)
      expect(quantile(sizes, 0.5)).toBeLessThanOrEqual(0.01)
      expect(quantile(sizes, 0.95)).toBeLessThanOrEqual(0.05)
      expect(quantile(compareWithQpcr(grown, one), 1)).toBeLessThan(0.0125)
    },
  )

  test('efficiency at cpD2 within what .01 cycles make of it', () => {
    const sizes = grown
      .filter(({ cq }) => cq.ratio === cq.ratio)
      .map(({ cq, theirs }) => Math.abs(cq.ratio / theirs['eff_cpD2']! - 1))
    expect(sizes.length).toBeGreaterThan(800)
    expect(quantile(sizes, 1)).toBeLessThan(0.005)
  })
})
