import type { LinregCurves } from '../linreg/linreg.ts'
import { linregOutcomes } from '../linreg/baseline.ts'
import type { EfficiencyUse } from './assay-efficiency.ts'

/** Flags of a curve's amplification, worst first. */
const efficiencyFlags = [
  'amplification_in_negative_control',
  'take_off_in_negative_control',
  'no_amplification',
  'no_take_off',
  /** Fewer than five cycles of steady rise before the take-off. */
  'short_log_phase',
  'no_baseline',
  'no_plateau',
  /** Below 1.7 fold a cycle. */
  'low_efficiency',
  'low_assay_efficiency',
  /** Above doubling, which no reaction does: the fluorescence does not follow the product. */
  'efficiency_above_doubling',
  'efficiency_outlier',
] as const
export type EfficiencyFlag = (typeof efficiencyFlags)[number]

/** Efficiencies, and cycles of the log phase; below the least there is no efficiency worth a word. */
const limits = { least: 1.1, low: 1.7, doubling: 2, logPhase: 5 } as const

/** Facts on which the flags of a curve depend besides its own figures. */
export interface FlagContext {
  /** Nothing may amplify in a negative control. */
  negativeControl: boolean
  /** Use of the curve in the mean of the assay. */
  use: EfficiencyUse
  /** Efficiency of the assay, NaN when unknown. */
  assayEfficiency: number
}

/**
 * Flag one curve by the rules of LinRegPCR in RDML-Tools 2 (Untergasser et al., BMC Bioinformatics 2021;22:398), as
 * codes for the texts to name; `efficiency_above_doubling` is our own.
 */
export function flagCurve(
  curves: LinregCurves,
  curve: number,
  { negativeControl, use, assayEfficiency }: FlagContext,
): EfficiencyFlag[] {
  const amplified = curves.amplified[curve] === 1
  const takenOff = curves.td0[curve]! > 0
  if (negativeControl) {
    if (amplified) return ['amplification_in_negative_control']
    return takenOff ? ['take_off_in_negative_control'] : []
  }
  const flags: EfficiencyFlag[] = []
  if (!amplified) {
    flags.push('no_amplification')
    if (!takenOff) flags.push('no_take_off')
    else if (curves.risingCycles[curve]! < limits.logPhase) flags.push('short_log_phase')
    else if (linregOutcomes[curves.outcome[curve]!] !== 'ok') flags.push('no_baseline')
  } else if (curves.plateaued[curve] !== 1) flags.push('no_plateau')
  const efficiency = curves.efficiency[curve]!
  if (isLow(efficiency)) flags.push('low_efficiency')
  if (isLow(assayEfficiency)) flags.push('low_assay_efficiency')
  if (assayEfficiency > limits.doubling) flags.push('efficiency_above_doubling')
  if (use === 'outlier') flags.push('efficiency_outlier')
  return flags
}

function isLow(efficiency: number): boolean {
  return efficiency > limits.least && efficiency < limits.low
}
