import type { Results, SampleResult, WellResult } from '../../domain/results.ts'
import { nameTimeRules } from '../isothermal/name-time-rules.ts'
import { isIsothermal } from '../../domain/rules/assay-kind.ts'
import { callGenotypes } from './call-genotypes.ts'
import { judgeTarget, type JudgedTarget, type Judgement } from './judge-target.ts'
import { areLeaksEqual, findRunLeaks, type TargetLeaks } from './find-run-leaks.ts'
import { findWellOwners } from './layout.ts'
import { compareSamples } from './quantify-samples.ts'
import { rankRunReferences } from './rank-run-references.ts'
import { sumUpTarget, type SummedTarget, type TargetResults } from './sum-up-target.ts'
import { applyControls } from './controls.ts'
import { engine } from './engine.ts'
import { type MeasuredTarget, needsEstimates } from './measure-run.ts'

/** A judged run with the parts that a change of one target leaves as they are. */
export interface JudgedRun {
  results: Results
  judgement: Judgement
  /** Measurements that were judged, and the parts of them that may be another dye's light. */
  measured: readonly MeasuredTarget[]
  leaks: readonly TargetLeaks[]
  targets: readonly JudgedTarget[]
  /** The same after the controls: what the results hold. */
  byTarget: readonly TargetResults[]
  sums: readonly SummedTarget[]
}

/**
 * Judge a measured run: thresholds, Cq, calls, samples, controls and amounts. Return a result per target and well that
 * has a sample or was measured, a call per sample, and the run's controls. Cq is null when there is none. `measured`
 * has an entry for each target of the evaluation.
 */
export function judgeRun(measured: readonly MeasuredTarget[], judgement: Judgement): Results {
  return judgeAgain(measured, judgement, null).results
}

/**
 * Judge a run again, from an earlier judgement: targets whose curves (`measured`) and rule are the same objects as
 * before are not judged again, and the parts that depend on them only if a control changed a call. The results are
 * those of `judgeRun`, to the bit; the earlier ones stay unchanged. `isHasty` keeps the earlier assays and amounts for
 * a moment, and of targets that need estimates their Cqs and calls, of the others their doubts by other methods: new curves
 * with the estimates of the cycle before would contradict each other.
 */
export function judgeAgain(
  measured: readonly MeasuredTarget[],
  judgement: Judgement,
  earlier: JudgedRun | null,
  isHasty = false,
): JudgedRun {
  const { evaluation, samples } = judgement
  const owners = findWellOwners(judgement, measured[0]?.curves.wells ?? 0)
  const known = earlier && isJudgedAlike(earlier.judgement, judgement) ? earlier : null
  const leaks = known?.measured === measured ? known.leaks : findRunLeaks(measured, evaluation)
  const targets = evaluation.targets.map((target, index) => {
    const before = known?.targets[index]
    const own = leaks[index]!
    const isSame =
      before?.target === target &&
      before.measured === measured[index] &&
      areLeaksEqual(before.leaks, own)
    if (isHasty && before?.target === target && needsEstimates(target)) return before
    return isSame
      ? before
      : judgeTarget(judgement, target, measured[index]!, owners, own, before, isHasty)
  })
  // Copy them, since the controls change calls and traces.
  const own: TargetResults[] = targets.map((judged) => ({
    judged,
    wells: judged.wells.map((well) => well && { ...well }),
    samples: judged.samples.map((sample) => ({ ...sample })),
  }))
  const wells = listByWell(own)
  const results = listBySample(own, samples)
  const controls = applyControls({ evaluation, samples, wells, results })
  const sums = own.map((one, index) => {
    const before = known?.sums[index]
    return isHasty && before ? before : sumUpTarget(judgement, one, owners, before)
  })
  if (evaluation.quantification?.method === 'standard_curve') {
    for (const [index, one] of own.entries()) {
      for (const [at, sample] of one.samples.entries()) {
        sample.quantity = sums[index]!.copies[at]!
      }
    }
  }
  for (const [index, { wells: ownWells }] of own.entries()) {
    for (const [well, result] of ownWells.entries()) {
      if (!result?.estimates) continue
      const starting_fluorescence = sums[index]!.starts[well]!
      result.estimates = { ...result.estimates, starting_fluorescence }
    }
  }
  const assays = new Map(evaluation.targets.map(({ name }, index) => [name, sums[index]!.assay]))
  compareSamples({ evaluation, samples, wells, assays, results })
  if (isIsothermal(evaluation)) {
    for (const result of [...wells, ...results]) result.trace = nameTimeRules(result.trace)
  }
  const names = new Map(samples.map(({ uuid, name }) => [uuid, name ?? uuid]))
  const perTarget = own.map((one) => one.wells)
  return {
    judgement,
    measured,
    leaks,
    targets,
    byTarget: own,
    sums,
    results: {
      engine,
      input_hash: judgement.input_hash,
      evaluation,
      wells,
      samples: results,
      controls,
      assays: sums.map(({ described }) => described),
      genotypes: callGenotypes(perTarget, evaluation, samples),
      references: rankRunReferences(evaluation, results, (uuid) => names.get(uuid) ?? uuid),
    },
  }
}

/** Return true if nothing but the rules of targets differs. */
function isJudgedAlike(one: Judgement, other: Judgement): boolean {
  return (
    one.samples === other.samples &&
    one.exclusions === other.exclusions &&
    one.cartridge_type === other.cartridge_type &&
    one.planned_cycles === other.planned_cycles &&
    one.evaluation.controls === other.evaluation.controls
  )
}

/** List results well by well, in each the targets of the recipe. */
function listByWell(targets: readonly TargetResults[]): WellResult[] {
  const count = targets[0]?.wells.length ?? 0
  const wells: WellResult[] = []
  for (let well = 0; well < count; well++) {
    for (const { wells: own } of targets) {
      const result = own[well]
      if (result) wells.push(result)
    }
  }
  return wells
}

/** Sample by sample, in each the targets of the recipe. */
function listBySample(
  targets: readonly TargetResults[],
  samples: Judgement['samples'],
): SampleResult[] {
  const byTarget = targets.map(
    (target) => new Map(target.samples.map((result) => [result.sample_uuid, result])),
  )
  return samples.flatMap(({ uuid }) => byTarget.flatMap((own) => own.get(uuid) ?? []))
}
