import type { Sample } from '../entities/analysis.ts'
import type {
  FigureKind,
  FigureOrder,
  VerificationFigure,
} from '../entities/verification-figure.ts'
import type { Results, SampleResult, StandardCurve } from '../results.ts'

/**
 * Units of the figures that are calculated from runs; a figure of another kind is stated by a person. A limit of detection
 * may be either: a laboratory that verifies a known one by replicates of one level states it.
 */
export const calculatedUnits = {
  lod: 'copies/reaction',
  efficiency: '%',
  linearity: '',
  repeatability: 'Cq',
  reproducibility: 'Cq',
  specificity: '%',
  sensitivity: '%',
} as const satisfies Partial<Record<FigureKind, string>>
export type CalculatedKind = keyof typeof calculatedUnits

export function isCalculatedKind(kind: FigureKind): kind is CalculatedKind {
  return kind in calculatedUnits
}

type Stated = Pick<FigureOrder, 'kind' | 'run_uuids' | 'value'>

/** Tell if a figure is calculated from its runs: nobody types what its runs say. A limit of detection is, unless its number is stated. */
export function isCalculated({ kind, run_uuids, value }: Stated): boolean {
  return isCalculatedKind(kind) && run_uuids.length > 0 && (kind !== 'lod' || value === null)
}

/** Return the unit that a figure must have; null where its person chooses it. */
export function requiredUnit(figure: Stated): string | null {
  const { kind } = figure
  if (!isCalculatedKind(kind) || (kind === 'lod' && !isCalculated(figure))) return null
  return calculatedUnits[kind]
}

/** Probability below which hit rates do not follow the curve of a limit of detection. */
export const leastFit = 0.05

/** Tell if a figure is within its accepted limits, which belong to them. */
export function isAccepted({
  value,
  least,
  most,
}: Pick<VerificationFigure, 'value' | 'least' | 'most'>): boolean {
  return (least === null || value >= least) && (most === null || value <= most)
}

/** A run that was calculated by the method that is verified. */
export interface VerifiedRun {
  results: Pick<Results, 'wells' | 'samples' | 'assays'>
  samples: readonly Pick<Sample, 'uuid' | 'name' | 'sample_type' | 'quantity'>[]
}

/** A figure, and the number of observations behind it. */
export interface Measured {
  value: number
  n: number
}

/**
 * Calculate a figure of one target from runs; null where the runs do not hold what it needs.
 *
 * - efficiency: mean over the runs of E - 1 in percent, E = 10^(-1/slope) of the standard curve (MIQE); n: points.
 * - linearity: the lowest R² of the standard curves; n: points.
 * - repeatability: SD of the Cq of replicates, pooled over samples and runs (ISO 5725-2): the root of the sum of
 *   (n_i - 1) s_i² over the sum of (n_i - 1); n: Cq values.
 * - reproducibility: the same pooled SD of the mean Cq that a sample of the same name and type has in each run; n: means.
 * - specificity: percent of wells of no-template and negative controls that are not detected; n: wells.
 * - sensitivity: percent of wells of positive controls that are detected; n: wells.
 *
 * Controls that a person excluded do not count.
 */
export function measureFigure(
  kind: Exclude<CalculatedKind, 'lod'>,
  target: string,
  runs: readonly VerifiedRun[],
): Measured | null {
  switch (kind) {
    case 'efficiency':
      return measureEfficiency(listCurves(target, runs))
    case 'linearity':
      return measureLinearity(listCurves(target, runs))
    case 'repeatability':
      return poolSpread(runs.flatMap((run) => listReplicates(target, run)))
    case 'reproducibility':
      return poolSpread(listMeans(target, runs))
    case 'specificity':
      return shareOf(listControls(target, runs, ['ntc', 'negative']), 'not_detected')
    case 'sensitivity':
      return shareOf(listControls(target, runs, ['positive']), 'detected')
  }
}

/**
 * List how many wells of each known quantity were detected, for a limit of detection. A well that a person has to look at
 * counts as not detected; one that is invalid, or was excluded, was not tested.
 */
export function listHits(
  target: string,
  runs: readonly VerifiedRun[],
): { quantity: number; tested: number; detected: number }[] {
  return runs.flatMap(({ results, samples }) =>
    samples.flatMap(({ uuid, quantity }) => {
      if (quantity === undefined) return []
      const wells = results.wells.filter(
        (well) =>
          well.target === target &&
          well.sample_uuid === uuid &&
          well.call !== 'invalid' &&
          !isExcluded(well),
      )
      const detected = wells.filter(({ call }) => call === 'detected').length
      return wells.length === 0 ? [] : [{ quantity, tested: wells.length, detected }]
    }),
  )
}

function isExcluded({ trace }: Results['wells'][number]): boolean {
  return trace.some(({ rule, decided }) => rule === 'excluded' && decided)
}

function listCurves(target: string, runs: readonly VerifiedRun[]): StandardCurve[] {
  return runs.flatMap(({ results }) => {
    const curve = results.assays.find((one) => one.target === target)?.standard_curve
    return curve && typeof curve !== 'string' ? [curve] : []
  })
}

function measureEfficiency(curves: readonly StandardCurve[]): Measured | null {
  const known = curves.flatMap(({ efficiency, points }) =>
    efficiency ? [{ percent: (efficiency.value - 1) * 100, points }] : [],
  )
  // Return no mean where the line of one run does not fall: leaving that run out would make the mean better.
  if (known.length === 0 || known.length < curves.length) return null
  return {
    value: sum(known.map(({ percent }) => percent)) / known.length,
    n: sum(known.map(({ points }) => points)),
  }
}

function measureLinearity(curves: readonly StandardCurve[]): Measured | null {
  if (curves.length === 0) return null
  return {
    value: Math.min(...curves.map(({ r2 }) => r2)),
    n: sum(curves.map(({ points }) => points)),
  }
}

/** List the Cq values of each sample with at least two detected replicates in a run. */
function listReplicates(target: string, { results }: VerifiedRun): number[][] {
  const bySample = new Map<string, number[]>()
  for (const well of results.wells) {
    if (well.target !== target || well.cq === null || well.sample_uuid === null) continue
    if (well.call !== 'detected') continue
    bySample.set(well.sample_uuid, [...(bySample.get(well.sample_uuid) ?? []), well.cq])
  }
  return [...bySample.values()]
}

/** List the means of each sample that was detected in several runs. Runs know it by its name and type. */
function listMeans(target: string, runs: readonly VerifiedRun[]): number[][] {
  const byName = new Map<string, number[]>()
  for (const { results, samples } of runs) {
    for (const [key, mean] of meansOf(target, results.samples, samples)) {
      byName.set(key, [...(byName.get(key) ?? []), mean])
    }
  }
  return [...byName.values()]
}

/** Return the mean Cq of each sample of a run; one of several samples with the same name and type does not count. */
function meansOf(
  target: string,
  results: readonly SampleResult[],
  samples: VerifiedRun['samples'],
): Map<string, number> {
  const means = new Map<string, number>()
  const repeated = new Set<string>()
  for (const { uuid, name, sample_type } of samples) {
    const key = JSON.stringify([name, sample_type])
    const found = results.find((one) => one.sample_uuid === uuid && one.target === target)
    if (found?.call !== 'detected' || found.cq_mean === null) continue
    if (means.has(key)) repeated.add(key)
    means.set(key, found.cq_mean)
  }
  for (const key of repeated) means.delete(key)
  return means
}

/** Pool the spread of groups of at least two values. */
function poolSpread(groups: readonly (readonly number[])[]): Measured | null {
  const kept = groups.filter((group) => group.length > 1)
  const freedom = sum(kept.map((group) => group.length - 1))
  if (freedom === 0) return null
  const squares = sum(
    kept.map((group) => {
      const mean = sum(group) / group.length
      return sum(group.map((one) => (one - mean) ** 2))
    }),
  )
  return { value: Math.sqrt(squares / freedom), n: freedom + kept.length }
}

/** List the calls of the wells of controls of these types. */
function listControls(
  target: string,
  runs: readonly VerifiedRun[],
  types: readonly Sample['sample_type'][],
): string[] {
  return runs.flatMap(({ results, samples }) => {
    const controls = new Set(
      samples.flatMap(({ uuid, sample_type }) => (types.includes(sample_type) ? [uuid] : [])),
    )
    return results.wells
      .filter((well) => well.target === target && controls.has(well.sample_uuid ?? ''))
      .filter((well) => !isExcluded(well))
      .map(({ call }) => call)
  })
}

function shareOf(calls: readonly string[], wanted: string): Measured | null {
  if (calls.length === 0) return null
  const held = calls.filter((call) => call === wanted).length
  return { value: (100 * held) / calls.length, n: calls.length }
}

function sum(values: readonly number[]): number {
  return values.reduce((all, one) => all + one, 0)
}
