import { findConsensusCq } from '../consensus/consensus-cq.ts'
import { wellOf, type CorrectedChannel } from '../curves/correct.ts'
import { analyseLinreg } from '../linreg/linreg.ts'
import { findSigmoidCq } from '../sigmoid/sigmoid-cq.ts'
import type { SigmoidFit } from '../sigmoid/sigmoid-fit.ts'
import { createGrowthScratch } from '../plate/growth-equations.ts'
import { fitLimitedGrowth, type LimitedGrowth } from '../plate/limited-growth.ts'
import { fitSigmoids } from '../wasm/fit-sigmoids.ts'

/** Cycles after a take-off from which it is read: those of two second differences, each a mean of three. */
const afterTakeOff = 2.5

/** Results of the fits to single curves, by well; NaN and null for none. */
export interface CurveFits {
  /** True if the curves still have their baseline, so that efficiencies were fitted; see `fitCurves`. */
  hasBaseline: boolean
  secondDerivative: Float64Array
  cy0: Float64Array
  takeOff: Float64Array
  /** Above the baseline at the take-off, in the curve's unit. */
  takeOffFluorescence: Float64Array
  fits: (SigmoidFit | null)[]
  growths: (LimitedGrowth | null)[]
}

/** Estimates of a target's curves that need no threshold. */
export interface TargetEstimates extends CurveFits {
  consensus: Float64Array
  /** Standard error from the readings alone; see `ConsensusCq` for this and the next four. */
  consensusError: Float64Array
  rises: Float64Array
  tops: Float64Array
  scatters: Float64Array
  steepness: number
  disagreement: Float64Array
}

/**
 * Estimate sigmoid, take-off, efficiency and consensus of every well that amplified. `fits` of the same curves save the
 * work if only their baseline changed. `tops` has the index of the top of each curve that falls after it.
 */
export function estimateTarget(
  curves: CorrectedChannel,
  amplified: Uint8Array,
  hasBaseline: boolean,
  fits: CurveFits = fitCurves(curves, amplified, hasBaseline),
  tops: ReadonlyMap<number, number> = new Map(),
): TargetEstimates {
  const { secondDerivative, cy0, takeOff } = fits
  const methods = [
    { name: 'second_derivative', cq: secondDerivative, checksOnly: true },
    { name: 'cy0', cq: cy0, checksOnly: true },
    { name: 'take_off', cq: takeOff, checksOnly: false, after: afterTakeOff + 1 },
  ]
  const { cq, error, ...found } = findConsensusCq(curves, amplified, methods, tops)
  const { rises, scatters, steepness, disagreement } = found
  return {
    ...fits,
    consensus: cq,
    consensusError: error,
    rises,
    tops: found.tops,
    scatters,
    steepness,
    disagreement,
  }
}

/**
 * Fit the curves before any baseline is subtracted. Efficiencies are fitted only to curves that still have their
 * baseline (`hasBaseline`): subtracting it spoils them.
 */
function fitCurves(
  { wells, points, rn }: CorrectedChannel,
  amplified: Uint8Array,
  hasBaseline: boolean,
): CurveFits {
  const none = () => new Float64Array(wells).fill(Number.NaN)
  const linreg = analyseLinreg(rn, wells, points, amplified)
  const scratch = createGrowthScratch(points)
  const secondDerivative = none()
  const cy0 = none()
  const takeOff = none()
  const takeOffFluorescence = none()
  const fits = fitAmplified(rn, amplified, points)
  const growths: (LimitedGrowth | null)[] = []
  for (let well = 0; well < wells; well++) {
    const fit = fits[well] ?? null
    if (fit === null) {
      growths.push(null)
      continue
    }
    const curve = wellOf(rn, well, points)
    const found = findSigmoidCq(fit, false)
    secondDerivative[well] = found.cpD2
    cy0[well] = found.cy0
    // Take no take-off from the last reading held on, with which LinRegPCR fills a curve that ends early.
    if (linreg.td0[well]! + afterTakeOff < countCycles(curve)) {
      takeOff[well] = linreg.td0[well]!
      takeOffFluorescence[well] = linreg.td0Fluorescence[well]!
    }
    growths.push(hasBaseline ? fitLimitedGrowth(curve, takeOff[well]!, scratch) : null)
  }
  return { hasBaseline, secondDerivative, cy0, takeOff, takeOffFluorescence, fits, growths }
}

/** Return the last cycle that was measured. */
function countCycles(curve: Float64Array): number {
  return curve.findLastIndex(Number.isFinite) + 1
}

/** Fit the sigmoid of each well that amplified, null of the others. */
function fitAmplified(
  rn: Float64Array,
  amplified: Uint8Array,
  points: number,
): (SigmoidFit | null)[] {
  const curves: Float64Array[] = []
  for (const [well, one] of amplified.entries()) {
    if (one === 1) curves.push(wellOf(rn, well, points))
  }
  const found = fitSigmoids(curves, []).values()
  return Array.from(amplified, (one) => (one === 1 ? found.next().value! : null))
}
