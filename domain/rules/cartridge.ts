import { cartridges, type CartridgeName } from '../catalog/cartridges.ts'
import type { Sample, SampleType } from '../entities/analysis.ts'
import type { FaultDetail } from '../fault.ts'
import { wellIndex } from './well.ts'

export interface LayoutLimits {
  cartridge_type: CartridgeName
  /** Fewest samples of each type (spec §5), from the protocol. */
  minimum_samples?: readonly { sample_type: SampleType; count: number }[]
}

/**
 * Problems of a cartridge layout before a launch (spec §5): every sample lies in at least one well, in no
 * well outside the cartridge, in no well of another; not more samples than wells; enough of each type.
 * The same list is shown beside the plate while editing and refused by the edge.
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
  return [...problems, ...findMissingTypes(samples, limits)]
}

/** What no draft may break either; samples or wells that are still missing are for the launch to refuse. */
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

function problem(
  reason: string,
  field: string,
  message: string,
  params: FaultDetail['params'] = {},
): FaultDetail {
  return { code: 'invalid', reason, field, message, params }
}
