import type { CartridgeType } from '../../../../domain/catalog/cartridges.ts'
import { wellIndex, wellName } from '../../../../domain/rules/well.ts'

type Shape = Pick<CartridgeType, 'rows' | 'columns'>

/** Wells in short: neighbours of a row as a range, `A1–A12, B3`. Unknown names are left out. */
export function writeWells(wells: readonly string[], shape: Shape): string {
  const indexes = wells
    .map((well) => wellIndex(shape, well))
    .filter((index) => index >= 0)
    .sort((a, b) => a - b)
  const parts: string[] = []
  for (let at = 0; at < indexes.length; ) {
    const first = indexes[at] as number
    let last = first
    const follows = (next: number | undefined) => next === last + 1 && next % shape.columns !== 0
    while (follows(indexes[at + 1])) {
      at += 1
      last = indexes[at] as number
    }
    at += 1
    const from = wellName(shape, first)
    if (last === first) parts.push(from)
    else parts.push(`${from}${last === first + 1 ? ', ' : '–'}${wellName(shape, last)}`)
  }
  return parts.join(', ')
}

/** Names of the wells at these indexes, in reading order. */
export function namesOf(indexes: ReadonlySet<number>, shape: Shape): string[] {
  return [...indexes].sort((a, b) => a - b).map((index) => wellName(shape, index))
}
