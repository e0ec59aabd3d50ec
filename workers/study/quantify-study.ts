import type { StudyDesign } from '../../domain/entities/study.ts'
import { log2 } from '../numbers/log.ts'
import { rankReferences, type ReferenceStability } from '../plate/reference-stability.ts'
import { compareGroups, type GroupComparison } from '../plate/relative-groups.ts'
import {
  findInterval,
  findMean,
  findRelativeQuantities,
  type CqReplicates,
  type Efficiency,
  type RelativeQuantity,
} from '../plate/relative-quantity.ts'
import { findStudyOffsets, type RunOffset } from './calibrate-runs.ts'
import {
  calibrateWells,
  fitStudyStandards,
  poolReplicates,
  readStandardEfficiency,
  type StudyStandards,
} from './pool-wells.ts'
import type { StudyGenotypes } from './study-genotypes.ts'
import type { StudyWell } from './study-well.ts'

/** Quantity of a target in a sample, with what it was made of. */
export interface StudyQuantity extends RelativeQuantity {
  group: string
  replicate: string
  cqMean: number
  /** Standard deviation of the wells' calibrated Cq. */
  cqSd: number
  /** Wells with a Cq, and all of them. */
  measured: number
  wells: number
}

/** A biological replicate: the mean over its samples on the log2 scale. It is one point of a figure. */
export interface StudyPoint {
  target: string
  group: string
  replicate: string
  log2: number
  fold: number
}

/** Mean of a group's biological replicates with the interval of that mean, and the group against the calibrator. */
export interface StudyGroup {
  target: string
  group: string
  /** Biological replicates with a quantity. */
  count: number
  log2: number
  fold: number
  low: number
  high: number
  /** Welch's comparison with the calibrator group; null without one. */
  comparison: GroupComparison | null
}

export interface StudyFigures {
  offsets: RunOffset[]
  standards: StudyStandards[]
  /** Efficiency that each target was calculated with; absent targets double. */
  efficiencies: { target: string; factor: number; error: number }[]
  samples: StudyQuantity[]
  points: StudyPoint[]
  groups: StudyGroup[]
  /** Stability of the reference targets with their names (geNorm), null with fewer than two. */
  stability: { targets: string[]; found: ReferenceStability } | null
  notices: StudyNotice[]
  genotypes: StudyGenotypes
}

/** Something that keeps a figure from being calculated, or that a reader has to know. */
export interface StudyNotice {
  code:
    | 'no_reference'
    | 'no_calibrator'
    | 'run_not_tied'
    | 'no_efficiency'
    | 'reference_missing'
    | 'few_replicates'
    | 'held_back'
    | 'units_differ'
  run: number | null
  target: string | null
  /** Samples or groups it is about. */
  names: string[]
}

/**
 * Calculate a study: calibrate the runs against each other, pool the wells of each sample, normalise to the geometric
 * mean of the references (Vandesompele 2002), scale to the calibrator group and compare the groups. Formulas:
 * `findRelativeQuantities` (Livak 2001, Pfaffl 2001, Hellemans 2007), `findStudyOffsets`, `compareGroups`. Wells of
 * omitted targets and samples that are neither unknown nor in a group do not count.
 */
export function quantifyStudy(
  wells: readonly StudyWell[],
  design: StudyDesign,
): Omit<StudyFigures, 'genotypes'> {
  const roles = new Map(design.targets.map(({ name, role }) => [name, role]))
  const used = wells.filter(({ target }) => (roles.get(target) ?? 'omitted') !== 'omitted')
  const offsets = findStudyOffsets(used, design.inter_run)
  const calibrated = calibrateWells(used, offsets)
  const standards = fitStudyStandards(calibrated, design.confidence)
  const efficiencies = chooseEfficiencies(design, standards)
  const placed = new Map(design.samples.map((sample) => [sample.name, sample]))
  const replicates = poolReplicates(
    calibrated.filter(({ type, sample }) => type === 'unknown' || placed.has(sample)),
    offsets,
  )
  const references = listOf(design, 'reference')
  const quantities = quantifyTargets(replicates, design, efficiencies)
  const byKey = new Map(replicates.map((one) => [keyOf(one.sample, one.target), one]))
  const samples = quantities.map((one): StudyQuantity => {
    const { cqs } = byKey.get(keyOf(one.sample, one.target))!
    const { value, variance } = findMean(cqs)
    const measured = cqs.filter(Number.isFinite).length
    const place = placed.get(one.sample)
    return {
      ...one,
      group: place?.group ?? '',
      replicate: place?.replicate || one.sample,
      cqMean: value,
      cqSd: Math.sqrt(variance * measured),
      measured,
      wells: cqs.length,
    }
  })
  const points = averageReplicates(samples)
  return {
    offsets,
    standards,
    efficiencies: [...efficiencies].map(([target, one]) => ({ target, ...one })),
    samples,
    points,
    groups: sumUpGroups(points, design),
    stability: rankStudyReferences(replicates, references, efficiencies),
    notices: listNotices(design, { offsets, efficiencies, samples, points, references }),
  }
}

const keyOf = (...parts: string[]) => JSON.stringify(parts)

const listOf = (design: StudyDesign, role: 'target' | 'reference') =>
  design.targets.filter((one) => one.role === role).map(({ name }) => name)

/** Return the efficiency of each target that does not double by definition. */
function chooseEfficiencies(
  design: StudyDesign,
  standards: readonly StudyStandards[],
): Map<string, Efficiency> {
  if (design.method === 'ddcq') return new Map()
  if (design.efficiency === 'given') {
    return new Map(
      design.targets.flatMap(({ name, efficiency }) => (efficiency ? [[name, efficiency]] : [])),
    )
  }
  return new Map(
    standards.flatMap((one) => {
      const read = readStandardEfficiency(one)
      return read ? [[one.target, read]] : []
    }),
  )
}

/** Quantify target by target: a calibrator sample counts for the targets that it and its references have a Cq of. */
function quantifyTargets(
  replicates: readonly CqReplicates[],
  design: StudyDesign,
  efficiencies: ReadonlyMap<string, Efficiency>,
): RelativeQuantity[] {
  const references = listOf(design, 'reference')
  if (references.length === 0) return []
  const isMeasured = new Set(
    replicates
      .filter(({ cqs }) => cqs.some(Number.isFinite))
      .map(({ sample, target }) => keyOf(sample, target)),
  )
  const known = [...new Set(replicates.map(({ sample }) => sample))]
  const inGroup = new Set(
    design.samples.filter(({ group }) => group === design.calibrator).map(({ name }) => name),
  )
  const base = design.calibrator === '' ? known : known.filter((name) => inGroup.has(name))
  const ofReferences = replicates.filter(({ target }) => references.includes(target))
  return listOf(design, 'target').flatMap((target) => {
    const calibrators = base.filter((sample) =>
      [target, ...references].every((name) => isMeasured.has(keyOf(sample, name))),
    )
    return findRelativeQuantities(
      [...replicates.filter((one) => one.target === target), ...ofReferences],
      {
        references,
        calibrators,
        efficiencies,
        confidence: design.confidence,
        calibratorError: true,
      },
    )
  })
}

/** Average the samples of each biological replicate on the log2 scale. */
function averageReplicates(samples: readonly StudyQuantity[]): StudyPoint[] {
  const grouped = samples.filter(({ group }) => group !== '')
  const units = Map.groupBy(grouped, ({ target, group, replicate }) =>
    keyOf(target, group, replicate),
  )
  return [...units.values()].flatMap((own) => {
    const { target, group, replicate } = own[0]!
    const { value } = findMean(own.map((one) => one.log2))
    if (!Number.isFinite(value)) return []
    const { fold } = findInterval(value, Number.NaN, 0, 0.95)
    return [{ target, group, replicate, log2: value, fold }]
  })
}

/** Sum up each group that the samples name, in their order, for each target. */
function sumUpGroups(points: readonly StudyPoint[], design: StudyDesign): StudyGroup[] {
  const names = [...new Set(design.samples.map(({ group }) => group).filter(Boolean))]
  const compared = compareWithCalibrator(points, names, design)
  return listOf(design, 'target').flatMap((target) =>
    names.map((group): StudyGroup => {
      const own = points.filter((one) => one.target === target && one.group === group)
      const { value, variance, freedom } = findMean(own.map((one) => one.log2))
      const { fold, low, high } = findInterval(
        value,
        Math.sqrt(variance),
        freedom,
        design.confidence,
      )
      const comparison = compared.get(keyOf(target, group)) ?? null
      return { target, group, count: own.length, log2: value, fold, low, high, comparison }
    }),
  )
}

function compareWithCalibrator(
  points: readonly StudyPoint[],
  names: readonly string[],
  { calibrator, confidence }: StudyDesign,
): Map<string, GroupComparison> {
  if (calibrator === '') return new Map()
  const quantities = points.map((one) => ({
    target: one.target,
    sample: keyOf(one.group, one.replicate),
    log2: one.log2,
  }))
  const groups = names.map((name) => ({
    name,
    samples: points
      .filter(({ group }) => group === name)
      .map(({ group, replicate }) => keyOf(group, replicate)),
  }))
  return new Map(
    compareGroups(quantities, groups, calibrator, confidence).map((one) => [
      keyOf(one.target, one.group),
      one,
    ]),
  )
}

/** Rank the references by geNorm on their log2 quantities over the samples. */
function rankStudyReferences(
  replicates: readonly CqReplicates[],
  targets: string[],
  efficiencies: ReadonlyMap<string, Efficiency>,
): StudyFigures['stability'] {
  if (targets.length < 2) return null
  const samples = [...new Set(replicates.map(({ sample }) => sample))]
  const byKey = new Map(replicates.map((one) => [keyOf(one.sample, one.target), one]))
  const logs = targets.map((target) => {
    const doublings = log2(efficiencies.get(target)?.factor ?? 2)
    return samples.map(
      (sample) => -doublings * findMean(byKey.get(keyOf(sample, target))?.cqs ?? []).value,
    )
  })
  return { targets, found: rankReferences(logs) }
}

function listNotices(
  design: StudyDesign,
  {
    offsets,
    efficiencies,
    samples,
    points,
    references,
  }: Pick<StudyFigures, 'offsets' | 'samples' | 'points'> & {
    efficiencies: ReadonlyMap<string, Efficiency>
    references: readonly string[]
  },
): StudyNotice[] {
  const notices: StudyNotice[] = []
  // Stop for a study of genotypes, which needs no reference and no group.
  if (!design.targets.some(({ role }) => role !== 'omitted')) return notices
  const add = (code: StudyNotice['code'], more: Partial<StudyNotice> = {}) =>
    notices.push({ code, run: null, target: null, names: [], ...more })
  if (references.length === 0) add('no_reference')
  if (design.calibrator === '') add('no_calibrator')
  for (const { run, target, cycles } of offsets) {
    if (!Number.isFinite(cycles)) add('run_not_tied', { run, target })
  }
  if (design.method === 'pfaffl') {
    for (const { name, role } of design.targets) {
      if (role !== 'omitted' && !efficiencies.has(name)) add('no_efficiency', { target: name })
    }
  }
  const bare = samples.filter(({ measured, deltaCq }) => measured > 0 && !Number.isFinite(deltaCq))
  if (references.length > 0 && bare.length > 0) {
    add('reference_missing', { names: [...new Set(bare.map(({ sample }) => sample))] })
  }
  const groups = [...new Set(design.samples.map(({ group }) => group).filter(Boolean))]
  const few = groups.filter(
    (name) =>
      new Set(points.filter(({ group }) => group === name).map(({ replicate }) => replicate)).size <
      2,
  )
  if (few.length > 0) add('few_replicates', { names: few })
  return notices
}
