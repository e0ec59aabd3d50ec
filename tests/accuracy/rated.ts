import type { TargetRule } from '../../domain/entities/evaluation-recipe.ts'
import type { CallName } from '../../domain/results.ts'
import { measureGrowth } from '../../workers/growth/amplification.ts'
import {
  measureAmplifications,
  type Amplification,
} from '../../workers/growth/amplification-score.ts'
import { callWell } from '../../workers/run/calls.ts'
import { thresholdNoises } from '../../workers/run/thresholds.ts'
import { correctChannel, wellOf } from '../../workers/curves/correct.ts'
import { countMeasured, createReadings } from '../../workers/curves/readings.ts'
import { findCq, findThreshold } from '../../workers/curves/threshold.ts'
import { exp } from '../../workers/numbers/exp.ts'
import type { Figure } from '../support/curve-accuracy.ts'
import { rate, readRatedCurves, type RatedCurve, type Rating } from '../support/rated-curves.ts'
import {
  applyScore,
  measureRatedShapes,
  trainAmplification,
} from '../support/train-amplification.ts'

const target: TargetRule = {
  name: 'rated',
  channel: 'FAM',
  role: 'target',
  threshold: { method: 'automatic', factor: 10 },
  cq_method: 'consensus',
  baseline: { method: 'automatic' },
  cq_max: 100,
}

/** Parts into which htPCR, a set of its own kind, is divided where it is held out of its own training. */
const parts = 5

export interface RatedCall {
  curve: RatedCurve
  rating: Rating
  call: CallName
  amplification: Amplification
}

/**
 * Compare our calls with those of several people, with everything automatic: with the score as it is, with one trained
 * without the set that it judges, and with the targets of each set mixed, as the people saw them. Empty without the
 * data.
 */
export function measureRated(): Figure[] {
  const curves = readRatedCurves()
  if (curves.length === 0) return []
  const together = curves.map((curve) => ({ ...curve, target: '' }))
  return [
    ...describe('', callRated(curves)),
    ...describe(', held out by set', callRated(curves, scoreHeldOut(curves))),
    ...describe(', sets as one target', callRated(together)).map(withoutBar),
  ]
}

function withoutBar(figure: Figure): Figure {
  return { ...figure, bar: '', ok: null }
}

/** Call each curve; with `scores` in place of the built-in score. */
export function callRated(
  curves: readonly RatedCurve[],
  scores?: ReadonlyMap<RatedCurve, number>,
): RatedCall[] {
  const plates = Map.groupBy(curves, ({ set, target }) => `${set} ${target}`)
  return [...plates.values()].flatMap((plate) => callPlate(plate, scores))
}

function callPlate(
  plate: readonly RatedCurve[],
  scores: ReadonlyMap<RatedCurve, number> | undefined,
): RatedCall[] {
  const points = Math.max(...plate.map(({ signal }) => signal.length))
  const readings = createReadings(['FAM'], plate.length, points)
  for (const [well, { signal }] of plate.entries()) readings.values.set(signal, well * points)
  const curves = correctChannel(readings, 0, null, target.baseline)
  const threshold = findThreshold(thresholdNoises(curves))
  const amplifications = measureAmplifications(curves.rn, points, curves.unbridged)
  return plate.map((curve, well) => {
    const corrected = wellOf(curves.corrected, well, points)
    const built = amplifications[well]!
    const amplification = { ...built, score: scores?.get(curve) ?? built.score }
    const { call } = callWell(target, {
      planned: 0,
      cycles: countMeasured(wellOf(curves.rn, well, points)),
      cq: findCq(corrected, threshold),
      threshold,
      growth: measureGrowth(corrected, curves.noises[well]!, curves.slopes[well]!),
      amplification,
      peaks: null,
      excluded: false,
    })
    return { curve, rating: rate(curve), call, amplification }
  })
}

/** Score in percent of each curve by weights trained without its set, htPCR's without its fifth. */
function scoreHeldOut(curves: readonly RatedCurve[]): Map<RatedCurve, number> {
  const rated = measureRatedShapes(curves)
  const partOf = new Map(
    curves.map((curve, i) => [curve, isHtPcr(curve) ? `htPCR ${i % parts}` : curve.set]),
  )
  const scores = new Map<RatedCurve, number>()
  for (const part of new Set(partOf.values())) {
    const trained = trainAmplification(rated.filter(({ curve }) => partOf.get(curve) !== part))
    for (const one of rated) {
      if (partOf.get(one.curve) !== part) continue
      scores.set(one.curve, 100 / (1 + exp(-applyScore(trained, one))))
    }
  }
  return scores
}

function isHtPcr({ set }: RatedCurve): boolean {
  return set === 'htPCR_half'
}

/** Calculate sensitivity, specificity and reviews of a list of calls. */
function describe(how: string, calls: readonly RatedCall[]): Figure[] {
  const others = calls.filter(({ curve }) => !isHtPcr(curve))
  const htPcr = calls.filter(({ curve }) => isHtPcr(curve))
  const name = (text: string) => `rated${how}: ${text}`
  const least = (text: string, all: RatedCall[], isRight: (call: CallName) => boolean, bar = 0) =>
    part(name(`${text} (of ${all.length})`), all, isRight, bar && { least: bar })
  const isDetected = (call: CallName) => call === 'detected'
  const y = others.filter(({ rating }) => rating === 'y')
  const n = others.filter(({ rating }) => rating === 'n')
  const unlike = n.filter(({ curve }) => curve.set !== 'lc96_bACTXY')
  const htY = htPcr.filter(({ rating }) => rating === 'y')
  const htN = htPcr.filter(({ rating }) => rating === 'n')
  const isReview = (call: CallName) => call === 'review'
  return [
    least('all say y, called detected', y, isDetected, 99.5),
    least('all say y, detected or for review', y, (call) => call !== 'not_detected'),
    least('all say n, not called detected', n, (call) => !isDetected(call), 99.6),
    least('the same without lc96_bACTXY', unlike, (call) => !isDetected(call)),
    least('all say n, called not detected', n, (call) => call === 'not_detected'),
    least('htPCR, 6 of 8 say y, called detected', htY, isDetected, 92),
    least('htPCR, 6 of 8 say n, not called detected', htN, (call) => !isDetected(call), 97.3),
    least(
      'all say ambiguous, called review',
      others.filter(({ rating }) => rating === 'a'),
      isReview,
      80,
    ),
    least(
      'raters differ, called review',
      others.filter(({ rating }) => rating === 'split'),
      isReview,
    ),
    part(
      name(`all say y or n, called review (of ${y.length + n.length})`),
      [...y, ...n],
      isReview,
      {
        most: 1.5,
      },
    ),
    part(name(`htPCR, 6 of 8 say y, called review (of ${htY.length})`), htY, isReview, 0),
    part(
      name(`htPCR, 6 of 8 say y or n, called review (of ${htY.length + htN.length})`),
      [...htY, ...htN],
      isReview,
      { most: 8 },
    ),
  ]
}

function part(
  name: string,
  calls: readonly RatedCall[],
  holds: (call: CallName) => boolean,
  bar: { least: number } | { most: number } | 0,
): Figure {
  const value = (100 * calls.filter(({ call }) => holds(call)).length) / calls.length
  const limit = bar === 0 ? '' : 'least' in bar ? `>= ${bar.least}` : `<= ${bar.most}`
  const ok = bar === 0 ? null : 'least' in bar ? value >= bar.least : value <= bar.most
  return { name, value, unit: '%', bar: limit, ok }
}
