import type { CSSProperties } from 'react'
import type { CartridgeType } from '../../../../domain/catalog/cartridges.ts'

/**
 * Room for a plate: a cartridge of few wells gets larger ones, so that every plate fills its place, and what
 * stands under the plate is as wide as it.
 */
export function plateRoom({ columns }: Pick<CartridgeType, 'columns'>): CSSProperties {
  const room = columns <= 4 ? '72px' : columns <= 6 ? '56px' : null
  return {
    ...(room ? { '--well': room } : {}),
    maxInlineSize: `calc(60px + ${columns} * var(--well))`,
  } as CSSProperties
}
