import { callWell } from '../../workers/curves/calls.ts'
import type { TargetRule } from '../../domain/entities/evaluation-recipe.ts'
import type { CallName } from '../../domain/results.ts'
import { measureGrowth } from '../../workers/curves/amplification.ts'
import { correctChannel, wellOf } from '../../workers/curves/correct.ts'
import { countMeasured, createReadings, type Readings } from '../../workers/curves/readings.ts'
import { findCq, findThreshold } from '../../workers/curves/threshold.ts'
import type { Figure } from './curve-accuracy.ts'
import { hasReference, readReference } from './vendor-csv.ts'

/** Public sets whose curves several people rated as y (amplified), a (ambiguous) or n (not). */
const sets = [
  'batsch1',
  'boggy',
  'competimer',
  'dil4reps94',
  'guescini1',
  'kbqPCR',
  'lievens1',
  'reps',
  'reps3',
  'testdat',
  'vermeulen1',
]

const target: TargetRule = {
  name: 'rated',
  channel: 'FAM',
  role: 'target',
  threshold: { method: 'automatic', factor: 10 },
  baseline: { method: 'automatic' },
  cq_max: 100,
}

/** Our calls of the rated curves against the raters, with everything automatic; empty without the data. */
export function measureRated(): Figure[] {
  const counts: Record<string, number> = {}
  for (const set of sets) {
    const path = [`qpcR/${set}.csv`, `PCRedux/${set}.csv`].find(hasReference)
    const ratings = `PCRedux/decision_res_${set}.csv`
    if (!path || !hasReference(ratings)) continue
    const calls = callSet(path)
    for (const row of readReference(ratings)) {
      const [name, ...rest] = Object.values(row)
      const votes = new Set(rest.slice(0, -1))
      const key = `${votes.size === 1 ? [...votes][0] : 'split'} ${calls.get(name ?? '')}`
      counts[key] = (counts[key] ?? 0) + 1
    }
  }
  const count = (rating: string, call: CallName) => counts[`${rating} ${call}`] ?? 0
  const figure = (name: string, value: number): Figure => ({
    name: `human-rated: ${name}`,
    value,
    unit: 'curves',
    bar: '',
    ok: null,
  })
  if (count('y', 'detected') === 0) return []
  return (['y', 'n'] as const).flatMap((rating) =>
    (['detected', 'review', 'not_detected'] as const).map((call) =>
      figure(`all say ${rating}, called ${call}`, count(rating, call)),
    ),
  )
}

/** Calls by curve name of a table of curves: a column per curve, a row per cycle. */
function callSet(path: string): Map<string, CallName> {
  const rows = readReference(path)
  const [, ...names] = Object.keys(rows[0] ?? {})
  const readings = createReadings(['FAM'], names.length, rows.length)
  for (const [cycle, row] of rows.entries()) {
    for (const [well, name] of names.entries()) {
      const text = row[name]
      if (text && text !== 'NA') readings.values[well * rows.length + cycle] = Number(text)
    }
  }
  return new Map(callAll(readings).map((call, well) => [names[well] ?? '', call]))
}

function callAll(readings: Readings): CallName[] {
  const curves = correctChannel(readings, 0, null, target.baseline)
  const threshold = findThreshold(curves.noises)
  return Array.from({ length: readings.wells }, (_, well) => {
    const curve = wellOf(curves.corrected, well, curves.points)
    return callWell(target, {
      planned: 0,
      cycles: countMeasured(wellOf(curves.normalised, well, curves.points)),
      cq: findCq(curve, threshold),
      threshold,
      growth: measureGrowth(curve, curves.noises[well]!, curves.slopes[well]!),
      peaks: null,
      excluded: false,
    }).call
  })
}
