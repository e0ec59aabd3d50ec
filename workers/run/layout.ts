import { cartridges, type CartridgeName } from '../../domain/catalog/cartridges.ts'
import type { TargetRule } from '../../domain/entities/evaluation-recipe.ts'
import { wellIndex } from '../../domain/rules/well.ts'
import type { LayoutSample } from './controls.ts'

/** Samples of the wells. */
export interface Layout {
  cartridge_type: CartridgeName
  samples: readonly LayoutSample[]
}

/** Sample of each well, null for an empty one. */
export function findOwners({ cartridge_type, samples }: Layout): (LayoutSample | null)[] {
  const shape = cartridges[cartridge_type]
  const count = shape.rows * shape.columns
  const owners: (LayoutSample | null)[] = Array.from({ length: count }, () => null)
  for (const sample of samples) {
    for (const name of sample.coordinates) {
      const well = wellIndex(shape, name)
      if (well >= 0 && well < count) owners[well] = sample
    }
  }
  return owners
}

/** Return true if the reaction mix of a well can show a target; for an empty well, if every mix can. */
export function isInMix({ well_types: mixes }: TargetRule, owner: LayoutSample | null): boolean {
  if (mixes === undefined) return true
  return owner?.well_type !== undefined && mixes.includes(owner.well_type)
}

/** Wells of the run and whose they are. */
export interface WellOwners {
  owners: readonly (LayoutSample | null)[]
  /** Wells of each sample, by its uuid, in their order. */
  wellsOf: ReadonlyMap<string, readonly number[]>
}

/** Find the owners of the measured wells, and the wells of each. */
export function findWellOwners(layout: Layout, wells: number): WellOwners {
  const owners = findOwners(layout).slice(0, wells)
  const wellsOf = new Map<string, number[]>()
  for (const [well, owner] of owners.entries()) {
    if (!owner) continue
    const known = wellsOf.get(owner.uuid)
    if (known) known.push(well)
    else wellsOf.set(owner.uuid, [well])
  }
  return { owners, wellsOf }
}

/** Return the number of the sample in each well, -1 for an empty one. Wells with the same number are replicates. */
export function numberReplicates(owners: readonly (LayoutSample | null)[]): Int32Array {
  const numbers = new Map<LayoutSample, number>()
  return Int32Array.from(owners, (owner) => {
    if (!owner) return -1
    const known = numbers.get(owner) ?? numbers.size
    numbers.set(owner, known)
    return known
  })
}
