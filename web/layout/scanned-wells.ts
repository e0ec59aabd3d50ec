import type { Sample } from '../../domain/entities/analysis.ts'
import type { Layout } from '../state/draft-steps.ts'
import { nextEmptyWell } from '../state/layout-steps/unplaced.ts'
import { type Direction, listWells, orderWells, type Shape } from '../state/layout-steps/wells.ts'

/** Places of the layout that the protocol brought. */
export type PlannedWells = readonly Pick<Sample, 'name' | 'coordinates'>[]

/**
 * Return the sample that a scan into a well replaces only when somebody says so: a control, and a name that was scanned,
 * typed, pasted or imported. Null for an empty well, and for a place that the protocol keeps for a sample.
 */
export function heldSample(layout: Layout, well: string, planned: PlannedWells): Sample | null {
  const owner = layout.find(({ coordinates }) => coordinates.includes(well))
  if (owner === undefined) return null
  const isPlace = planned.some(
    ({ name, coordinates }) => name === owner.name && coordinates.includes(well),
  )
  return isPlace && owner.sample_type === 'unknown' ? null : owner
}

/**
 * Return the next well for a scan, in the order of filling: an empty one, and on a plate without empty ones the next
 * place that the protocol keeps for a sample. Null when none is left.
 */
export function nextWellToScan(
  layout: Layout,
  after: string,
  shape: Shape,
  direction: Direction,
  { planned, passed }: { planned: PlannedWells; passed: ReadonlySet<string> },
): string | null {
  const empty = nextEmptyWell(layout, after, shape, direction, passed)
  if (empty !== null) return empty
  const all = listWells(shape, direction)
  const [from] = orderWells([after], shape, direction)
  const at = from === undefined ? -1 : all.indexOf(from)
  const turned = [...all.slice(at + 1), ...all.slice(0, Math.max(0, at))]
  const isOpen = (well: string) => !passed.has(well) && heldSample(layout, well, planned) === null
  return turned.find(isOpen) ?? null
}
