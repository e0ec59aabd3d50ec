import type { WellResult } from '../../domain/results.ts'
import { findChannel } from '../../workers/curves/readings.ts'
import { findMedian } from '../../workers/numbers/median.ts'
import { normaliseVendor, type Figure } from '../support/curve-accuracy.ts'
import { readCurveTable } from '../support/linreg-reference.ts'
import { analyseDefault } from '../support/simulated-plate.ts'
import { hasReference } from '../support/vendor-csv.ts'
import { hasPlate, readPlate, readShippedPlate, type VendorPlate } from '../support/vendor-plate.ts'

/** A curve of a set of replicates and the name of the group that it belongs to. */
export interface Replicate {
  group: string
  curve: Float64Array
}

export interface ReplicateSet {
  name: string
  replicates: Replicate[]
}

const tables = [
  'qpcR/batsch1.csv',
  'qpcR/boggy.csv',
  'qpcR/competimer.csv',
  'qpcR/dil4reps94.csv',
  'qpcR/guescini1.csv',
  'qpcR/lievens1.csv',
  'qpcR/reps.csv',
  'qpcR/reps3.csv',
  'qpcR/testdat.csv',
  'chipPCR/VIMCFX96_60.csv',
] as const

/** Read every available set of replicates: tables, whose names are group and number, and plates of one sample. */
export function readReplicateSets(): ReplicateSet[] {
  const sets = tables.filter(hasReference).map((path): ReplicateSet => {
    const { names, points, values } = readCurveTable(path)
    const replicates = names.map((name, well) => ({
      group: path.includes('VIMCFX96') ? '' : name.replace(/[._][^._]*$/, ''),
      curve: values.subarray(well * points, (well + 1) * points),
    }))
    return { name: path.replace(/^.*\/|\.csv$/g, ''), replicates }
  })
  const plates = [readShippedPlate()]
  if (hasPlate('qs7_melt')) plates.push(readPlate('qs7_melt', 'ROX'))
  return [...sets, ...plates.flatMap(readPlateSets)]
}

/** Read the targets of a plate that holds one sample in all wells. */
function readPlateSets(plate: VendorPlate): ReplicateSet[] {
  const known = plate.curves.filter(({ channel, amplified }) => {
    return amplified && findChannel(plate.amplification, channel) >= 0
  })
  return [...Map.groupBy(known, ({ target }) => target)].map(([target, curves]) => ({
    name: `${plate.name} ${target}`,
    replicates: curves.map((curve) => ({ group: '', curve: normaliseVendor(plate, curve) })),
  }))
}

/** Wells of the largest plate. */
const mostWells = 96

/** Spread a set over as few plates as hold it, so that each plate has some of every group. */
export function dealPlates<T>(replicates: readonly T[]): T[][] {
  const plates = Math.ceil(replicates.length / mostWells)
  return Array.from({ length: plates }, (_, plate) =>
    replicates.filter((_one, well) => well % plates === plate),
  )
}

/** Methods from which a user may choose the Cq. The first is the default. */
const methods: Readonly<Record<string, (result: WellResult) => number | null | undefined>> = {
  default: ({ cq }) => cq,
  cpD2: ({ estimates }) => estimates?.second_derivative,
  Cy0: ({ estimates }) => estimates?.cy0,
  'take-off': ({ estimates }) => estimates?.take_off,
  consensus: ({ estimates }) => estimates?.consensus,
}

/**
 * Compare the standard deviation of replicates by the default Cq with that by the best of our methods, over the wells
 * that have a Cq by all of them.
 */
export function measureDefaultSets(): Figure[] {
  const sets = readReplicateSets()
  const ratios: number[] = []
  const figures = sets.map(({ name, replicates }): Figure => {
    const deviations = findDeviations(replicates)
    const [own, ...others] = deviations.map(({ deviation }) => deviation)
    const best = deviations.slice(1).toSorted((a, b) => a.deviation - b.deviation)[0]!
    const ratio = own! / Math.min(...others)
    ratios.push(ratio)
    return {
      name: `${name}: default's SD of replicates (${own!.toFixed(3)}) over that of ${best.name}`,
      value: ratio,
      unit: 'times',
      bar: '<= 1.1',
      ok: ratio <= 1.1,
    }
  })
  const middle = findMedian(ratios)
  return [
    ...figures,
    {
      name: `default's SD of replicates over the best method's, median of ${sets.length} sets`,
      value: middle,
      unit: 'times',
      bar: '<= 1',
      ok: middle <= 1,
    },
  ]
}

function findDeviations(replicates: readonly Replicate[]): { name: string; deviation: number }[] {
  const read = dealPlates(replicates).flatMap((plate, index) => {
    const results = analyseDefault(plate.map(({ curve }) => curve))
    return plate.map(({ group }, well) => ({
      group: `${index} ${group}`,
      cqs: Object.values(methods).map((method) => method(results[well]!) ?? Number.NaN),
    }))
  })
  const known = read.filter(({ cqs }) => cqs.every(Number.isFinite))
  return Object.keys(methods).map((name, index) => ({
    name,
    deviation: poolDeviation(
      known.map(({ group }) => group),
      known.map(({ cqs }) => cqs[index]!),
    ),
  }))
}

/** Return the standard deviation within groups, pooled over them. */
export function poolDeviation(groups: readonly string[], values: readonly number[]): number {
  let squares = 0
  let freedom = 0
  for (const members of Map.groupBy(values.keys(), (i) => groups[i]!).values()) {
    const own = members.map((i) => values[i]!)
    const mean = own.reduce((sum, value) => sum + value, 0) / own.length
    squares += own.reduce((sum, value) => sum + (value - mean) ** 2, 0)
    freedom += own.length - 1
  }
  return Math.sqrt(squares / freedom)
}
