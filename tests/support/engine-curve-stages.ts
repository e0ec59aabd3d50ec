import { measureGrowth } from '../../workers/growth/amplification.ts'
import { measureAmplifications } from '../../workers/growth/amplification-score.ts'
import { exp } from '../../workers/numbers/exp.ts'
import { measureBreaks } from '../../workers/growth/lone-breaks.ts'
import { fitLine } from '../../workers/curves/baseline.ts'
import { fitAsymptote } from '../../workers/curves/baseline-asymptote.ts'
import { chooseWindow } from '../../workers/curves/baseline-window.ts'
import { compensate } from '../../workers/compensation/compensate.ts'
import { findLeaks } from '../../workers/compensation/leaks.ts'
import { learnCompensation } from '../../workers/compensation/transfer.ts'
import { findConsensusCq } from '../../workers/consensus/consensus-cq.ts'
import { findHandlingError, poissonError } from '../../workers/consensus/error.ts'
import type { CorrectedChannel } from '../../workers/curves/correct.ts'
import { differentiate } from '../../workers/curves/derivative.ts'
import { findEndPoint } from '../../workers/curves/end-point.ts'
import { analyseLinreg } from '../../workers/linreg/linreg.ts'
import { takeLogarithm } from '../../workers/curves/logarithm.ts'
import { estimateNoise } from '../../workers/curves/noise.ts'
import { findSigmoidCq } from '../../workers/sigmoid/sigmoid-cq.ts'
import { fitSigmoid } from '../../workers/sigmoid/sigmoid-fit.ts'
import { bridgeGaps } from '../../workers/curves/bridge-gaps.ts'
import { findPlainRise } from '../../workers/curves/plain-rise.ts'
import { smooth } from '../../workers/curves/smooth.ts'
import { findCq } from '../../workers/curves/threshold.ts'
import { differentiateSmoothly, smoothSlope } from '../../workers/melt/smooth-slope.ts'
import { chooseMeltRegions, normaliseMelt } from '../../workers/melt/normalise.ts'
import { orderPoints } from '../../workers/melt/order-points.ts'
import { findMeltPeaks } from '../../workers/melt/peaks.ts'
import { sortProductPeaks } from '../../workers/melt/product-peaks.ts'
import {
  byChannel,
  byCorrected,
  byCurve,
  byMelt,
  correctedOf,
  type Items,
  type Stage,
} from './engine-items.ts'
import type { EnginePlate } from './engine-plate.ts'

/** Stages that work on single curves, and on the curves of one channel. */
export const curveStages: Readonly<Record<string, Stage>> = {
  compensation: (plate) => compensationItems(plate),
  noise: byCurve((curve) => estimateNoise(curve, 0, curve.length, curve.slice())),
  smooth: byCurve((curve) => smooth(curve, 3, curve.slice())),
  'baseline window': byCurve((curve) => chooseWindow(curve, new Float64Array(2 * curve.length))),
  baseline: byCurve((curve) =>
    fitLine(curve, chooseWindow(curve, new Float64Array(2 * curve.length))),
  ),
  'baseline asymptote': byCurve((curve) =>
    fitAsymptote(curve, chooseWindow(curve, new Float64Array(2 * curve.length))),
  ),
  'plain rise': byCurve((curve) => findPlainRise(bridgeGaps(curve, curve.slice()))),
  'lone breaks': byCurve((curve) => measureBreaks(bridgeGaps(curve, curve.slice()), curve.slice())),
  'lone breaks of a bubble': byCurve((curve) => {
    const well = drawBubble(bridgeGaps(curve, curve.slice()))
    return measureBreaks(well, well.slice())
  }),
  'corrected curves': byCorrected((curves) => eachCorrected(curves, (curve) => curve.slice())),
  derivative: byCorrected((curves) =>
    eachCorrected(curves, (curve) => differentiate(curve, curve.slice())),
  ),
  logarithm: byCorrected((curves) =>
    eachCorrected(curves, (curve) => takeLogarithm(curve, curve.slice())),
  ),
  growth: byCorrected((curves) =>
    eachCorrected(curves, (curve, well) => [
      measureGrowth(curve, curves.noises[well]!, curves.slopes[well]!),
      findEndPoint(curve),
    ]),
  ),
  amplification: byChannel((values, _wells, points) => measureAmplifications(values, points)),
  'threshold Cq': byCorrected((curves) => eachCorrected(curves, findCqs)),
  'sigmoid fit': byCurve((curve) => [fitSigmoid(curve), fitSigmoid(curve, { model: 'l4' })]),
  'sigmoid Cq': byCurve((curve) => findSigmoidCq(fitSigmoid(curve))),
  LinRegPCR: byChannel((values, wells, points) => analyseLinreg(values, wells, points)),
  'consensus Cq': byCorrected(findConsensus),
  'melt slope': byMelt((temperatures, curve) => [
    smoothSlope(orderPoints(temperatures, curve)),
    differentiateSmoothly(temperatures, curve, curve.slice()),
  ]),
  'melt peaks': byMelt((temperatures, curve) =>
    sortProductPeaks(findMeltPeaks(temperatures, curve), { min: 75, max: 85 }),
  ),
  'melt normalised': byMelt(normaliseBoth),
}

function eachCorrected(
  curves: CorrectedChannel,
  measure: (curve: Float64Array, well: number) => unknown,
): unknown[] {
  return Array.from({ length: curves.wells }, (_, well) => measure(correctedOf(curves, well), well))
}

function findConsensus(curves: CorrectedChannel): object {
  const consensus = findConsensusCq(curves, new Uint8Array(curves.wells).fill(1))
  const pairs = Int32Array.from(consensus.cq, (_, well) => well >> 1)
  const handling = findHandlingError(consensus.cq, consensus.error, pairs)
  return { ...consensus, handling, poisson: poissonError(20 + curves.wells, 1.9) }
}

/** Find Cq at several heights of the curve. */
function findCqs(curve: Float64Array): number[] {
  const top = curve.reduce((most, value) => (value > most ? value : most), 0)
  return [0.01, 0.1, 0.37, 0.8].map((part) => findCq(curve, part * top))
}

function normaliseBoth(temperatures: Float64Array, curve: Float64Array): unknown {
  const regions = chooseMeltRegions(temperatures, findMeltPeaks(temperatures, curve))
  if (regions === null) return null
  return (['bilinear', 'exponential'] as const).map((method) =>
    normaliseMelt(temperatures, curve, { regions, method }, curve.slice()),
  )
}

/** Learn a compensation from made crosstalk: each dye loses a tenth of the next one. */
function* compensationItems({ amplification }: EnginePlate): Items {
  const { channels, wells, points, values } = amplification
  if (channels.length < 2) return
  const size = wells * points
  const dyes = values.map((value, i) => value - 0.1 * (values[(i + size) % values.length] ?? 0))
  const learnt = learnCompensation(amplification, { ...amplification, values: dyes })
  yield ['compensation', learnt]
  const compensated = compensate(amplification, learnt)
  yield ['compensated', compensated.values]
  const parts = channels.map((_, i) => compensated.values.slice(i * size, (i + 1) * size))
  yield ['leaks', findLeaks(parts, wells, points)]
}

/** Draw a bubble that goes back slowly in an empty well, whose noise is how much a curve bends from point to point. */
function drawBubble(curve: Float64Array): Float64Array {
  const bends = curve.map((value, i) => {
    const inside = i > 0 && i + 1 < curve.length
    return inside ? curve[i - 1]! - 2 * value + curve[i + 1]! : 0
  })
  const noise = estimateNoise(bends, 0, bends.length, bends.slice())
  const from = Math.floor(bends.length / 3)
  return bends.map((value, i) => value + (i < from ? 0 : 35 * noise * exp((from - i) / 5)))
}
