import type { CSSProperties } from 'react'
import type { CartridgeType } from '../../../domain/catalog/cartridges.ts'

/**
 * Return the room for a plate: a cartridge of few wells gets larger ones and a plate of many smaller ones, so that every plate
 * fills its place beside the curves, and the parts under the plate are as wide as it. The glove density keeps its own size.
 */
export function plateRoom({ columns }: Pick<CartridgeType, 'columns'>): CSSProperties {
  const room = columns <= 4 ? '72px' : columns <= 6 ? '56px' : null
  const small = columns > 24 ? 'var(--well-tiny)' : columns > 12 ? 'var(--well-small)' : null
  return {
    ...(room ? { '--well': room } : {}),
    ...(small ? { '--well': small, '--well-least': small } : {}),
    maxInlineSize: `calc(60px + ${columns} * var(--well))`,
  } as CSSProperties
}
