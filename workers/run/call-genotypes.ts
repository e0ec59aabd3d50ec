import type { Evaluation } from '../../domain/entities/evaluation-recipe.ts'
import type { GenotypeResult, WellResult } from '../../domain/results.ts'
import type { LayoutSample } from './controls.ts'
import { findMedian } from '../numbers/median.ts'
import { findGenotypes } from '../plate/genotypes.ts'
import { orNull } from './judge-well.ts'

/**
 * Call the genotypes of the recipe's allele pairs by the end points of their two targets, one for each well with both.
 * `perTarget` are the results of each target by well, in the order of the recipe.
 */
export function callGenotypes(
  perTarget: readonly (readonly (WellResult | undefined)[])[],
  { targets, genotypes = [] }: Evaluation,
  samples: readonly LayoutSample[],
): GenotypeResult[] {
  const types = new Map(samples.map(({ uuid, sample_type }) => [uuid, sample_type]))
  return genotypes.flatMap(({ name, alleles }) => {
    const [first, second] = alleles.map(
      (allele) => perTarget[targets.findIndex((target) => target.name === allele)],
    )
    if (!first || !second) return []
    const wells = first.flatMap((one, well) => {
      const other = second[well]
      return one && other ? [{ one, other }] : []
    })
    const points = wells.map(({ one, other }) => {
      const type = one.sample_uuid === null ? undefined : types.get(one.sample_uuid)
      return {
        first: readEndPoint(one),
        second: readEndPoint(other),
        control: type === 'ntc' ? ('ntc' as const) : null,
      }
    })
    const least = [
      findMedian(wells.map(({ one }) => one.threshold ?? Number.NaN)),
      findMedian(wells.map(({ other }) => other.threshold ?? Number.NaN)),
    ] as const
    const plate = findGenotypes(points, { least })
    return plate.wells.map(({ genotype, call, doubt, confidence }, at) => ({
      name,
      well: wells[at]!.one.well,
      sample_uuid: wells[at]!.one.sample_uuid,
      genotype,
      call,
      doubt,
      confidence: orNull(confidence),
    }))
  })
}

/** Read an end point, unless a person left it out or it was not measured. */
function readEndPoint({ call, end_point }: WellResult): number {
  return call === 'invalid' ? Number.NaN : (end_point ?? Number.NaN)
}
