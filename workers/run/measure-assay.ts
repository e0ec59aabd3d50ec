import type { SampleType } from '../../domain/entities/analysis.ts'
import type { WellResult } from '../../domain/results.ts'
import type { LayoutSample } from './controls.ts'
import type { MeasuredTarget } from './measure-run.ts'
import { log10 } from '../numbers/log.ts'
import { combineEfficiencies, type AssayEfficiency } from '../plate/assay-efficiency.ts'
import { fitStandardCurve, type StandardOutcome } from '../plate/standard-curve.ts'

/** One target over the whole run. */
export interface MeasuredAssay {
  efficiency: AssayEfficiency
  /** Null without standards. */
  standards: StandardOutcome | null
}

/** Controls without template say nothing of how the template grows. */
const withTemplate: readonly SampleType[] = ['unknown', 'standard', 'positive']

/** Measure efficiency and standard curve of one target from its wells; invalid and absent ones do not count. */
export function measureAssay(
  results: readonly (WellResult | undefined)[],
  { estimates }: MeasuredTarget,
  samples: readonly LayoutSample[],
): MeasuredAssay {
  const owners = new Map(samples.map((sample) => [sample.uuid, sample]))
  const fits = []
  const points = []
  let hasStandards = false
  for (const [well, result] of results.entries()) {
    const owner = result?.sample_uuid ? owners.get(result.sample_uuid) : undefined
    if (!result || !owner || !withTemplate.includes(owner.sample_type)) continue
    const isStandard = owner.sample_type === 'standard' && owner.quantity !== undefined
    hasStandards ||= isStandard
    if (!countsAsCq(result)) continue
    const growth = estimates.growths[well]
    if (growth) fits.push(growth)
    if (isStandard) points.push({ log10Quantity: log10(owner.quantity!), cq: result.cq })
  }
  return {
    efficiency: combineEfficiencies(fits),
    standards: hasStandards ? fitStandardCurve(points) : null,
  }
}

/** Return true if the Cq of a well may be used in calculations. */
export function countsAsCq(result: WellResult): result is WellResult & { cq: number } {
  return result.cq !== null && (result.call === 'detected' || result.call === 'review')
}
