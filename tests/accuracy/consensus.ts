import { measureGrowth } from '../../workers/growth/amplification.ts'
import { findHandlingError, poissonError } from '../../workers/consensus/error.ts'
import { findHeightError } from '../../workers/consensus/height-error.ts'
import { findConsensusCq, type ConsensusCq } from '../../workers/consensus/consensus-cq.ts'
import { correctChannel, wellOf, type CorrectedChannel } from '../../workers/curves/correct.ts'
import { findTakeOff } from '../../workers/linreg/take-off.ts'
import { createReadings } from '../../workers/curves/readings.ts'
import type { Figure } from '../support/curve-accuracy.ts'
import { type CurveTable, readCurveTable } from '../support/linreg-reference.ts'
import { hasReference } from '../support/vendor-csv.ts'

/** A target's curves, corrected with everything automatic, and which of them clearly amplified. */
export interface Target {
  name: string
  curves: CorrectedChannel
  amplified: Uint8Array
}

/** Correct a table of curves. Clear is a rise of 30 noises and twice the drift, with a plateau to come. */
export function correctTable(name: string, { names, points, values }: CurveTable): Target {
  const readings = createReadings(['FAM'], names.length, points)
  readings.values.set(values)
  const curves = correctChannel(readings, 0, null, { method: 'automatic' })
  const amplified = Uint8Array.from(names, (_, well) => {
    const corrected = wellOf(curves.corrected, well, points)
    const growth = measureGrowth(corrected, curves.noises[well]!, curves.slopes[well]!)
    const early = curves.ends[well]! < points - 3
    return growth.rise > 30 && growth.overDrift > 2 && early ? 1 : 0
  })
  return { name, curves, amplified }
}

/** TD0 of every clear curve: the method the consensus draws in beside the common shape. */
export function takeOffs({ wells, points, rn }: CorrectedChannel): Float64Array {
  const second = new Float64Array(points)
  return Float64Array.from({ length: wells }, (_, well) => {
    return findTakeOff(wellOf(rn, well, points), second).td0
  })
}

export function consensusOf(target: Target, curves = target.curves): ConsensusCq {
  const methods = [{ name: 'take_off', cq: takeOffs(curves), checksOnly: false }]
  return findConsensusCq(curves, target.amplified, methods)
}

/** 94 replicates at each of four dilutions; the names in the file are inverted. */
const dilutions = [
  { prefix: 'F15_', copies: 15000, bar: 0.067 },
  { prefix: 'F150_', copies: 1500, bar: 0.081 },
  { prefix: 'F1500_', copies: 150, bar: 0.121 },
  { prefix: 'F15000_', copies: 15, bar: 0.405 },
] as const

/** Sets of many replicates of one sample, all wells alike. */
const replicateSets = [{ path: 'chipPCR/VIMCFX96_60.csv', name: 'VIMCFX96_60' }] as const

/** Growth per cycle of the dilution series, by its slope. */
const efficiency = 1.95

/**
 * Measure the spread of replicates by consensus Cq, and the part of pairs that differ by no more than their standard
 * errors allow; empty without the reference data.
 */
export function measureConsensus(): Figure[] {
  const figures: Figure[] = []
  if (hasReference('qpcR/dil4reps94.csv')) figures.push(...measureDilutions())
  for (const { path, name } of replicateSets) {
    if (!hasReference(path)) continue
    const target = correctTable(name, readCurveTable(path))
    const { cq } = consensusOf(target)
    figures.push(cycles(`${name}: consensus Cq, SD of replicates`, deviate([...cq]), null))
  }
  return figures
}

function measureDilutions(): Figure[] {
  const table = readCurveTable('qpcR/dil4reps94.csv')
  const found = consensusOf(correctTable('dil4reps94', table))
  const { cq, error } = found
  const height = findHeightError(
    found,
    Int32Array.from(table.names, (name) =>
      dilutions.findIndex(({ prefix }) => name.startsWith(prefix)),
    ),
  )
  const figures: Figure[] = []
  let within = 0
  let pairs = 0
  let withinHandled = 0
  for (const { prefix, copies, bar } of dilutions) {
    const wells = table.names.flatMap((name, well) => (name.startsWith(prefix) ? well : []))
    const name = `dil4reps94, ${copies} copies: consensus Cq, SD of replicates`
    figures.push(cycles(name, deviate(wells.map((well) => cq[well]!)), bar))
    const chance = poissonError(copies, efficiency)
    const errors = error.map((one) => Math.sqrt(one * one + height * height + chance * chance))
    // Learn from every second well, and ask of the others.
    const groups = Int32Array.from(table.names, (_, well) =>
      wells.indexOf(well) % 2 === 0 ? 0 : -1,
    )
    const handling = findHandlingError(cq, errors, groups)
    const asked = wells.filter((_, i) => i % 2 === 1)
    for (const [i, one] of asked.entries()) {
      for (const other of asked.slice(i + 1)) {
        const distance = Math.abs(cq[one]! - cq[other]!)
        const known = errors[one]! ** 2 + errors[other]! ** 2
        pairs++
        if (distance <= 1.96 * Math.sqrt(known)) within++
        if (distance <= 1.96 * Math.sqrt(known + 2 * handling ** 2)) withinHandled++
      }
    }
  }
  const share = (name: string, value: number, bar: number | null): Figure => ({
    name: `dil4reps94: replicate differences within the 95 % interval, ${name}`,
    value: value / pairs,
    unit: 'part',
    bar: bar === null ? '' : `>= ${bar}`,
    ok: bar === null ? null : value / pairs >= bar,
  })
  return [
    ...figures,
    share('curve and chance', within, null),
    share('with handling learnt from other wells', withinHandled, 0.92),
  ]
}

function cycles(name: string, value: number, bar: number | null): Figure {
  const ok = bar === null ? null : value <= bar
  return { name, value, unit: 'cycles', bar: bar === null ? '' : `<= ${bar}`, ok }
}

/** Return the standard deviation of a sample (n - 1) over the values that are numbers. */
export function deviate(values: readonly number[]): number {
  const known = values.filter((value) => value === value)
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length
  const squares = known.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return Math.sqrt(squares / (known.length - 1))
}
