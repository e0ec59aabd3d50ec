import type { CSSProperties } from 'react'
import type { CartridgeType } from '../../../domain/catalog/cartridges.ts'

/** Width of the frame of a panel and of the letters beside the wells, in px. */
const besideWells = 70

/** Least width of a well in px. */
const leastWell = 18

/**
 * Return the room for a plate: a cartridge of few wells gets larger ones and a plate of many smaller ones, so that every plate
 * fills its place beside the curves, and the parts under the plate are as wide as it. `width`, in px, is that of a panel that a
 * person has set. The glove density keeps its own size.
 */
export function plateRoom(
  { columns }: Pick<CartridgeType, 'columns'>,
  width: number | null = null,
): CSSProperties {
  if (width !== null) {
    const well = `${Math.max(leastWell, Math.floor((width - besideWells) / columns))}px`
    return { '--well': well, '--well-least': `min(${well}, 22px)` } as CSSProperties
  }
  const room = columns <= 4 ? '72px' : columns <= 6 ? '56px' : null
  const small = columns > 24 ? 'var(--well-tiny)' : columns > 12 ? 'var(--well-small)' : null
  return {
    ...(room ? { '--well': room } : {}),
    ...(small ? { '--well': small, '--well-least': small } : {}),
    maxInlineSize: `calc(60px + ${columns} * var(--well))`,
  } as CSSProperties
}
