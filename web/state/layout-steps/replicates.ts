import type { Layout } from '../draft-steps.ts'
import {
  freeWells,
  giveWells,
  mapOwners,
  type Outcome,
  placeOf,
  type Shape,
  wellAt,
} from './wells.ts'

/** Beside each other in the row, in the column, or the selected block as a whole again and again. */
export const arrangements = ['across', 'down', 'block'] as const
export type Arrangement = (typeof arrangements)[number]

interface Spot {
  uuid: string
  row: number
  column: number
}

/**
 * Fill `count` wells with each sample. Side by side, a sample keeps its first well if it is free and moves on if
 * another sample has taken it; as a block, the whole is repeated `count` times.
 */
export function replicate(
  layout: Layout,
  wells: readonly string[],
  count: number,
  arrangement: Arrangement,
  shape: Shape,
): Outcome {
  const spots = findSpots(layout, wells, shape)
  const laid =
    arrangement === 'block' ? repeatBlock(spots, count, shape) : spread(spots, count, arrangement)
  const freed = freeWells(layout, arrangement === 'block' ? [] : wells)
  let fallen = 0
  let after: Layout = freed
  for (const { uuid, row, column } of laid) {
    const well = wellAt(row, column, shape)
    if (well === null) fallen += 1
    else after = giveWells(after, uuid, [well])
  }
  return { layout: after, fallen }
}

function findSpots(layout: Layout, wells: readonly string[], shape: Shape): Spot[] {
  const owners = mapOwners(layout)
  return wells
    .flatMap((well) => {
      const owner = owners.get(well)
      const place = placeOf(well, shape)
      return owner && place ? { uuid: owner.uuid, ...place } : []
    })
    .sort((a, b) => a.row - b.row || a.column - b.column)
}

/** Spread each sample once, from its first well on, line by line. */
function spread(spots: readonly Spot[], count: number, along: 'across' | 'down'): Spot[] {
  const seen = new Set<string>()
  const free = new Map<number, number>()
  return spots.flatMap((spot) => {
    if (seen.has(spot.uuid)) return []
    seen.add(spot.uuid)
    const [line, at] = along === 'across' ? [spot.row, spot.column] : [spot.column, spot.row]
    const start = Math.max(at, free.get(line) ?? 0)
    free.set(line, start + count)
    return Array.from({ length: count }, (_, step) => ({
      uuid: spot.uuid,
      row: along === 'across' ? spot.row : start + step,
      column: along === 'across' ? start + step : spot.column,
    }))
  })
}

/** Repeat a block to the right if there is room, else downwards. */
function repeatBlock(spots: readonly Spot[], count: number, shape: Shape): Spot[] {
  const rows = spots.map(({ row }) => row)
  const columns = spots.map(({ column }) => column)
  const width = Math.max(...columns) - Math.min(...columns) + 1
  const height = Math.max(...rows) - Math.min(...rows) + 1
  const down =
    Math.min(...columns) + width * count > shape.columns &&
    Math.min(...rows) + height * count <= shape.rows
  return Array.from({ length: count }, (_, copy) =>
    spots.map(({ uuid, row, column }) => ({
      uuid,
      row: row + (down ? copy * height : 0),
      column: column + (down ? 0 : copy * width),
    })),
  ).flat()
}
