import { cartridges } from '../../domain/catalog/cartridges.ts'
import type { Exclusion } from '../../domain/entities/analysis.ts'
import type { Evaluation, TargetRule } from '../../domain/entities/evaluation-recipe.ts'
import type { SampleResult, WellResult } from '../../domain/results.ts'
import { isIsothermal, minutesPerReading } from '../../domain/rules/assay-kind.ts'
import { wellName } from '../../domain/rules/well.ts'
import type { LayoutSample } from './controls.ts'
import type { MeasuredTarget } from './measure-run.ts'
import { findHeightError } from '../consensus/height-error.ts'
import { combineWells } from './samples.ts'
import { findPartings, type Parting } from './compare-methods.ts'
import { findStrays, type Stray } from './find-strays.ts'
import { flagWells, type GrowthReview } from './flag-wells.ts'
import type { TargetLeaks } from './find-run-leaks.ts'
import { judgeWell } from './judge-well.ts'
import { judgeTime } from './judge-time.ts'
import { findTypicalRise } from '../isothermal/time-to-threshold.ts'
import { isInMix, numberReplicates, type Layout, type WellOwners } from './layout.ts'
import { setThresholds } from './thresholds.ts'

/** Settings with which a measured run is judged. */
export interface Judgement extends Layout {
  evaluation: Evaluation
  /** Cycles the programme was to measure; a run that ended before proves nothing absent. */
  planned_cycles: number
  exclusions: readonly Exclusion[]
  /** SHA-256 of the curve file, '' while a run is going on. */
  input_hash: string
}

/** One target by itself, before the controls have a say. Shared by several judgements: never changed. */
export interface JudgedTarget {
  target: TargetRule
  measured: MeasuredTarget
  leaks: TargetLeaks
  /** By well; undefined where the target is not looked for, and in empty wells. */
  wells: readonly (WellResult | undefined)[]
  /** In the order of the run's samples, without those of another mix. */
  samples: readonly SampleResult[]
  growth: GrowthReview
  doubts: MethodDoubts
}

/** Doubts of a target's wells that come from comparing methods and curves, by well; see `Evidence`. */
interface MethodDoubts {
  partings: readonly (Parting | null)[]
  strays: readonly (Stray | null)[]
  heightError: number
}

/**
 * Judge thresholds, Cq and calls of one target in every well and sample. The parts of `before`, an earlier judgement of
 * the target, that still hold are reused; `leaks` is by well the possible light of another dye. `isHasty` says that the
 * estimates are older than the curves: the doubts of `before` remain, because a Cq of this cycle parts from a consensus
 * of the cycle before in every curve that just rose.
 */
export function judgeTarget(
  judgement: Judgement,
  target: TargetRule,
  measured: MeasuredTarget,
  { owners, wellsOf }: WellOwners,
  leaks: TargetLeaks,
  before: JudgedTarget | undefined,
  isHasty = false,
): JudgedTarget {
  const thresholds = setThresholds(target, measured, owners)
  const doubts =
    isHasty && before ? before.doubts : findDoubts(target, measured, thresholds, owners)
  const found = { thresholds, leaks, ...doubts }
  const wells = judgeWells(judgement, target, measured, owners, found)
  const growth = isIsothermal(judgement.evaluation)
    ? noReview
    : flagWells(wells, measured, before?.growth)
  const samples = judgement.samples
    .filter((sample) => isInMix(target, sample))
    .map(({ uuid }) => {
      const own = (wellsOf.get(uuid) ?? []).flatMap((well) => wells[well] ?? [])
      return combineWells(uuid, target.name, own, judgement.evaluation.controls)
    })
  return { target, measured, leaks, wells, samples, growth, doubts }
}

/** The limits of the flags are in cycles: they say nothing of an isothermal run. */
const noReview: GrowthReview = { efficiencies: new Float64Array(0), outliers: [] }

function findDoubts(
  target: TargetRule,
  measured: MeasuredTarget,
  thresholds: Float64Array,
  owners: readonly (LayoutSample | null)[],
): MethodDoubts {
  return {
    partings:
      (target.cq_method ?? 'threshold') === 'threshold'
        ? findPartings(measured, thresholds, target.baseline.method === 'none')
        : [],
    strays: findStrays(measured.estimates, target.cq_method !== undefined),
    heightError: findHeightError(
      { ...measured.estimates, cq: measured.estimates.consensus },
      numberReplicates(owners),
    ),
  }
}

interface FoundOfWells extends MethodDoubts {
  thresholds: Float64Array
  leaks: TargetLeaks
}

function judgeWells(
  judgement: Judgement,
  target: TargetRule,
  measured: MeasuredTarget,
  owners: readonly (LayoutSample | null)[],
  { thresholds, leaks, partings, strays, heightError }: FoundOfWells,
): (WellResult | undefined)[] {
  const shape = cartridges[judgement.cartridge_type]
  const minutes = minutesPerReading(judgement.evaluation)
  const typicalRise = findTypicalRise(measured.curves)
  return owners.map((owner, well) => {
    if (!isInMix(target, owner) || (!owner && measured.cycles[well] === 0)) return undefined
    const name = wellName(shape, well)
    const excluded = judgement.exclusions.some(
      (one) => one.well === name && (one.target === null || one.target === target.name),
    )
    const threshold = thresholds[well]!
    const leak = leaks[well]
    const parting = partings[well] ?? null
    const planned = judgement.planned_cycles
    const stray = strays[well] ?? null
    const known = { well, threshold, excluded, leak, planned }
    const judged =
      minutes === null
        ? judgeWell(target, measured, { ...known, parting, stray, heightError })
        : judgeTime(target, measured, { ...known, minutes, typicalRise })
    return { well: name, sample_uuid: owner?.uuid ?? null, ...judged }
  })
}
