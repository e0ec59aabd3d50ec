import type { CartridgeName } from '../catalog/cartridges.ts'
import type { Protocol } from '../entities/protocol.ts'
import type { Recipe } from '../entities/recipe.ts'
import { type FaultDetail, problem } from '../fault.ts'
import { findDraftProblems } from './cartridge.ts'

type Content = Pick<
  Protocol,
  'application_uuids' | 'cartridge_types' | 'layout' | 'minimum_samples' | 'expected_wells'
>

/** Find problems of a protocol by itself: repeated entries, and a layout that fits none of its cartridges. */
export function findProtocolProblems(protocol: Content): FaultDetail[] {
  const { application_uuids: applications, minimum_samples: minimum } = protocol
  const types = minimum.map(({ sample_type }) => sample_type)
  const wells = (protocol.expected_wells ?? []).map(({ sample_type, well_type = '' }) =>
    [sample_type, well_type].join('\n'),
  )
  return [
    ...repeats(applications).map((index) =>
      problem(
        'application_repeated',
        `application_uuids.${index}`,
        'An application cannot be added twice',
      ),
    ),
    ...repeats(types).map((index) =>
      problem(
        'rule_repeated',
        `minimum_samples.${index}.sample_type`,
        'This sample type has a rule already: remove it first',
      ),
    ),
    ...repeats(wells).map((index) =>
      problem(
        'rule_repeated',
        `expected_wells.${index}.sample_type`,
        'This sample type has a rule for these wells already: remove it first',
      ),
    ),
    ...findLayoutProblem(protocol),
  ]
}

/** Return the indices of repeated entries of a list. */
function repeats(list: readonly string[]): number[] {
  return [...list.keys()].filter((index) => list.indexOf(list[index] as string) < index)
}

function findLayoutProblem({ layout, cartridge_types: types }: Content): FaultDetail[] {
  const samples = layout.map((sample, index) => ({ ...sample, uuid: String(index) }))
  const problems = types.map((type) => findDraftProblems(samples, type))
  if (problems.some((list) => list.length === 0)) return []
  return (problems[0] ?? []).map((one) => ({
    ...one,
    field: one.field?.replace(/^samples/, 'layout'),
  }))
}

/** "Cartridge not available for this recipe" (spec §8); null when the recipe runs on all of them. */
export function refuseCartridges(
  types: readonly CartridgeName[],
  { cartridge_types: possible }: Pick<Recipe, 'cartridge_types'>,
): FaultDetail | null {
  const index = types.findIndex((type) => !possible.includes(type))
  if (index < 0) return null
  return problem(
    'cartridge_not_for_recipe',
    `cartridge_types.${index}`,
    'Cartridge not available for this recipe',
  )
}
