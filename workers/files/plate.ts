import type { PlateShape } from './imported-run.ts'

/** Common plates, smallest first. */
const commonPlates = [
  { rows: 8, columns: 12 },
  { rows: 16, columns: 24 },
  { rows: 32, columns: 48 },
  { rows: 72, columns: 72 },
] as const

export interface WellPosition {
  /** From 0. */
  row: number
  column: number
}

/** Name of a well: letters and a number, such as `A1` or `AF48`, or its number alone in a rotor. */
export function nameWell(plate: PlateShape, well: number): string {
  if (plate.labels === 'numbers') return String(well + 1)
  const row = Math.floor(well / plate.columns)
  return `${nameRow(row)}${(well % plate.columns) + 1}`
}

function nameRow(row: number): string {
  const letter = String.fromCharCode(65 + (row % 26))
  return row < 26 ? letter : nameRow(Math.floor(row / 26) - 1) + letter
}

/** Position of a name such as `A1`, `A01`, `a1` or `AF48`; null for anything else. */
export function parseWell(name: string): WellPosition | null {
  const [, letters, digits] = /^([A-Za-z]{1,2})0{0,3}([1-9]\d{0,3})$/.exec(name.trim()) ?? []
  if (letters === undefined || digits === undefined) return null
  let row = 0
  for (const letter of letters.toUpperCase()) row = row * 26 + letter.charCodeAt(0) - 64
  return { row: row - 1, column: Number(digits) - 1 }
}

/** Smallest common plate that holds all positions, or one that just holds them. */
export function assumePlate(positions: readonly WellPosition[]): PlateShape {
  let [rows, columns] = [1, 1]
  for (const position of positions) {
    rows = Math.max(rows, position.row + 1)
    columns = Math.max(columns, position.column + 1)
  }
  const common = commonPlates.find((plate) => plate.rows >= rows && plate.columns >= columns)
  return { ...(common ?? { rows, columns }), labels: 'letters' }
}
