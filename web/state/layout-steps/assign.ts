import { type Sample, type SampleType, sampleTypes } from '../../../domain/entities/analysis.ts'
import { changeTypes, fillOne, type Layout, ownersOf } from '../draft-steps.ts'
import { freeWells, giveWells, guessType } from './wells.ts'

/**
 * Assign a typed or scanned name to wells. A sample that is in no other well is renamed; a name of the layout takes the
 * wells as replicates; any other name becomes a new sample there.
 */
export function assignName(
  layout: Layout,
  wells: readonly string[],
  typed: string,
  newId: () => string,
): Layout {
  const name = typed.trim()
  if (name === '' || wells.length === 0) return layout
  const owners = ownersOf(layout, wells)
  const [only] = owners
  const same = layout.find((one) => one.name === name)
  if (same) {
    if (owners.length === 1 && only === same && holdsAll(same, wells)) return layout
    return fillOne(layout, wells, same, newId)
  }
  if (owners.length === 1 && only && only.coordinates.every((well) => wells.includes(well))) {
    const renamed = layout.map((one) => (one === only ? { ...one, name } : one))
    return giveWells(renamed, only.uuid, wells)
  }
  const sample_type = owners.length === 1 && only ? only.sample_type : guessType(name)
  return fillOne(layout, wells, { name, sample_type }, newId)
}

/** Go on to the next type, for all samples of the wells alike. */
export function cycleType(layout: Layout, wells: readonly string[]): Layout {
  const [first] = ownersOf(layout, wells)
  if (!first) return layout
  const next = sampleTypes[(sampleTypes.indexOf(first.sample_type) + 1) % sampleTypes.length]
  return next ? setType(layout, wells, next) : layout
}

/** Set the type of the samples of the wells; only standards have a quantity. */
export function setType(layout: Layout, wells: readonly string[], type: SampleType): Layout {
  return changeTypes(layout, wells, type).map((one) => {
    if (type === 'standard' || one.quantity === undefined || one.sample_type === 'standard')
      return one
    const { quantity: _, ...rest } = one
    return rest
  })
}

/** Set the quantity of the standards in the wells; null removes it. */
export function setQuantity(
  layout: Layout,
  wells: readonly string[],
  quantity: number | null,
): Layout {
  const touched = new Set(ownersOf(layout, wells).map(({ uuid }) => uuid))
  return layout.map((one) => {
    if (!touched.has(one.uuid) || one.sample_type !== 'standard') return one
    const { quantity: _, ...rest } = one
    return quantity !== null && quantity > 0 ? { ...rest, quantity } : rest
  })
}

/**
 * Set the reaction mix of wells. A sample has one mix for all its wells, so that one with other wells too becomes two
 * entries of its name, as the protocol's wells per type count them.
 */
export function setWellType(
  layout: Layout,
  wells: readonly string[],
  well_type: string,
  newId: () => string,
): Layout {
  let after = layout
  for (const owner of ownersOf(layout, wells)) {
    const moved = owner.coordinates.filter((well) => wells.includes(well))
    const twin = after.find(
      (one) =>
        one.uuid !== owner.uuid &&
        one.name === owner.name &&
        one.sample_type === owner.sample_type &&
        (one.well_type ?? '') === well_type,
    )
    if ((owner.well_type ?? '') === well_type) continue
    const whole = moved.length === owner.coordinates.length
    if (twin) {
      after = giveWells(after, twin.uuid, moved)
      if (whole) after = after.filter(({ uuid }) => uuid !== owner.uuid)
    } else if (whole) {
      after = after.map((one) => (one.uuid === owner.uuid ? withMix(one, well_type) : one))
    } else {
      const part = { ...withMix(owner, well_type), uuid: newId(), coordinates: moved }
      after = [...freeWells(after, moved), part]
    }
  }
  return after
}

function withMix(sample: Sample, well_type: string): Sample {
  const { well_type: _, ...rest } = sample
  return well_type === '' ? rest : { ...rest, well_type }
}

function holdsAll({ coordinates }: Sample, wells: readonly string[]): boolean {
  return wells.every((well) => coordinates.includes(well))
}
