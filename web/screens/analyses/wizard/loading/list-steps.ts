import type { CartridgeType } from '../../../../../domain/catalog/cartridges.ts'
import type { Sample } from '../../../../../domain/entities/analysis.ts'
import { wellIndex, wellName } from '../../../../../domain/rules/well.ts'
import type { LoadingOrder } from '../../../../state/loading.ts'

type Shape = Pick<CartridgeType, 'rows' | 'columns'>

/** Wells that are pipetted in one step. */
export interface LoadStep {
  /** Indexes of the wells, in reading order. */
  wells: readonly number[]
  /** Samples for the wells; for a column in the order of its wells. */
  samples: readonly Sample[]
}

/**
 * List the steps of loading a cartridge. By well: row by row, one at a time. By sample: each with all its wells, in the
 * order of the samples' first wells. By column: all wells of a column at once, as with an eight-channel pipette.
 */
export function listSteps(
  samples: readonly Sample[],
  shape: Shape,
  order: LoadingOrder,
): LoadStep[] {
  const owners = ownersOf(samples, shape)
  const filled = [...owners.keys()].sort((a, b) => a - b)
  if (order === 'well')
    return filled.map((well) => ({ wells: [well], samples: [at(owners, well)] }))
  if (order === 'column') {
    return Array.from({ length: shape.columns }, (_, column) =>
      filled.filter((well) => well % shape.columns === column),
    )
      .filter((wells) => wells.length > 0)
      .map((wells) => ({ wells, samples: wells.map((well) => at(owners, well)) }))
  }
  const bySample = new Map<string, { sample: Sample; wells: number[] }>()
  for (const well of filled) {
    const sample = at(owners, well)
    const known = bySample.get(sample.uuid) ?? { sample, wells: [] }
    known.wells.push(well)
    bySample.set(sample.uuid, known)
  }
  return [...bySample.values()].map(({ sample, wells }) => ({ wells, samples: [sample] }))
}

/** Return the sample of each filled well; of two that claim a well the first one, as on the plate. */
export function ownersOf(samples: readonly Sample[], shape: Shape): Map<number, Sample> {
  const owners = new Map<number, Sample>()
  for (const sample of samples) {
    for (const name of sample.coordinates) {
      const well = wellIndex(shape, name)
      if (well >= 0 && !owners.has(well)) owners.set(well, sample)
    }
  }
  return owners
}

function at(owners: ReadonlyMap<number, Sample>, well: number): Sample {
  const sample = owners.get(well)
  if (!sample) throw new Error(`well ${well} is empty`)
  return sample
}

/** Return a key of a well's content: when it changes, the well must be loaded again. */
function contentKey({ uuid, name, sample_type, well_type = '' }: Sample): string {
  return [uuid, name, sample_type, well_type].join('|')
}

/** Return the wells that are loaded and still have the same sample. */
export function doneWells(
  samples: readonly Sample[],
  shape: Shape,
  done: Readonly<Record<string, string>>,
): Set<number> {
  const loaded = new Set<number>()
  for (const [well, sample] of ownersOf(samples, shape)) {
    if (done[wellName(shape, well)] === contentKey(sample)) loaded.add(well)
  }
  return loaded
}

/** Find the first open step from `from` on, going round once; -1 when all are. */
export function nextOpen(
  steps: readonly LoadStep[],
  loaded: ReadonlySet<number>,
  from = 0,
): number {
  for (let ahead = 0; ahead < steps.length; ahead += 1) {
    const index = (from + ahead) % steps.length
    if (!isDone(steps[index], loaded)) return index
  }
  return -1
}

export function isDone(step: LoadStep | undefined, loaded: ReadonlySet<number>): boolean {
  return step !== undefined && step.wells.every((well) => loaded.has(well))
}

/** Mark the wells of a step as done, or as open again. */
export function markStep(
  done: Readonly<Record<string, string>>,
  step: LoadStep,
  samples: readonly Sample[],
  { shape, loaded }: { shape: Shape; loaded: boolean },
): Record<string, string> {
  const owners = ownersOf(samples, shape)
  const next = { ...done }
  for (const well of step.wells) {
    const name = wellName(shape, well)
    const sample = owners.get(well)
    if (loaded && sample) next[name] = contentKey(sample)
    else delete next[name]
  }
  return next
}

/**
 * Look up a scanned label: the sample of the current step, another one that is not loaded yet (its step), one that is done, or
 * none of the plan.
 */
export function judgeLabel(
  text: string,
  steps: readonly LoadStep[],
  current: number,
  loaded: ReadonlySet<number>,
): { kind: 'due' } | { kind: 'other'; step: number } | { kind: 'done' } | { kind: 'unknown' } {
  const wanted = text.trim()
  const holds = (step: LoadStep | undefined) =>
    step?.samples.some(({ name }) => name === wanted) ?? false
  if (holds(steps[current]) && !isDone(steps[current], loaded)) return { kind: 'due' }
  const step = steps.findIndex((one) => holds(one) && !isDone(one, loaded))
  if (step >= 0) return { kind: 'other', step }
  return { kind: steps.some(holds) ? 'done' : 'unknown' }
}
