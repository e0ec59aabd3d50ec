import type { CartridgeType } from '../catalog/cartridges.ts'
import { rowLetter, wellIndex, wellName } from './well.ts'

type Shape = Pick<CartridgeType, 'rows' | 'columns'>

interface Block {
  /** First and last row and column, all counted from 0. */
  top: number
  bottom: number
  left: number
  right: number
}

/** Row and column of a well, counted from 0. */
interface Place {
  row: number
  column: number
}

/** Write wells in short, as `writePlaces` does. Unknown names are left out. */
export function writeWells(wells: readonly string[], shape: Shape): string {
  const places = wells
    .map((well) => wellIndex(shape, well))
    .filter((index) => index >= 0)
    .map((index) => ({ row: Math.floor(index / shape.columns), column: index % shape.columns }))
  return writePlaces(places).join(', ')
}

/** Write wells in short: neighbours of a row as a range, rows of the same range as a block (`A1–A6`, `C1:D12`, `H5`). */
export function writePlaces(places: readonly Place[]): string[] {
  const sorted = places.toSorted((a, b) => a.row - b.row || a.column - b.column)
  return joinRows(findRuns(sorted)).map(writeBlock)
}

/** Stretch of neighbours inside each row. */
function findRuns(places: readonly Place[]): Block[] {
  const runs: Block[] = []
  for (const { row, column } of places) {
    const last = runs.at(-1)
    if (last && last.top === row && last.right === column - 1) last.right = column
    else runs.push({ top: row, bottom: row, left: column, right: column })
  }
  return runs
}

/** Stretch of the same columns in rows that follow each other, as one block each. */
function joinRows(runs: readonly Block[]): Block[] {
  const blocks: Block[] = []
  for (const run of runs) {
    const above = blocks.find(
      ({ bottom, left, right }) =>
        bottom === run.top - 1 && left === run.left && right === run.right,
    )
    if (above) above.bottom = run.bottom
    else blocks.push({ ...run })
  }
  return blocks
}

function writeBlock({ top, bottom, left, right }: Block): string {
  const from = `${rowLetter(top)}${left + 1}`
  const to = `${rowLetter(bottom)}${right + 1}`
  if (from === to) return from
  return `${from}${top === bottom ? '–' : ':'}${to}`
}

/** List the names of the wells at these indexes, in reading order. */
export function namesOf(indexes: ReadonlySet<number>, shape: Shape): string[] {
  return [...indexes].sort((a, b) => a - b).map((index) => wellName(shape, index))
}
