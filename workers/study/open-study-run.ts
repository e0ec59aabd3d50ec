import type { Analysis } from '../../domain/entities/analysis.ts'
import { Fault } from '../../domain/fault.ts'
import { readResults, type Results } from '../../domain/results.ts'
import { isIsothermal } from '../../domain/rules/assay-kind.ts'
import { type CurveUnit, curveUnit } from '../../domain/rules/curve-unit.ts'
import { releaseGenotypes } from '../../domain/rules/genotype.ts'
import { heldBack } from '../../domain/rules/sample-review.ts'
import { wellIndex } from '../../domain/rules/well.ts'
import { cartridges } from '../../domain/catalog/cartridges.ts'
import { createCorrected, wellOf } from '../curves/correct.ts'
import { findChannel } from '../curves/readings.ts'
import { decodeCurves } from '../run/blob.ts'
import { countsAsCq } from '../run/measure-assay.ts'
import { compensateRun, correctCurves, findReference } from '../run/measure-run.ts'
import type { StudyGenotype } from './study-genotypes.ts'
import type { StudyWell } from './study-well.ts'

/** A signed run as a study needs it. */
export interface SignedRun {
  cartridge_type: Analysis['cartridge_type']
  samples: Analysis['samples']
  sample_reviews?: Analysis['sample_reviews']
  source?: Analysis['source']
  results: Results
}

/** Baseline-corrected curves of one target in a run: of the wells that hold a sample, in the order of `wells`. */
export interface StudyCurves {
  target: string
  channel: string
  points: number
  /** Threshold of the signed result; null where its wells have different ones or none. */
  threshold: number | null
  unit: CurveUnit
  /** Curves less their baseline, in `unit`, `[well * points + point]`. */
  values: Float64Array
  wells: { well: string; sample: string; counts: boolean }[]
}

export interface OpenStudyRun {
  wells: StudyWell[]
  genotypes: StudyGenotype[]
  /** Names of samples that a reviewer held back or rejected: they are no part of the wells. */
  held: string[]
  /** Empty where the run was opened without its curves. */
  curves: StudyCurves[]
}

/**
 * Read the wells of a signed run for a study: the Cq that was signed, NaN where its call lets it not count (invalid, not
 * detected, excluded). Leaves out the samples that were held back, whose results are not released. `run` is its place
 * in the study.
 * @throws Fault `refused` with reason `isothermal` for a run whose results are times.
 */
export function readStudyRun(run: number, signed: SignedRun): OpenStudyRun {
  const { samples, results } = signed
  if (isIsothermal(results.evaluation)) {
    throw new Fault('refused', 'A study compares cycles, this run has times', {
      reason: 'study_isothermal',
    })
  }
  const isHeld = ({ uuid }: { uuid: string }) => heldBack(signed, uuid) !== null
  const owners = new Map(
    samples.filter((sample) => !isHeld(sample)).map((sample) => [sample.uuid, sample]),
  )
  const wells = results.wells.flatMap((result): StudyWell[] => {
    const owner = result.sample_uuid === null ? undefined : owners.get(result.sample_uuid)
    if (!owner) return []
    return [
      {
        run,
        well: result.well,
        sample: owner.name,
        type: owner.sample_type,
        target: result.target,
        cq: countsAsCq(result) ? result.cq : Number.NaN,
        quantity: owner.quantity ?? null,
      },
    ]
  })
  return {
    wells,
    genotypes: readGenotypes(run, results, owners),
    held: samples.filter(isHeld).map(({ name }) => name),
    curves: [],
  }
}

function readGenotypes(
  run: number,
  results: Results,
  owners: ReadonlyMap<string, SignedRun['samples'][number]>,
): StudyGenotype[] {
  const places = new Map((results.evaluation.genotypes ?? []).map((rule) => [rule.name, rule]))
  return releaseGenotypes(results).flatMap((one) => {
    const owner = one.sample_uuid === null ? undefined : owners.get(one.sample_uuid)
    const alleles = places.get(one.name)?.alleles
    if (!owner || !alleles) return []
    const { well, genotype, call, doubt, name: place } = one
    const { name: sample, sample_type: type } = owner
    return [{ run, sample, type, place, alleles, well, genotype, call, doubt }]
  })
}

/**
 * Open a run with its curves, corrected by the rules of its signed evaluation: the same curves its Cqs were read from. An
 * empty `file` is a run without curves.
 */
export function openStudyRun(run: number, signed: SignedRun, file: Uint8Array): OpenStudyRun {
  const opened = readStudyRun(run, signed)
  if (file.length === 0) return opened
  const { wells } = opened
  const { results } = signed
  const { evaluation } = results
  const readings = compensateRun(decodeCurves(file).amplification, evaluation)
  const passive = findReference(readings, evaluation)
  const shape = cartridges[signed.cartridge_type]
  const byTarget = Map.groupBy(wells, ({ target }) => target)
  const thresholds = Map.groupBy(results.wells, ({ target }) => target)
  const { points } = readings
  const curves = evaluation.targets.map((rule): StudyCurves => {
    const own = byTarget.get(rule.name) ?? []
    const room = createCorrected(readings.wells, points)
    const channel = findChannel(readings, rule.channel)
    const { corrected } = correctCurves(readings, channel, passive, rule.baseline, evaluation, room)
    const values = new Float64Array(own.length * points)
    for (const [at, { well }] of own.entries()) {
      values.set(wellOf(corrected, wellIndex(shape, well), points), at * points)
    }
    const given = new Set((thresholds.get(rule.name) ?? []).map(({ threshold }) => threshold))
    return {
      target: rule.name,
      channel: rule.channel,
      points,
      unit: curveUnit(evaluation, signed.source?.curves),
      threshold: given.size === 1 ? [...given][0]! : null,
      values,
      wells: own.map(({ well, sample, cq }) => ({ well, sample, counts: Number.isFinite(cq) })),
    }
  })
  return { ...opened, curves }
}

/** Open a run from its files: the results cross to a worker as bytes, which takes a fraction of the time of objects. */
export function openStudyFiles(
  run: number,
  record: Omit<SignedRun, 'results'>,
  files: { results: Uint8Array; curves: Uint8Array },
): OpenStudyRun {
  const results = readResults(new TextDecoder().decode(files.results))
  return openStudyRun(run, { ...record, results }, files.curves)
}
