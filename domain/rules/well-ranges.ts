import type { CartridgeType } from '../catalog/cartridges.ts'
import { wellIndex, wellName } from './well.ts'

type Shape = Pick<CartridgeType, 'rows' | 'columns'>

interface Block {
  /** First and last row and column, all counted from 0. */
  top: number
  bottom: number
  left: number
  right: number
}

/**
 * Write wells in short: neighbours of a row as a range, rows of the same range as a block (`A1–A6, C1:D12, H5`).
 * Unknown names are left out.
 */
export function writeWells(wells: readonly string[], shape: Shape): string {
  const indexes = wells
    .map((well) => wellIndex(shape, well))
    .filter((index) => index >= 0)
    .sort((a, b) => a - b)
  return joinRows(findRuns(indexes, shape.columns))
    .map((block) => writeBlock(block, shape))
    .join(', ')
}

/** Stretch of neighbours inside each row. */
function findRuns(indexes: readonly number[], columns: number): Block[] {
  const runs: Block[] = []
  for (const index of indexes) {
    const row = Math.floor(index / columns)
    const column = index % columns
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

function writeBlock({ top, bottom, left, right }: Block, shape: Shape): string {
  const from = wellName(shape, top * shape.columns + left)
  const to = wellName(shape, bottom * shape.columns + right)
  if (from === to) return from
  return `${from}${top === bottom ? '–' : ':'}${to}`
}

/** List the names of the wells at these indexes, in reading order. */
export function namesOf(indexes: ReadonlySet<number>, shape: Shape): string[] {
  return [...indexes].sort((a, b) => a - b).map((index) => wellName(shape, index))
}
