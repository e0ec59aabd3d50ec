import type {
  BaselineRule,
  Evaluation,
  TargetRule,
} from '../../domain/entities/evaluation-recipe.ts'
import { isIsothermal } from '../../domain/rules/assay-kind.ts'
import { measureGrowth, type Growth } from '../growth/amplification.ts'
import { measureAmplifications, type Amplification } from '../growth/amplification-score.ts'
import { estimateTarget, type CurveFits, type TargetEstimates } from './estimate.ts'
import { listCurveSettings, listTargetSettings } from './curve-settings.ts'
import { findOwners, isInMix, type Layout } from './layout.ts'
import { invertMixing } from '../compensation/calibration.ts'
import { compensate } from '../compensation/compensate.ts'
import type { LayoutSample } from './controls.ts'
import { cutAtCeiling, findCeilings } from '../curves/ceiling.ts'
import {
  clearWell,
  correctChannel,
  createCorrected,
  wellOf,
  type CorrectedChannel,
} from '../curves/correct.ts'
import { correctIsothermal } from '../isothermal/correct-isothermal.ts'
import { showsGrowth } from '../growth/growth-rules.ts'
import { isClearHook } from '../growth/hook.ts'
import { findMeltPeaks, type MeltPeak } from '../melt/peaks.ts'
import { writeTm } from '../melt/write-tm.ts'
import {
  countMeasured,
  curveOf,
  findChannel,
  temperaturesOf,
  type Readings,
} from '../curves/readings.ts'

export interface RunReadings {
  /** Amplification: a point per cycle. */
  amplification: Readings
  /** Melt: a point per temperature step; null when the run had none. */
  melt: Readings | null
}

/** Measurements of one target's curves that need no threshold: costly, and made only once per reading. */
export interface MeasuredTarget {
  /** Wells of other reaction mixes are gaps. */
  curves: CorrectedChannel
  /** By well: measured cycles, growth over the baseline, melting peaks (null: no melt). */
  cycles: number[]
  growths: Growth[]
  amplifications: Amplification[]
  /** Index of the first reading at the ceiling of the instrument, -1 where none is. */
  ceilings: number[]
  peaks: (MeltPeak[] | null)[]
  estimates: TargetEstimates
}

/**
 * Measure everything of a run that does not depend on thresholds: `judgeRun` judges a dragged threshold again from it.
 * One entry per target of the recipe, in its order.
 */
export function measureRun(run: RunReadings & Layout, evaluation: Evaluation): MeasuredTarget[] {
  return measureTargets(run, evaluation, (curves, target) => estimateCurves(curves, target))
}

/**
 * Measure a run with a new cycle as soon as possible: all but the estimates, which are still those of `before`.
 * `measureEstimates` updates them.
 */
export function measureCycle(
  run: RunReadings & Layout,
  evaluation: Evaluation,
  before: readonly MeasuredTarget[],
): MeasuredTarget[] {
  return measureTargets(run, evaluation, (_curves, _target, index) => before[index]!.estimates)
}

/**
 * Return whether Cq or calls of a target need estimates of its own cycle: its Cq is read by one of those
 * methods, or its curves have no baseline and their calls depend on the other methods too.
 */
export function needsEstimates(target: TargetRule): boolean {
  return (target.cq_method ?? 'threshold') !== 'threshold' || !hasBaseline(target)
}

/** Add the estimates that `measureCycle` postponed: the result equals that of `measureRun`, to the bit. */
export function measureEstimates(
  measured: readonly MeasuredTarget[],
  { targets }: Evaluation,
): MeasuredTarget[] {
  return mapAlike(measured, (one, index) => ({
    ...one,
    estimates: estimateCurves(one, targets[index]!),
  }))
}

/**
 * Measure the same readings with another recipe. `before` was measured with the recipe `was`: a target with the same
 * curves in both is reused, and if only the baseline differs, only the parts that depend on it are calculated. The
 * array itself is returned if nothing differs. The result equals that of `measureRun`, to the bit, if `before` did.
 */
export function measureAgain(
  run: RunReadings & Layout,
  evaluation: Evaluation,
  before: readonly MeasuredTarget[],
  was: Evaluation,
): readonly MeasuredTarget[] {
  if (!isReadAlike(evaluation, was)) return measureRun(run, evaluation)
  const { targets } = evaluation
  const find = (is: (one: TargetRule, other: TargetRule) => boolean, target: TargetRule) =>
    before[was.targets.findIndex((other) => is(other, target))]
  const same = targets.flatMap((target) => find(isMeasuredAlike, target) ?? [])
  if (same.length === targets.length) {
    const isAll = same.length === before.length && same.every((one, at) => one === before[at])
    return isAll ? before : same
  }
  return measureTargets(
    run,
    evaluation,
    (curves, target) => {
      const near = find(isBaselineAside, target)?.estimates
      const fits = near?.hasBaseline === hasBaseline(target) ? near : undefined
      return estimateCurves(curves, target, fits)
    },
    {
      same: (target) => find(isMeasuredAlike, target),
      near: (target) => find(isBaselineAside, target),
    },
  )
}

/** Measure the same curves with more of the melt. */
export function measureMelt(
  run: RunReadings,
  evaluation: Evaluation,
  before: readonly MeasuredTarget[],
): MeasuredTarget[] {
  const melt = run.melt && compensateRun(run.melt, evaluation)
  return mapAlike(before, (one, index) => ({
    ...one,
    peaks: one.cycles.map((_, well) => findPeaks(melt, evaluation.targets[index]!, well)),
  }))
}

/** Map targets, sharing the result among those that share their curves. */
function mapAlike(
  measured: readonly MeasuredTarget[],
  change: (one: MeasuredTarget, index: number) => MeasuredTarget,
): MeasuredTarget[] {
  const changed: MeasuredTarget[] = []
  for (const [index, one] of measured.entries()) {
    const same = measured.indexOf(one)
    changed.push(same < index ? changed[same]! : change(one, index))
  }
  return changed
}

type MeasuredCurves = Omit<MeasuredTarget, 'estimates'>

/** Find what was measured of the same readings before, with the same settings or with another baseline. */
interface KnownTargets {
  same: (target: TargetRule) => MeasuredTarget | undefined
  near: (target: TargetRule) => MeasuredTarget | undefined
}

function measureTargets(
  run: RunReadings & Layout,
  evaluation: Evaluation,
  estimate: (curves: MeasuredCurves, target: TargetRule, index: number) => TargetEstimates,
  known: KnownTargets = { same: () => undefined, near: () => undefined },
): MeasuredTarget[] {
  const amplification = compensateRun(run.amplification, evaluation)
  const melt = run.melt && compensateRun(run.melt, evaluation)
  const reference = findReference(amplification, evaluation)
  const source = { read: run.amplification, amplification, reference, evaluation }
  const owners = findOwners(run)
  const measured: MeasuredTarget[] = []
  for (const [index, target] of evaluation.targets.entries()) {
    const first = evaluation.targets.findIndex((other) => isMeasuredAlike(other, target))
    const same = first < index ? measured[first] : known.same(target)
    if (same) {
      measured.push(same)
      continue
    }
    const near = known.near(target)
    const curves = measureCurves(source, target, owners, near)
    if (!near) {
      for (const well of curves.peaks.keys()) curves.peaks[well] = findPeaks(melt, target, well)
    }
    measured.push({ ...curves, estimates: estimate(curves, target, index) })
  }
  return measured
}

/** Return the position of the passive reference, null for none, -1 where the readings do not have it. */
export function findReference(
  readings: Readings,
  { passive_reference: name }: Evaluation,
): number | null {
  return name === null ? null : findChannel(readings, name)
}

/** Calculate the light of dyes from that of the channels, if the recipe has a matrix for it. */
export function compensateRun(readings: Readings, { compensation }: Evaluation): Readings {
  if (!compensation) return readings
  const { channels, matrix } = compensation
  return compensate(readings, invertMixing(channels, channels, matrix, readings.wells))
}

/** Return true for targets of one channel, baseline and mix, which share their curves and all results of them. */
function isMeasuredAlike(one: TargetRule, other: TargetRule): boolean {
  return isBaselineAside(one, other) && isEqual(one.baseline, other.baseline)
}

/** Tell if two targets are measured alike but for their baseline. */
function isBaselineAside(one: TargetRule, other: TargetRule): boolean {
  const facts = (target: TargetRule) => [
    ...listTargetSettings(target, ['curves', 'melt']),
    // Keep the earlier rule for what grew in recipes from before the method was written.
    target.cq_method === undefined,
  ]
  return isEqual(facts(one), facts(other))
}

/** Tell if two recipes take the same curves out of the readings. */
function isReadAlike(one: Evaluation, other: Evaluation): boolean {
  return isEqual(listCurveSettings(one), listCurveSettings(other))
}

/** Compare plain data. The order of its fields counts: a difference there costs time and changes no result. */
function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

interface CurveSource {
  /** Readings as the instrument gave them; `amplification` is compensated. */
  read: Readings
  amplification: Readings
  reference: number | null
  evaluation: Evaluation
}

/**
 * Measure the curves of a target with their growth. `same` were measured from the same readings with another baseline.
 */
function measureCurves(
  { read, amplification, reference, evaluation }: CurveSource,
  target: TargetRule,
  owners: readonly (LayoutSample | null)[],
  same?: MeasuredCurves,
): MeasuredCurves {
  const channel = findChannel(amplification, target.channel)
  const curves = correctCurves(amplification, channel, reference, target.baseline, evaluation)
  const { wells, points, rn, unbridged, corrected, noises, slopes } = curves
  for (let well = 0; well < wells; well++) {
    if (!isInMix(target, owners[well] ?? null)) clearWell(curves, well)
  }
  const all = Array.from({ length: wells }, (_, well) => well)
  const scratch = new Float64Array(points)
  return {
    curves,
    cycles: same?.cycles ?? all.map((well) => countMeasured(wellOf(rn, well, points))),
    growths: all.map((well) =>
      measureGrowth(wellOf(corrected, well, points), noises[well]!, slopes[well]!, scratch),
    ),
    amplifications: same?.amplifications ?? measureAmplifications(rn, points, unbridged),
    ceilings: same?.ceilings ?? findCeilings(read, target.channel),
    peaks: same?.peaks ?? all.map(() => null),
  }
}

/** Normalise and correct a channel by the rules of the kind of assay; see `correctChannel`. */
export function correctCurves(
  readings: Readings,
  channel: number,
  passive: number | null,
  rule: BaselineRule,
  evaluation: Pick<Evaluation, 'assay'>,
  room: CorrectedChannel = createCorrected(readings.wells, readings.points),
): CorrectedChannel {
  const correct = isIsothermal(evaluation) ? correctIsothermal : correctChannel
  return correct(readings, channel, passive, rule, room)
}

function estimateCurves(
  { curves, amplifications, ceilings }: MeasuredCurves,
  target: TargetRule,
  fits?: CurveFits,
): TargetEstimates {
  // Count no isothermal curve as amplified here: other methods of reading a Cq count in doublings, of which it has none.
  const amplified = Uint8Array.from(amplifications, (one) =>
    showsGrowth(one, target.cq_method) && !curves.rises ? 1 : 0,
  )
  const hooked = amplifications.flatMap(({ shape }, well): [number, number][] =>
    isClearHook(shape.hook) ? [[well, shape.top]] : [],
  )
  const cut = { ...curves, rn: cutAtCeiling(curves, amplified, ceilings) }
  return estimateTarget(cut, amplified, hasBaseline(target), fits, new Map(hooked))
}

function hasBaseline({ baseline }: TargetRule): boolean {
  return baseline.method !== 'none'
}

/** Find the melting peaks of a target's channel in one well, null when its melt was not measured. */
function findPeaks(melt: Readings | null, target: TargetRule, well: number): MeltPeak[] | null {
  if (!melt) return null
  const channel = findChannel(melt, target.channel)
  if (channel < 0) return null
  const curve = curveOf(melt, channel, well)
  if (countMeasured(curve) < 5) return null
  const temperatures = temperaturesOf(melt, well)
  const falling = target.melt === 'rises' ? curve.map((value) => -value) : curve
  return writeTm(findMeltPeaks(temperatures, falling), temperatures, target.tm_at)
}
