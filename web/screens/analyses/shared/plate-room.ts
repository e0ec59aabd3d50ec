import type { CSSProperties } from 'react'
import type { CartridgeType } from '../../../../domain/catalog/cartridges.ts'

/** Room for a well: a cartridge of few wells gets larger ones, so that every plate fills its place. */
export function plateRoom({ columns }: Pick<CartridgeType, 'columns'>): CSSProperties {
  if (columns > 6) return {}
  const room = columns <= 4 ? 72 : 56
  return { '--well': `${room}px` } as CSSProperties
}
