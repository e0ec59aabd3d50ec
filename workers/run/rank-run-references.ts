import type { Evaluation } from '../../domain/entities/evaluation-recipe.ts'
import type { ReferenceStability, SampleResult } from '../../domain/results.ts'
import { rankReferences } from '../plate/reference-stability.ts'

/** Two references cannot be ranked. */
const fewest = 3

/**
 * Rank the reference targets of a run by their stability over its samples, from their mean Cq and exact doubling.
 * Return null with fewer than three of them. Samples of one name are one sample.
 * @param nameOf name of a sample by its id.
 */
export function rankRunReferences(
  { quantification }: Evaluation,
  results: readonly SampleResult[],
  nameOf: (uuid: string) => string,
): ReferenceStability | null {
  if (quantification?.method !== 'relative' || quantification.reference_targets.length < fewest) {
    return null
  }
  const targets = quantification.reference_targets
  const names = [...new Set(results.map(({ sample_uuid }) => nameOf(sample_uuid)))]
  const logs = targets.map((target) =>
    names.map((name) => {
      const own = results.find(
        (result) => result.target === target && nameOf(result.sample_uuid) === name,
      )
      const counts = own?.call === 'detected' || own?.call === 'review'
      return counts && own.cq_mean !== null ? -own.cq_mean : Number.NaN
    }),
  )
  const { steps, ranking, recommended } = rankReferences(logs)
  // Return the stability that a target had in the last step that it was part of.
  const stabilityOf = (target: number) => {
    const last = steps.findLast((step) => step.targets.includes(target))
    return last ? last.stabilities[last.targets.indexOf(target)]! : Number.NaN
  }
  const ranked = ranking.map((target) => ({
    target: targets[target]!,
    stability: stabilityOf(target),
  }))
  if (ranked.some(({ stability }) => !Number.isFinite(stability))) return null
  return { targets: ranked, recommended }
}
