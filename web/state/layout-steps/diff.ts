import type { Sample } from '../../../domain/entities/analysis.ts'
import { wellIndex } from '../../../domain/rules/well.ts'
import type { Layout } from '../draft-steps.ts'
import { mapOwners, type Shape } from './wells.ts'

export type WellChange = 'new' | 'changed' | 'gone'

/** Changes that a step would make, for its preview. */
export interface LayoutDiff {
  /** By index of the well; wells that stay are not in it. */
  wells: ReadonlyMap<number, WellChange>
  /** Samples that have a well before and none after. */
  unplaced: readonly Sample[]
}

/** Compare two layouts by their wells on the plate. */
export function diffLayouts(before: Layout, after: Layout, shape: Shape): LayoutDiff {
  const [old, next] = [mapOwners(before), mapOwners(after)]
  const wells = new Map<number, WellChange>()
  for (const well of new Set([...old.keys(), ...next.keys()])) {
    const index = wellIndex(shape, well)
    if (index < 0) continue
    const [was, is] = [old.get(well), next.get(well)]
    if (!was) wells.set(index, 'new')
    else if (!is) wells.set(index, 'gone')
    else if (!looksSame(was, is)) wells.set(index, 'changed')
  }
  const had = new Set(before.filter(({ coordinates }) => coordinates.length > 0).map(idOf))
  const unplaced = after.filter((one) => one.coordinates.length === 0 && had.has(one.uuid))
  return { wells, unplaced }
}

function looksSame(a: Sample, b: Sample): boolean {
  return (
    a.name === b.name &&
    a.sample_type === b.sample_type &&
    a.quantity === b.quantity &&
    (a.well_type ?? '') === (b.well_type ?? '')
  )
}

function idOf({ uuid }: Sample): string {
  return uuid
}
