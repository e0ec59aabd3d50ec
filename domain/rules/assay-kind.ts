import type { Evaluation } from '../entities/evaluation-recipe.ts'

/** Tell if an evaluation reads times to threshold in minutes and not Cqs in cycles. */
export function isIsothermal({ assay }: Pick<Evaluation, 'assay'>): boolean {
  return assay?.kind === 'isothermal'
}

/** Minutes from one reading of an isothermal assay to the next; null for a PCR. */
export function minutesPerReading({ assay }: Pick<Evaluation, 'assay'>): number | null {
  return assay?.kind === 'isothermal' ? assay.minutes_per_reading : null
}
