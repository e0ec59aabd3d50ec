import type { GenotypeRule } from '../entities/evaluation-recipe.ts'
import type { GenotypeResult, Results } from '../results.ts'

/** Genotype of several wells of one sample at one place, perhaps on several plates. */
export interface AgreedGenotype {
  /** Null unless it is called. */
  genotype: GenotypeResult['genotype']
  call: GenotypeResult['call']
  /** `wells_disagree` where wells show different genotypes, or only some of them amplified. */
  doubt: GenotypeResult['doubt'] | 'wells_disagree'
}

type WellGenotype = Pick<GenotypeResult, 'genotype' | 'call' | 'doubt'>

/**
 * Agree the wells of a sample on one genotype: called only where every measured well is called, and alike. A well that was
 * left out or not measured says nothing, unless all are.
 */
export function agreeGenotypes(wells: readonly WellGenotype[]): AgreedGenotype {
  const measured = wells.filter(({ doubt }) => doubt !== 'not_measured')
  const doubted = measured.find(({ call }) => call === 'review')
  const [first] = measured
  if (!first) return { genotype: null, call: 'review', doubt: 'not_measured' }
  if (doubted) return { genotype: null, call: 'review', doubt: doubted.doubt }
  const isAlike = measured.every(
    ({ call, genotype }) => call === first.call && genotype === first.genotype,
  )
  if (!isAlike) return { genotype: null, call: 'review', doubt: 'wells_disagree' }
  return { genotype: first.genotype, call: first.call, doubt: null }
}

/**
 * Return the genotypes of a run as they may be released: in doubt where the result of an allele's target is invalid, such as
 * by a control that failed.
 */
export function releaseGenotypes({ genotypes, evaluation, samples }: Results): GenotypeResult[] {
  const invalid = new Set(
    samples
      .filter(({ call }) => call === 'invalid')
      .map(({ sample_uuid, target }) => JSON.stringify([sample_uuid, target])),
  )
  const places = new Map((evaluation.genotypes ?? []).map(({ name, alleles }) => [name, alleles]))
  return genotypes.map((one) => {
    const isInvalid = (places.get(one.name) ?? []).some((target) =>
      invalid.has(JSON.stringify([one.sample_uuid, target])),
    )
    return isInvalid ? { ...one, call: 'review', genotype: null } : one
  })
}

/** Write a genotype by its two alleles: `G/A`. */
export function writeAlleles(
  genotype: NonNullable<GenotypeResult['genotype']>,
  [first, second]: GenotypeRule['alleles'],
): string {
  if (genotype === 'heterozygote') return `${first}/${second}`
  return genotype === 'allele_1' ? `${first}/${first}` : `${second}/${second}`
}
