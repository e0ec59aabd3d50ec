import { cartridges, type CartridgeName } from '../../domain/catalog/cartridges.ts'
import type { Sample, SampleType } from '../../domain/entities/analysis.ts'
import { wellIndex } from '../../domain/rules/well.ts'

/** Samples of a cartridge while they are being laid out. Steps give a new layout and never change one. */
export type Layout = readonly Sample[]

export interface SampleFacts {
  name: string
  sample_type: SampleType
  quantity?: number | undefined
}

/** List the samples that fill any of the wells, in the order of the layout. */
export function ownersOf(layout: Layout, wells: readonly string[]): Sample[] {
  return layout.filter(({ coordinates }) => coordinates.some((well) => wells.includes(well)))
}

/**
 * Put one sample into all the wells. A sample of that name and type that is there already takes them as
 * replicates. What the wells held before gives way; a sample left without a well goes.
 */
export function fillOne(
  layout: Layout,
  wells: readonly string[],
  facts: SampleFacts,
  newId: () => string,
): Layout {
  if (wells.length === 0) return layout
  const same = layout.find(
    (one) => one.name === facts.name && one.sample_type === facts.sample_type,
  )
  const cleared = takeWells(layout, wells, same?.uuid)
  if (!same) return [...cleared, makeSample(facts, [...wells], newId())]
  return cleared.map((one) =>
    one.uuid === same.uuid
      ? { ...one, ...quantityOf(facts), coordinates: [...one.coordinates, ...wells] }
      : one,
  )
}

/** Put a sample of its own into each well, named by counting on from `facts.name`. */
export function fillEach(
  layout: Layout,
  wells: readonly string[],
  facts: SampleFacts,
  newId: () => string,
): Layout {
  const kept = takeWells(layout, wells)
  const names = countNames(facts.name, wells.length, new Set(kept.map(({ name }) => name)))
  const added = wells.map((well, at) =>
    makeSample({ ...facts, name: names[at] ?? facts.name }, [well], newId()),
  )
  return [...kept, ...added]
}

/** Empty the wells; remove a sample that was only in them. */
export function clearWells(layout: Layout, wells: readonly string[]): Layout {
  return takeWells(layout, wells)
}

/** Give every sample that fills one of the wells another type. */
export function changeTypes(
  layout: Layout,
  wells: readonly string[],
  sample_type: SampleType,
): Layout {
  const touched = new Set(ownersOf(layout, wells).map(({ uuid }) => uuid))
  return layout.map((one) => (touched.has(one.uuid) ? { ...one, sample_type } : one))
}

export function changeSample(
  layout: Layout,
  uuid: string,
  change: Partial<Pick<Sample, 'name' | 'sample_type'>>,
): Layout {
  return layout.map((one) => (one.uuid === uuid ? { ...one, ...change } : one))
}

export function removeSample(layout: Layout, uuid: string): Layout {
  return layout.filter((one) => one.uuid !== uuid)
}

/**
 * Fit the layout to another cartridge. Samples whose wells it lacks stay in the list without a well, so that nothing is
 * lost unseen; the layout check names them.
 */
export function fitCartridge(layout: Layout, cartridge: CartridgeName): Layout {
  const shape = cartridges[cartridge]
  return layout.map((one) => ({
    ...one,
    coordinates: one.coordinates.filter((well) => wellIndex(shape, well) >= 0),
  }))
}

/** Copy the samples of a layout, such as that of a protocol, which has no ids, and give them new ids. */
export function copyLayout(layout: readonly Omit<Sample, 'uuid'>[], newId: () => string): Layout {
  return layout.map((one) => ({ ...one, coordinates: [...one.coordinates], uuid: newId() }))
}

/**
 * Return `count` names that are not taken: a name that ends with a number counts on from it and keeps its zeros
 * (`F-26-007`, `F-26-008`), any other gets a number (`Swab 1`, `Swab 2`).
 */
export function countNames(name: string, count: number, taken: ReadonlySet<string>): string[] {
  const match = /^(.*?)(\d+)$/.exec(name)
  const stem = match?.[1] ?? `${name} `
  const width = match?.[2]?.length ?? 1
  let next = Number(match?.[2] ?? 1)
  const names: string[] = []
  while (names.length < count) {
    const one = `${stem}${String(next).padStart(width, '0')}`
    if (!taken.has(one)) names.push(one)
    next += 1
  }
  return names
}

function takeWells(layout: Layout, wells: readonly string[], keep?: string): Layout {
  return layout.flatMap((one) => {
    if (!one.coordinates.some((well) => wells.includes(well))) return one
    const coordinates = one.coordinates.filter((well) => !wells.includes(well))
    return coordinates.length > 0 || one.uuid === keep ? { ...one, coordinates } : []
  })
}

function makeSample(facts: SampleFacts, coordinates: string[], uuid: string): Sample {
  return {
    uuid,
    name: facts.name,
    sample_type: facts.sample_type,
    coordinates,
    ...quantityOf(facts),
  }
}

function quantityOf({ quantity, sample_type }: SampleFacts): { quantity?: number } {
  return quantity !== undefined && sample_type === 'standard' ? { quantity } : {}
}
