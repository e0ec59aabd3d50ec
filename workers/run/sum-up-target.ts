import type { AssayResult, Interval, SampleResult, WellResult } from '../../domain/results.ts'
import { isIsothermal } from '../../domain/rules/assay-kind.ts'
import { describeAssay, describeTimes } from './describe-assay.ts'
import { flagPlate } from './flag-wells.ts'
import type { JudgedTarget, Judgement } from './judge-target.ts'
import type { WellOwners } from './layout.ts'
import { measureAssay, type MeasuredAssay } from './measure-assay.ts'
import { findStartingFluorescence } from '../plate/starting-quantity.ts'
import { orNull } from './judge-well.ts'
import { readCopies } from './quantify-samples.ts'

/** Assay figures of a target, calculated after the controls. */
export interface SummedTarget {
  judged: JudgedTarget
  /** The calls it follows from. */
  calls: string
  assay: MeasuredAssay
  described: AssayResult
  /** By the run's standards, in the order of the samples' results; null where there is none. */
  copies: readonly (Interval | null)[]
  /** Starting fluorescence by well. */
  starts: readonly (number | null)[]
}

/** A target's results, after the controls. */
export interface TargetResults {
  judged: JudgedTarget
  wells: readonly (WellResult | undefined)[]
  samples: readonly SampleResult[]
}

/**
 * Calculate the assay of a target without the wells that the controls made invalid. Return `before` if it still holds.
 */
export function sumUpTarget(
  judgement: Judgement,
  { judged, wells, samples }: TargetResults,
  { wellsOf }: WellOwners,
  before: SummedTarget | undefined,
): SummedTarget {
  const calls = [...wells, ...samples].map((result) => result?.call ?? '').join()
  if (before?.judged === judged && before.calls === calls) return before
  const assay = measureAssay(wells, judged.measured, judgement.samples)
  const own = (uuid: string) => (wellsOf.get(uuid) ?? []).flatMap((well) => wells[well] ?? [])
  return {
    judged,
    calls,
    assay,
    described: isIsothermal(judgement.evaluation)
      ? describeTimes(judged.target.name, assay)
      : describeAssay(judged.target.name, assay, flagPlate(wells, judgement)),
    starts: findStarts(wells, judged.measured, assay),
    copies: samples.map((sample) => readCopies(assay, sample, own(sample.sample_uuid))),
  }
}

/** Return N0 of each well that amplified, by its take-off and the efficiency of the assay. */
function findStarts(
  wells: TargetResults['wells'],
  { estimates }: JudgedTarget['measured'],
  { efficiency }: MeasuredAssay,
): (number | null)[] {
  const { efficiency: value, error } = efficiency
  return wells.map((_, well) => {
    const fluorescence = estimates.takeOffFluorescence[well]!
    const cq = { value: estimates.takeOff[well]!, error: Number.NaN }
    return orNull(findStartingFluorescence(fluorescence, cq, { value, error }).value)
  })
}
