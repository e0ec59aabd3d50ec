import { canonicalJson } from '../../../domain/canonical.ts'
import type { SampleOrder } from '../../../domain/entities/sample-order.ts'
import { wellIndex } from '../../../domain/rules/well.ts'
import { type ListWish, sameKey, type TakenRow, type UnkeptSample } from './list-wish.ts'

/** Return the cartridge as it would be with these rows, without changing the arguments. */
export function placeSamples(
  { type, settings, target }: ListWish,
  taken: readonly TakenRow[],
): UnkeptSample[] {
  const placed = type === 'names' ? pickSamples(target, taken) : makeSamples(taken)
  const wells = placed.flatMap(({ coordinates }) => coordinates)
  // Place names without wells beside the controls and standards, which the protocol has placed.
  const cleaned =
    type === 'fill' ? target.present.filter(({ sample_type }) => sample_type !== 'unknown') : []
  const present = settings.clean_cartridge ? cleaned : target.present
  return [...freeWells(present, wells), ...placed]
}

/** Make samples: rows with the same description are replicates. */
function makeSamples(taken: readonly TakenRow[]): UnkeptSample[] {
  const made = new Map<string, UnkeptSample>()
  for (const { sample, wells } of taken) {
    if (!sample) continue
    const { name, sample_type, well_type, quantity } = sample
    const key = JSON.stringify([name, sample_type, well_type, quantity])
    const known = made.get(key)
    if (known) {
      known.coordinates.push(...wells.filter((well) => !known.coordinates.includes(well)))
      if (sample.orders) known.orders = addOnce(known.orders ?? [], sample.orders)
    } else made.set(key, { ...sample, coordinates: [...wells] })
  }
  return [...made.values()]
}

/** Add orders that are not there yet: a message that was sent twice orders a test once. */
function addOnce(orders: readonly SampleOrder[], more: readonly SampleOrder[]): SampleOrder[] {
  const known = new Set(orders.map((order) => canonicalJson(order)))
  return [...orders, ...more.filter((order) => !known.has(canonicalJson(order)))]
}

/** Return the samples of the layout that the rows name, unchanged. */
function pickSamples(target: ListWish['target'], taken: readonly TakenRow[]): UnkeptSample[] {
  const named = new Set(taken.map(({ name }) => sameKey(name)))
  return target.predefined
    .filter(({ name }) => named.has(sameKey(name)))
    .map((one) => ({
      ...one,
      coordinates: one.coordinates.filter((well) => wellIndex(target.shape, well) >= 0),
    }))
}

/** Take wells away from samples; remove a sample that was only in them. */
function freeWells(samples: readonly UnkeptSample[], wells: readonly string[]): UnkeptSample[] {
  return samples.flatMap((one) => {
    if (!one.coordinates.some((well) => wells.includes(well))) return [one]
    const coordinates = one.coordinates.filter((well) => !wells.includes(well))
    return coordinates.length > 0 ? [{ ...one, coordinates }] : []
  })
}
