import type { CqMethod, TargetRule } from '../../domain/entities/evaluation-recipe.ts'
import type { Estimates, Flag, WellResult } from '../../domain/results.ts'
import { callWell } from './calls.ts'
import type { Parting } from './compare-methods.ts'
import { mostStray, type Stray } from './find-strays.ts'
import { clearDisagreement } from '../consensus/consensus-cq.ts'
import { wellOf } from '../curves/correct.ts'
import { findEndPoint } from '../curves/end-point.ts'
import { isLoneStep, showsGrowth } from '../growth/growth-rules.ts'
import { hookLimits, isHook } from '../growth/hook.ts'
import type { MeasuredTarget } from './measure-run.ts'
import { countGap, findCq } from '../curves/threshold.ts'
import type { TargetEstimates } from './estimate.ts'
import { type CurveLeak, leakInDoubt } from './find-run-leaks.ts'

/**
 * Largest standard error of a consensus Cq by its readings, in cycles, that is not flagged: 95 % of such Cqs are less than
 * half a cycle off.
 */
const mostError = 0.25

export interface WellOrder {
  well: number
  threshold: number
  excluded: boolean
  leak: CurveLeak | undefined
  /** Null where the methods agree. */
  parting: Parting | null
  /** Null where the curve follows those of its target. */
  stray: Stray | null
  /** Part of the consensus error that comes from different heights of the target's curves; in cycles. */
  heightError: number
  /** Cycles the programme was to measure. */
  planned: number
}

/** Judge one target in one well: Cq, call and flags. */
export function judgeWell(
  target: TargetRule,
  measured: MeasuredTarget,
  { well, threshold, excluded, leak, parting, stray, heightError, planned }: WellOrder,
): Omit<WellResult, 'well' | 'sample_uuid'> {
  const { curves, estimates } = measured
  const corrected = wellOf(curves.corrected, well, curves.points)
  const slope = curves.slopes[well]!
  const intercept = curves.intercepts[well]!
  const amplification = measured.amplifications[well]!
  const peaks = measured.peaks[well]!
  const method = target.cq_method ?? 'threshold'
  const isByThreshold = method === 'threshold'
  const cq = readCq(method, corrected, threshold, estimates, well)
  const isStep = isLoneStep(amplification, target.cq_method)
  const { call, trace } = callWell(target, {
    cycles: measured.cycles[well]!,
    planned,
    cq,
    threshold,
    growth: measured.growths[well]!,
    amplification,
    peaks,
    leak: leakInDoubt(leak),
    // Send to review: no baseline can be found in a subtracted curve, and a curve in much noise may cross the
    // threshold again on its plateau. The same holds for a threshold that was chosen as the method. Recipes
    // without a method keep their calls and get only a flag.
    parting:
      target.baseline.method === 'none' || amplification.isSharp || target.cq_method === 'threshold'
        ? parting
        : null,
    // Flag it without a judgement for a Cq by threshold, which was judged without it until 1.2.0.
    stray: method === 'consensus' && stray?.isFar ? stray.times : null,
    baselineEnd: orUndefined(curves.ends[well]!),
    hasFloor: curves.floors[well] === 1,
    gap: isByThreshold ? countGap(corrected, threshold) : 0,
    excluded,
  })
  return {
    target: target.name,
    channel: target.channel,
    // Give no Cq where noise, drift or a step crosses the threshold.
    cq: showsGrowth(amplification, target.cq_method) && !isStep ? orNull(cq) : null,
    threshold: orNull(threshold),
    estimates: estimates.fits[well] && !isStep ? listEstimates(estimates, well, heightError) : null,
    flags: listFlags(target, measured, { well, leak, parting, stray }),
    baseline: Number.isFinite(slope + intercept + curves.starts[well]!)
      ? { start: curves.starts[well]!, end: curves.ends[well]!, slope, intercept }
      : null,
    end_point: orNull(findEndPoint(corrected)),
    melt: (peaks ?? []).map(({ tm, height, width }) => ({ tm, height, width: orNull(width) })),
    call,
    trace,
  }
}

function readCq(
  method: CqMethod,
  corrected: Float64Array,
  threshold: number,
  estimates: TargetEstimates,
  well: number,
): number {
  switch (method) {
    case 'threshold':
      return findCq(corrected, threshold)
    case 'second_derivative':
      return estimates.secondDerivative[well]!
    case 'cy0':
      return estimates.cy0[well]!
    case 'take_off':
      return estimates.takeOff[well]!
    case 'consensus':
      return estimates.consensus[well]!
  }
}

function listEstimates(estimates: TargetEstimates, well: number, heightError: number): Estimates {
  const error = estimates.consensusError[well]!
  return {
    second_derivative: orNull(estimates.secondDerivative[well]!),
    cy0: orNull(estimates.cy0[well]!),
    take_off: orNull(estimates.takeOff[well]!),
    consensus: orNull(estimates.consensus[well]!),
    consensus_error: orNull(Math.sqrt(error * error + heightError * heightError)),
    efficiency: orNull(estimates.growths[well]?.efficiency ?? Number.NaN),
    // Leave it open, as it needs the assay's efficiency, which is not known yet.
    starting_fluorescence: null,
  }
}

/** List the flags of one curve by itself that a person may want to check. */
function listFlags(
  target: TargetRule,
  { curves, amplifications, ceilings, estimates }: MeasuredTarget,
  { well, leak, parting, stray }: Pick<WellOrder, 'well' | 'leak' | 'parting' | 'stray'>,
): Flag[] {
  const flags: Flag[] = []
  const spikes = curves.spikes[well]!
  if (spikes > 0) flags.push({ name: 'spike', value: spikes, limit: null })
  const ceiling = ceilings[well]!
  if (ceiling >= 0) flags.push({ name: 'saturated', value: ceiling + 1, limit: null })
  const amplification = amplifications[well]!
  const { hook } = amplification.shape
  const grows = showsGrowth(amplification, target.cq_method)
  if (grows && isHook(hook)) {
    flags.push({ name: 'hook', value: hook.fall, limit: hookLimits.fall })
  }
  if (grows && leak && leak.part > leak.most) {
    flags.push({ name: 'possible_crosstalk', value: leak.part * 100, limit: null })
  }
  const disagreement = Math.max(estimates.disagreement[well]!, parting?.deviations ?? 0)
  if (disagreement > clearDisagreement) {
    flags.push({ name: 'methods_disagree', value: disagreement, limit: clearDisagreement })
  }
  const error = estimates.consensusError[well]!
  if (grows && target.cq_method === 'consensus' && error > mostError) {
    flags.push({ name: 'imprecise_cq', value: error, limit: mostError })
  }
  if (stray !== null)
    flags.push({ name: 'strays_from_shape', value: stray.times, limit: mostStray })
  return flags
}

function orUndefined(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined
}

export function orNull(value: number): number | null {
  return Number.isFinite(value) ? value : null
}
