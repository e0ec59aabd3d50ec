import type { SampleType } from '../../domain/entities/analysis.ts'
import type { GenotypeRule } from '../../domain/entities/evaluation-recipe.ts'
import type { StudyDesign } from '../../domain/entities/study.ts'
import type { GenotypeResult } from '../../domain/results.ts'
import { type AgreedGenotype, agreeGenotypes } from '../../domain/rules/genotype.ts'

/** Genotype of one well of one run at one place. */
export interface StudyGenotype extends Pick<
  GenotypeResult,
  'well' | 'genotype' | 'call' | 'doubt'
> {
  run: number
  /** Name of the sample. */
  sample: string
  type: SampleType
  place: string
  alleles: GenotypeRule['alleles']
}

/** Genotype of a sample over all its wells, on whichever plates they are. */
export interface SampleGenotype extends AgreedGenotype {
  place: string
  alleles: GenotypeRule['alleles']
  sample: string
  group: string
  replicate: string
  wells: number
  /** Places in the study of the runs that it was measured in. */
  runs: number[]
}

/** Genotypes of a group at one place: each biological replicate counts once. */
export interface GroupGenotypes {
  place: string
  alleles: GenotypeRule['alleles']
  group: string
  counts: Record<NonNullable<GenotypeResult['genotype']>, number>
  /** In doubt or not amplified. */
  unknown: number
  /** Part of the first allele among all that are known; NaN without any. */
  frequency: number
}

export interface StudyGenotypes {
  samples: SampleGenotype[]
  groups: GroupGenotypes[]
}

type Placed = StudyGenotype & { group: string; replicate: string }

/**
 * Sum up genotypes over the runs of a study: of each sample at each place, and of each group. Places are one where name and
 * alleles are alike. Controls do not count, unless a person put them into a group.
 */
export function judgeGenotypes(
  wells: readonly StudyGenotype[],
  design: Pick<StudyDesign, 'samples'>,
): StudyGenotypes {
  const known = new Map(design.samples.map((sample) => [sample.name, sample]))
  const placed = wells.flatMap((well): Placed[] => {
    const place = known.get(well.sample)
    if (well.type !== 'unknown' && !place) return []
    const { group = '', replicate = '' } = place ?? {}
    return [{ ...well, group, replicate: replicate || well.sample }]
  })
  return {
    samples: poolWells(placed, ({ sample }) => sample).map(sumUpSample),
    groups: poolWells(placed, ({ group }) => group).map(sumUpGroup),
  }
}

function poolWells(wells: readonly Placed[], keyOf: (well: Placed) => string): Placed[][] {
  const pools = Map.groupBy(wells, (well) =>
    JSON.stringify([well.place, well.alleles, keyOf(well)]),
  )
  return [...pools.values()]
}

function sumUpSample(wells: readonly Placed[]): SampleGenotype {
  const { place, alleles, sample, group, replicate } = wells[0]!
  const runs = [...new Set(wells.map(({ run }) => run))]
  return {
    place,
    alleles,
    sample,
    group,
    replicate,
    wells: wells.length,
    runs,
    ...agreeGenotypes(wells),
  }
}

function sumUpGroup(wells: readonly Placed[]): GroupGenotypes {
  const { place, alleles, group } = wells[0]!
  const counts = { allele_1: 0, heterozygote: 0, allele_2: 0 }
  let unknown = 0
  for (const own of Map.groupBy(wells, ({ replicate }) => replicate).values()) {
    const { genotype } = agreeGenotypes(own)
    if (genotype) counts[genotype] += 1
    else unknown += 1
  }
  const { allele_1: first, heterozygote, allele_2: second } = counts
  const frequency = (2 * first + heterozygote) / (2 * (first + heterozygote + second))
  return { place, alleles, group, counts, unknown, frequency }
}
