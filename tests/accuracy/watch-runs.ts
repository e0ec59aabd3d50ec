import type { SampleType } from '../../domain/entities/analysis.ts'
import type { TargetRule } from '../../domain/entities/evaluation-recipe.ts'
import { wellName } from '../../domain/rules/well.ts'
import { createReadings, curveOf, type Readings } from '../../workers/curves/readings.ts'
import { analyse, type AnalyseInput } from '../../workers/run/analyse.ts'
import { watchRun, type WatchedRun } from '../../workers/watch/watch-run.ts'
import { plateInput, plateShape } from '../support/curve-accuracy.ts'
import { readRatedCurves, type RatedCurve } from '../support/rated-curves.ts'
import { hasPlate, readPlate, readShippedPlate, referencePlates } from '../support/vendor-plate.ts'
import { uuidOf } from '../support/uuid-of.ts'

/** A run to watch, with what the engine says of it. */
export type Watchable = AnalyseInput & { name: string }

const target: TargetRule = {
  name: 'watched',
  channel: 'FAM',
  role: 'target',
  threshold: { method: 'automatic', factor: 10 },
  cq_method: 'consensus',
  baseline: { method: 'automatic' },
  cq_max: 60,
}

/** Read the available plates as runs, each of whole wells with all their channels. */
export function readPlateRuns(): Watchable[] {
  const plates = referencePlates
    .filter(({ name }) => hasPlate(name))
    .map(({ name, passive }) => readPlate(name, passive))
  const shipped = readShippedPlate()
  if (!plates.some(({ name }) => name === shipped.name)) plates.push(shipped)
  return plates.map((plate) => ({ name: plate.name, ...plateInput(plate) }))
}

/** Lay curves side by side in plates of at most 96, one channel each, as samples of one type. */
export function layCurves(
  curves: readonly { signal: Float64Array }[],
  type: SampleType,
): AnalyseInput[] {
  const runs: AnalyseInput[] = []
  for (let from = 0; from < curves.length; from += 96) {
    const own = curves.slice(from, from + 96)
    const points = Math.max(...own.map(({ signal }) => signal.length))
    const amplification = createReadings(['FAM'], 96, points)
    for (const [well, { signal }] of own.entries()) curveOf(amplification, 0, well).set(signal)
    runs.push({
      amplification,
      melt: null,
      evaluation: {
        targets: [target],
        passive_reference: null,
        controls: { ntc_clean: true, positive_detected: true, internal_control: false },
        variables: [],
      },
      cartridge_type: 'Wells96',
      planned_cycles: points,
      samples: own.map((_, well) => ({
        uuid: uuidOf(well),
        sample_type: type,
        coordinates: [wellName(plateShape, well)],
      })),
      exclusions: [],
      input_hash: '',
    })
  }
  return runs
}

/** Group rated curves by set and target, as they were measured together. */
export function groupRated(): Map<string, RatedCurve[]> {
  return Map.groupBy(readRatedCurves(), ({ set, target: name }) => `${set} ${name}`)
}

/** Return the run as it is after so many cycles, with its results. */
export function cutRun(run: AnalyseInput, measured: number): WatchedRun {
  const amplification = cut(run.amplification, measured)
  const { cartridge_type, samples, planned_cycles } = run
  const results = analyse({ ...run, amplification })
  return { amplification, cartridge_type, samples, planned_cycles, results }
}

export function watchWhole(run: AnalyseInput) {
  return watchRun(cutRun(run, run.amplification.points))
}

function cut(readings: Readings, measured: number): Readings {
  const values = readings.values.map((value, i) =>
    i % readings.points < measured ? value : Number.NaN,
  )
  return { ...readings, values }
}
