import type { CartridgeType } from '../catalog/cartridges.ts'

type Shape = Pick<CartridgeType, 'rows' | 'columns'>

/** Name of the well at an index counted along rows from 0, such as `A1`. */
export function wellName(shape: Shape, index: number): string {
  return `${rowLetter(Math.floor(index / shape.columns))}${(index % shape.columns) + 1}`
}

/** Index of a well by name, or -1 when the cartridge has no such well. */
export function wellIndex(shape: Shape, name: string): number {
  const row = name.charCodeAt(0) - 65
  const column = Number(name.slice(1)) - 1
  const inside = row >= 0 && row < shape.rows && column >= 0 && column < shape.columns
  return inside && Number.isInteger(column) ? row * shape.columns + column : -1
}

export function rowLetter(row: number): string {
  return String.fromCharCode(65 + row)
}
