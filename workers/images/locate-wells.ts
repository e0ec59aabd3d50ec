import { findWells, type FoundWells } from './find-wells.ts'
import { readImage } from './read-image.ts'

/** A well in a picture, in parts of the picture's width and height (its radius: of the width). */
export interface LocatedWell {
  well: string
  x: number
  y: number
  radius: number
}

/**
 * Find the wells of a plate in a picture, lighter or darker than the plate. Return null if they are not found, or if
 * the picture's format cannot be read. Never guess: a plate may be turned or cut off.
 */
export function locateWells(
  bytes: Uint8Array,
  shape: { rows: number; columns: number },
): LocatedWell[] | null {
  const image = tryTo(() => readImage(bytes))
  if (!image) return null
  let best: FoundWells | null = null
  for (const wells of ['bright', 'dark'] as const) {
    const { rows, columns } = shape
    const found = tryTo(() => findWells(image, { rows, columns, wells }))
    if (found && (!best || found.seen > best.seen)) best = found
  }
  return (
    best?.regions.map(({ well, x, y, radius }) => ({
      well,
      x: x / image.original.width,
      y: y / image.original.height,
      radius: radius / image.original.width,
    })) ?? null
  )
}

function tryTo<Value>(work: () => Value): Value | null {
  try {
    return work()
  } catch {
    return null
  }
}
