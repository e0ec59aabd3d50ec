import { cartridges, type CartridgeName } from '../catalog/cartridges.ts'
import type { Sample, SampleType } from '../entities/analysis.ts'
import type { ExpectedWells } from '../entities/protocol.ts'
import { type FaultDetail, problem } from '../fault.ts'
import { isLine, isName } from './plain-text.ts'
import { wellIndex } from './well.ts'

export interface LayoutLimits {
  cartridge_type: CartridgeName
  /** Fewest samples of each type (spec §5), from the protocol. */
  minimum_samples?: readonly { sample_type: SampleType; count: number }[]
  /** Fewest wells of each sample of a type, from the protocol as well. */
  expected_wells?: readonly ExpectedWells[] | undefined
}

/**
 * Find the problems of a cartridge layout before a launch (spec §5): every sample is in at least one well, in no well
 * outside the cartridge, in no well of another; not more samples than wells; enough of each type, in enough wells. The
 * same list is shown beside the plate while editing and refused by the edge.
 */
export function findLayoutProblems(
  samples: readonly Sample[],
  limits: LayoutLimits,
): FaultDetail[] {
  const shape = cartridges[limits.cartridge_type]
  const maximum = shape.rows * shape.columns
  const problems: FaultDetail[] = []
  if (samples.length === 0) {
    problems.push(problem('no_samples', 'samples', 'Put at least one sample on the cartridge'))
  }
  if (samples.length > maximum) {
    problems.push(
      problem('too_many_samples', 'samples', `The cartridge takes ${maximum} samples`, {
        count: samples.length,
        maximum,
      }),
    )
  }
  const owners = new Map<string, string>()
  const uuids = new Set<string>()
  for (const [index, sample] of samples.entries()) {
    const field = `samples.${index}`
    const params = { sample: sample.name }
    if (uuids.has(sample.uuid)) {
      problems.push(problem('id_not_unique', `${field}.uuid`, 'Id is not unique', params))
    }
    uuids.add(sample.uuid)
    if (!isName(sample.name)) {
      problems.push(
        problem('sample_name', `${field}.name`, 'The name has a sign that is not seen', params),
      )
    }
    if (!isLine(sample.well_type ?? '')) {
      problems.push(
        problem('sample_mix', `${field}.well_type`, 'The mix has a sign that is not seen', params),
      )
    }
    if (sample.coordinates.length === 0) {
      problems.push(
        problem(
          'sample_without_well',
          `${field}.coordinates`,
          `${sample.name} has no well`,
          params,
        ),
      )
    }
    for (const well of sample.coordinates) {
      const owner = owners.get(well)
      if (wellIndex(shape, well) < 0) {
        problems.push(
          problem('well_outside', `${field}.coordinates`, `${well} is not on this cartridge`, {
            ...params,
            well,
          }),
        )
      } else if (owner !== undefined) {
        problems.push(
          problem('well_taken', `${field}.coordinates`, `${well} holds ${owner} already`, {
            ...params,
            well,
            owner,
          }),
        )
      } else owners.set(well, sample.name)
    }
  }
  return [...problems, ...findMissingTypes(samples, limits), ...findMissingWells(samples, limits)]
}

/** Find the problems that a draft may not have either; missing samples or wells are refused at the launch only. */
export function findDraftProblems(
  samples: readonly Sample[],
  cartridge_type: CartridgeName,
): FaultDetail[] {
  return findLayoutProblems(samples, { cartridge_type }).filter(
    ({ reason }) => reason !== 'sample_without_well' && reason !== 'no_samples',
  )
}

function findMissingTypes(samples: readonly Sample[], limits: LayoutLimits): FaultDetail[] {
  return (limits.minimum_samples ?? []).flatMap(({ sample_type, count }) => {
    const present = samples.filter((sample) => sample.sample_type === sample_type).length
    if (present >= count) return []
    return problem('too_few_of_type', 'samples', `At least ${count} of type ${sample_type}`, {
      sample_type,
      count,
      present,
    })
  })
}

/** Find samples that do not fill the wells expected of their type; entries of one name and type are one sample. */
function findMissingWells(samples: readonly Sample[], limits: LayoutLimits): FaultDetail[] {
  return (limits.expected_wells ?? []).flatMap((expected) => {
    const { sample_type, well_type, count } = expected
    const named = new Map<string, { index: number; present: number }>()
    for (const [index, sample] of samples.entries()) {
      if (sample.sample_type !== sample_type) continue
      const known = named.get(sample.name) ?? { index, present: 0 }
      const counts = well_type === undefined || sample.well_type === well_type
      known.present += counts ? sample.coordinates.length : 0
      named.set(sample.name, known)
    }
    return [...named]
      .filter(([, { present }]) => present < count)
      .map(([sample, { index, present }]) =>
        problem(
          well_type === undefined ? 'too_few_wells' : 'too_few_wells_of_mix',
          `samples.${index}.coordinates`,
          `${sample} must fill ${count} wells${well_type === undefined ? '' : ` of ${well_type}`}`,
          { sample, count, present, ...(well_type === undefined ? {} : { well_type }) },
        ),
      )
  })
}
