import type { Evaluation } from '../entities/evaluation-recipe.ts'

/** Tell if an evaluation reads times to threshold in minutes and not Cqs in cycles. */
export function isIsothermal({ assay }: Pick<Evaluation, 'assay'>): boolean {
  return assay?.kind === 'isothermal'
}

/** Return the minutes between two readings of an isothermal assay; null for a PCR. */
export function minutesPerReading({ assay }: Pick<Evaluation, 'assay'>): number | null {
  return assay?.kind === 'isothermal' ? assay.minutes_per_reading : null
}
