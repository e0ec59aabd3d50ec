import type { Evaluation } from '../../domain/entities/evaluation-recipe.ts'
import { wellName } from '../../domain/rules/well.ts'
import { analyse, type AnalyseInput } from '../../workers/run/analyse.ts'
import { fitLine, subtractLine } from '../../workers/curves/baseline.ts'
import { chooseWindow } from '../../workers/curves/baseline-window.ts'
import { divideByReference } from '../../workers/curves/passive-reference.ts'
import { curveOf, findChannel } from '../../workers/curves/readings.ts'
import { findCq } from '../../workers/curves/threshold.ts'
import type { VendorCurve, VendorPlate } from './vendor-plate.ts'
import { uuidOf } from './uuid-of.ts'

export const plateShape = { rows: 8, columns: 12 } as const

/** One measured figure against what was promised. */
export interface Figure {
  name: string
  value: number
  unit: string
  bar: string
  ok: boolean | null
}

/** Return our normalised curve of a vendor's curve. */
export function normaliseVendor(plate: VendorPlate, curve: VendorCurve): Float64Array {
  const { amplification } = plate
  const reporter = curveOf(amplification, findChannel(amplification, curve.channel), curve.well)
  const passive = curveOf(amplification, findChannel(amplification, plate.passive), curve.well)
  return divideByReference(reporter, passive, new Float64Array(reporter.length))
}

/** Differences of Cq (ours minus the vendor's) at the vendor's threshold. */
export interface CqComparison {
  differences: number[]
  /** Curves the vendor has a Cq for and we have not. */
  lost: number
  /** Curves that cross for us and not for the vendor. */
  extra: number
}

export function compareCq(plate: VendorPlate, window: 'vendor' | 'own'): CqComparison {
  const result: CqComparison = { differences: [], lost: 0, extra: 0 }
  const points = plate.amplification.points
  const scratch = new Float64Array(2 * points)
  const corrected = new Float64Array(points)
  for (const curve of plate.curves) {
    const rn = normaliseVendor(plate, curve)
    const range = window === 'own' ? chooseWindow(rn, scratch) : curve
    const cq = findCq(subtractLine(rn, fitLine(rn, range), corrected), curve.threshold)
    if (curve.cq === null) result.extra += cq > 0 ? 1 : 0
    else if (cq > 0) result.differences.push(cq - curve.cq)
    else result.lost++
  }
  return result
}

/**
 * Return the largest differences at the vendor's window: Rn as a part of the curve's largest Rn, dRn as a part of its
 * largest dRn where the curve amplified (elsewhere dRn is nothing but rounding and noise).
 */
export function compareCurves(plate: VendorPlate): { rn: number; drn: number } {
  let rnWorst = 0
  let drnWorst = 0
  for (const curve of plate.curves) {
    const rn = normaliseVendor(plate, curve)
    const drn = subtractLine(rn, fitLine(rn, curve), new Float64Array(rn.length))
    const rnScale = findLargest(rn)
    const drnScale = curve.amplified ? findLargest(drn) : Number.NaN
    for (let i = 0; i < rn.length; i++) {
      const ours = Math.abs(rn[i]! - curve.rn[i]!) / rnScale
      const corrected = Math.abs(drn[i]! - curve.drn[i]!) / drnScale
      if (ours === ours) rnWorst = Math.max(rnWorst, ours)
      if (corrected === corrected) drnWorst = Math.max(drnWorst, corrected)
    }
  }
  return { rn: rnWorst, drn: drnWorst }
}

function findLargest(values: Float64Array): number {
  return values.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
}

/** Return the differences of Tm (ours minus the vendor's) of the highest peak; NaN where we find none. */
export function compareTm(plate: VendorPlate): number[] {
  if (!plate.melt) return []
  const { wells } = analyse(plateInput(plate))
  const tms = new Map(wells.map(({ well, target, melt }) => [`${well} ${target}`, melt[0]?.tm]))
  return plate.curves.flatMap(({ well, target, tm }) => {
    if (tm === null) return []
    return (tms.get(`${wellName(plateShape, well)} ${target}`) ?? Number.NaN) - tm
  })
}

/** Return the whole plate as one analysis: each well a sample, thresholds as the vendor's. */
export function plateInput(plate: VendorPlate): AnalyseInput {
  const targets = new Map(plate.curves.map((curve) => [curve.target, curve]))
  const evaluation: Evaluation = {
    targets: [...targets.values()].map(({ target, channel, threshold }) => ({
      name: target,
      channel,
      role: 'target',
      threshold: { method: 'fixed', value: threshold },
      baseline: { method: 'automatic' },
      cq_max: 45,
      // Read the slope of a melt at the upper of two readings, where this vendor writes it.
      tm_at: 'upper',
    })),
    passive_reference: plate.passive,
    controls: { ntc_clean: false, positive_detected: false, internal_control: false },
    variables: [],
  }
  return {
    amplification: plate.amplification,
    melt: plate.melt,
    evaluation,
    cartridge_type: 'Wells96',
    planned_cycles: plate.amplification.points,
    samples: Array.from({ length: 96 }, (_, well) => ({
      uuid: uuidOf(well),
      sample_type: 'unknown' as const,
      coordinates: [wellName(plateShape, well)],
    })),
    exclusions: [],
    input_hash: '',
  }
}

/** Find curves whose call contradicts the vendor's amplification status, as `A1 target call`. */
export function findCallDisputes(plate: VendorPlate): string[] {
  const { wells } = analyse(plateInput(plate))
  const calls = new Map(wells.map((one) => [`${one.well} ${one.target}`, one.call]))
  return plate.curves.flatMap(({ well, target, amplified }) => {
    const key = `${wellName(plateShape, well)} ${target}`
    const call = calls.get(key) ?? 'missing'
    return call === (amplified ? 'detected' : 'not_detected') ? [] : `${key} ${call}`
  })
}

/** Return the nearest-rank quantile. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? Number.NaN
}

/** Measure every figure of one plate. */
export function measurePlate(plate: VendorPlate): Figure[] {
  const named = (name: string, value: number, unit: string, most: number | null): Figure => ({
    name: `${plate.name}: ${name}`,
    value,
    unit,
    bar: most === null ? '' : `<= ${most}`,
    ok: most === null ? null : value <= most,
  })
  const { rn, drn } = compareCurves(plate)
  const figures = [
    named('Rn, largest difference', rn, 'relative', 2e-6),
    named('dRn at vendor window, largest difference', drn, 'relative', 2e-6),
  ]
  for (const window of ['vendor', 'own'] as const) {
    const { differences, lost, extra } = compareCq(plate, window)
    const sizes = differences.map(Math.abs)
    const label = `Cq, ${window} window`
    figures.push(
      named(`${label}: curves`, differences.length, 'curves', null),
      named(`${label}: bias (median)`, quantile(differences, 0.5), 'cycles', null),
      named(`${label}: median |d|`, quantile(sizes, 0.5), 'cycles', 0.03),
      named(`${label}: p95 |d|`, quantile(sizes, 0.95), 'cycles', 0.1),
      named(`${label}: max |d|`, quantile(sizes, 1), 'cycles', 0.2),
      named(`${label}: lost`, lost, 'curves', 0),
      named(`${label}: extra`, extra, 'curves', 0),
    )
  }
  figures.push(
    named('calls against amplification status', findCallDisputes(plate).length, 'disputes', 0),
  )
  return [...figures, ...measureMelt(plate)]
}

function measureMelt(plate: VendorPlate): Figure[] {
  const differences = compareTm(plate)
  if (differences.length === 0) return []
  const sizes = differences.map(Math.abs)
  const figure = (name: string, value: number, most: number): Figure => ({
    name: `${plate.name}: Tm, written at the upper reading as there, ${name}`,
    value,
    unit: 'deg C',
    bar: `<= ${most}`,
    ok: value <= most,
  })
  return [
    figure('median |d|', quantile(sizes, 0.5), 0.05),
    figure('max |d|', quantile(sizes, 1), 0.2),
  ]
}
