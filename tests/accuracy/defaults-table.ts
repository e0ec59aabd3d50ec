import type { CqMethod } from '../../domain/entities/evaluation-recipe.ts'
import type { WellResult } from '../../domain/results.ts'
import type { Figure } from '../support/curve-accuracy.ts'
import { readRatedCurves } from '../support/rated-curves.ts'
import { analyseDefault } from '../support/simulated-plate.ts'
import { hasReference } from '../support/vendor-csv.ts'
import { noisyPath, readNoisyPlate } from './defaults-noisy.ts'
import { dealPlates, poolDeviation, readReplicateSets, type Replicate } from './defaults-sets.ts'

interface WellSet {
  name: string
  /** Wells of each target, judged separately; groups are the samples of replicates. */
  targets: Replicate[][]
  hasReplicates: boolean
}

/** Read every set of curves at hand. */
function readSets(): WellSet[] {
  const known = readReplicateSets().map(({ name, replicates }): WellSet => {
    return { name, targets: [replicates], hasReplicates: true }
  })
  const names = new Set(known.map(({ name }) => name))
  const rated = [...Map.groupBy(readRatedCurves(), ({ set }) => set)]
    .filter(([name]) => !names.has(name))
    .map(([name, curves]): WellSet => {
      const targets = [...Map.groupBy(curves, ({ target }) => target).values()]
      return { name, targets: targets.map((own) => own.map(toWell)), hasReplicates: false }
    })
  if (!hasReference(noisyPath)) return [...known, ...rated]
  const noisy = [...readNoisyPlate().values()].map((signal) => toWell({ signal }))
  return [...known, ...rated, { name: 'tidyqpcr', targets: [noisy], hasReplicates: false }]
}

function toWell({ signal }: { signal: Float64Array }): Replicate {
  return { group: '', curve: signal }
}

const calls = ['detected', 'review', 'not_detected', 'invalid'] as const

/**
 * Judge every set with default settings: calls (detected / review / not detected / invalid) and the standard deviation
 * of replicates, by the default until 1.2.0, a threshold at 10 times the noise, and by today's. The value is the number
 * of calls that differ.
 */
export function measureDefaultTable(): Figure[] {
  return readSets().map((set): Figure => {
    const before = judge(set, null)
    const now = judge(set, 'consensus')
    const count = (results: readonly WellResult[]) =>
      calls.map((call) => results.filter((one) => one.call === call).length).join('/')
    const changed = now.filter(({ call }, well) => call !== before[well]!.call)
    const name = `default on ${set.name} (${now.length}): ${count(before)} -> ${count(now)}`
    const spreads = [deviate(set, before), deviate(set, now)]
    return {
      name: set.hasReplicates ? `${name}; SD ${spreads.join(' -> ')}` : name,
      value: changed.length,
      unit: 'calls changed',
      bar: '',
      ok: null,
    }
  })
}

/** Judge a set on as few plates as hold it, and return the results in the order of its curves. */
function judge({ targets }: WellSet, method: CqMethod | null): WellResult[] {
  return targets.flatMap((wells) => {
    const results: WellResult[] = []
    for (const plate of dealPlates([...wells.entries()])) {
      const curves = plate.map(([, { curve }]) => curve)
      const judged = analyseDefault(curves, 'automatic', method)
      for (const [at, [well]] of plate.entries()) results[well] = judged[at]!
    }
    return results
  })
}

/** Return the standard deviation of replicates in cycles, over the wells with a Cq. */
function deviate({ targets }: WellSet, results: readonly WellResult[]): string {
  const groups = targets.flat().map(({ group }) => group)
  const known = [...results.keys()].filter((well) => results[well]!.cq !== null)
  return poolDeviation(
    known.map((well) => groups[well]!),
    known.map((well) => results[well]!.cq!),
  ).toFixed(3)
}
