import type { Sample } from '../entities/analysis.ts'
import type { Results, SampleResult, WellResult } from '../results.ts'

/** A remark on the amount of a sample: it is outside of the standards, or the reason for there being none. */
export type QuantityNote =
  | Extrapolated
  /** Too few standards with a Cq, or of one quantity only. */
  | { code: 'no_curve' }
  /** The line rises, or its slope is so uncertain that it tells no quantities apart. */
  | { code: 'no_line' }
  /** Targets without a Cq in the calibrator, or in the sample itself; targets whose efficiency was to be measured. */
  | { code: 'not_in_calibrator' | 'not_in_sample' | 'no_efficiency'; targets: string[] }

/** An amount below the lowest standard, or else above the highest; both in their unit, to four digits. */
export interface Extrapolated {
  code: 'extrapolated'
  isLow: boolean
  lowest: number
  highest: number
}

type Of = Pick<SampleResult, 'sample_uuid' | 'target' | 'call' | 'quantity'>

/**
 * Return what is to be said about the amount of a sample, null for nothing: of a control, of a standard, which defines
 * the line, and where nothing was asked or grew.
 */
export function noteQuantity(
  result: Of,
  results: Results,
  samples: readonly Pick<Sample, 'uuid' | 'name' | 'sample_type'>[],
): QuantityNote | null {
  const rule = results.evaluation.quantification
  const isPresent = result.call === 'detected' || result.call === 'review'
  if (!rule || !isPresent) return null
  const sample = samples.find(({ uuid }) => uuid === result.sample_uuid)
  if (sample?.sample_type !== 'unknown') return null
  if (rule.method === 'standard_curve') return noteCopies(result, results)
  if (result.quantity || rule.reference_targets.includes(result.target)) return null
  const names = new Map(samples.map(({ uuid, name }) => [uuid, name]))
  const needed = [result.target, ...rule.reference_targets]
  const missingIn = (name: string) => {
    const own = results.wells.filter(
      (well) => countsAsCq(well) && names.get(well.sample_uuid ?? '') === name,
    )
    return needed.filter((target) => own.every((well) => well.target !== target))
  }
  const notInCalibrator = missingIn(rule.calibrator)
  if (notInCalibrator.length > 0) return { code: 'not_in_calibrator', targets: notInCalibrator }
  const notInSample = missingIn(sample.name)
  if (notInSample.length > 0) return { code: 'not_in_sample', targets: notInSample }
  const unmeasured = needed.filter((target) => !hasEfficiency(target, results))
  return unmeasured.length > 0 ? { code: 'no_efficiency', targets: unmeasured } : null
}

function noteCopies({ target, quantity }: Of, { assays }: Results): QuantityNote | null {
  const curve = assays.find((assay) => assay.target === target)?.standard_curve ?? null
  if (curve === null || typeof curve === 'string') return { code: 'no_curve' }
  if (!quantity) return { code: 'no_line' }
  const [lowest, highest] = [10 ** curve.lowest, 10 ** curve.highest]
  const isLow = quantity.value < lowest
  if (!isLow && quantity.value <= highest) return null
  return { code: 'extrapolated', isLow, lowest: toFour(lowest), highest: toFour(highest) }
}

/** Round to four digits: the curve keeps its standards as logarithms, which do not come back exactly. */
function toFour(value: number): number {
  return Number(value.toPrecision(4))
}

function hasEfficiency(target: string, { assays }: Results): boolean {
  const assay = assays.find((one) => one.target === target)
  const curve = assay?.standard_curve ?? null
  return (
    (assay?.efficiency ?? null) !== null ||
    (curve !== null && typeof curve !== 'string' && curve.efficiency !== null)
  )
}

function countsAsCq({ cq, call }: WellResult): boolean {
  return cq !== null && (call === 'detected' || call === 'review')
}
