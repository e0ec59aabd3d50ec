import { cartridges, type CartridgeName } from '../../domain/catalog/cartridges.ts'
import type { Exclusion } from '../../domain/entities/analysis.ts'
import type { Evaluation, TargetRule } from '../../domain/entities/evaluation-recipe.ts'
import type { Results, WellResult } from '../../domain/results.ts'
import { wellIndex, wellName } from '../../domain/rules/well.ts'
import { growthLimits, measureGrowth } from './amplification.ts'
import { callWell } from './calls.ts'
import { applyControls, type LayoutSample } from './controls.ts'
import { correctChannel, wellOf, type CorrectedChannel } from './correct.ts'
import { findEndPoint } from './end-point.ts'
import { engine } from './engine.ts'
import { findMeltPeaks, type MeltPeak } from './melt.ts'
import { countMeasured, curveOf, findChannel, temperaturesOf, type Readings } from './readings.ts'
import { combineWells } from './samples.ts'
import { findCq, findThreshold } from './threshold.ts'

export interface AnalyseInput {
  /** Amplification: a point per cycle. */
  amplification: Readings
  /** Melt: a point per temperature step; null when the run had none. */
  melt: Readings | null
  evaluation: Evaluation
  cartridge_type: CartridgeName
  /** Cycles the programme was to measure; a run that ended before proves nothing absent. */
  planned_cycles: number
  samples: readonly LayoutSample[]
  exclusions: readonly Exclusion[]
  /** SHA-256 of the curve file, '' while a run is going on. */
  input_hash: string
}

/**
 * Everything that follows from one run: a result per target and well that holds a sample or was
 * measured, a call per sample, the run's controls. Depends on nothing but its input: the same input
 * gives the same results. Cq is null when there is none.
 */
export function analyse(input: AnalyseInput): Results {
  const { evaluation, samples } = input
  const owners = findOwners(input)
  const perTarget = evaluation.targets.map((target) => judgeTarget(input, target, owners))
  const wells: WellResult[] = []
  for (let well = 0; well < input.amplification.wells; well++) {
    for (const results of perTarget) {
      const result = results[well]
      if (result) wells.push(result)
    }
  }
  const results = samples.flatMap((sample) =>
    evaluation.targets.map(({ name }, index) => {
      const own = perTarget[index]!.filter((well) => well?.sample_uuid === sample.uuid)
      return combineWells(sample.uuid, name, own as WellResult[], evaluation.controls)
    }),
  )
  const controls = applyControls({ evaluation, samples, wells, results })
  return { engine, input_hash: input.input_hash, evaluation, wells, samples: results, controls }
}

/** Sample of each well, null for an empty one. */
function findOwners(input: AnalyseInput): (LayoutSample | null)[] {
  const shape = cartridges[input.cartridge_type]
  const owners: (LayoutSample | null)[] = Array.from(
    { length: input.amplification.wells },
    () => null,
  )
  for (const sample of input.samples) {
    for (const name of sample.coordinates) {
      const well = wellIndex(shape, name)
      if (well >= 0 && well < owners.length) owners[well] = sample
    }
  }
  return owners
}

/** Results of one target by well; undefined where there is neither a sample nor a reading. */
function judgeTarget(
  input: AnalyseInput,
  target: TargetRule,
  owners: readonly (LayoutSample | null)[],
): (WellResult | undefined)[] {
  const { amplification, evaluation } = input
  const channel = findChannel(amplification, target.channel)
  const passive = evaluation.passive_reference
  const reference = passive === null ? null : findChannel(amplification, passive)
  const curves = correctChannel(amplification, channel, reference, target.baseline)
  const threshold =
    target.threshold.method === 'fixed'
      ? target.threshold.value
      : findThreshold(curves.noises, target.threshold.factor)
  const shape = cartridges[input.cartridge_type]
  return owners.map((owner, well) => {
    const cycles = countMeasured(wellOf(curves.normalised, well, curves.points))
    if (!owner && cycles === 0) return undefined
    const name = wellName(shape, well)
    const excluded = input.exclusions.some(
      (one) => one.well === name && (one.target === null || one.target === target.name),
    )
    const peaks = findPeaks(input.melt, target, well)
    const planned = input.planned_cycles
    const measured = { curves, well, cycles, planned, threshold, peaks, excluded }
    return { well: name, sample_uuid: owner?.uuid ?? null, ...judgeWell(target, measured) }
  })
}

interface Measured {
  curves: CorrectedChannel
  well: number
  cycles: number
  planned: number
  threshold: number
  peaks: MeltPeak[] | null
  excluded: boolean
}

function judgeWell(
  target: TargetRule,
  { curves, well, cycles, planned, threshold, peaks, excluded }: Measured,
): Omit<WellResult, 'well' | 'sample_uuid'> {
  const corrected = wellOf(curves.corrected, well, curves.points)
  const slope = curves.slopes[well]!
  const intercept = curves.intercepts[well]!
  const cq = findCq(corrected, threshold)
  const growth = measureGrowth(corrected, curves.noises[well]!, slope)
  const { call, trace } = callWell(target, {
    cycles,
    planned,
    cq,
    threshold,
    growth,
    peaks,
    excluded,
  })
  return {
    target: target.name,
    channel: target.channel,
    // Where noise or drift crosses the threshold, there is no Cq.
    cq: growth.rise < growthLimits.leastRise ? null : orNull(cq),
    threshold: orNull(threshold),
    baseline: Number.isFinite(slope)
      ? { start: curves.starts[well]!, end: curves.ends[well]!, slope, intercept }
      : null,
    end_point: orNull(findEndPoint(corrected)),
    melt: (peaks ?? []).map(({ tm, height, width }) => ({ tm, height, width: orNull(width) })),
    call,
    trace,
  }
}

/** Melting peaks of a target's channel in one well, null when its melt was not measured. */
function findPeaks(melt: Readings | null, target: TargetRule, well: number): MeltPeak[] | null {
  if (!melt) return null
  const channel = findChannel(melt, target.channel)
  if (channel < 0) return null
  const curve = curveOf(melt, channel, well)
  return countMeasured(curve) < 5 ? null : findMeltPeaks(temperaturesOf(melt, well), curve)
}

function orNull(value: number): number | null {
  return Number.isFinite(value) ? value : null
}
