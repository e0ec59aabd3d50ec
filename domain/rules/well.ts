import type { CartridgeType } from '../catalog/cartridges.ts'

type Shape = Pick<CartridgeType, 'rows' | 'columns'>

/** Name of the well at an index counted along rows from 0, such as `A1`. */
export function wellName(shape: Shape, index: number): string {
  return `${rowLetter(Math.floor(index / shape.columns))}${(index % shape.columns) + 1}`
}

/** Index of a well by name, or -1 when the cartridge has no such well. */
export function wellIndex(shape: Shape, name: string): number {
  const [, letters, digits] = /^([A-Z]{1,2})([1-9]\d?)$/.exec(name) ?? []
  if (letters === undefined) return -1
  const row = [...letters].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0) - 1
  const column = Number(digits) - 1
  return row < shape.rows && column < shape.columns ? row * shape.columns + column : -1
}

/** Return the letters of a row, counted from 0: `A` to `Z`, then `AA`, `AB` and so on. */
export function rowLetter(row: number): string {
  const letter = String.fromCharCode(65 + (row % 26))
  return row < 26 ? letter : rowLetter(Math.floor(row / 26) - 1) + letter
}
