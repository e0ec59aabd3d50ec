import { findMedian } from '../numbers/median.ts'

/** A plate taken apart into what all wells share, what a row or column adds, and the rest. */
export interface PolishedPlate {
  overall: number
  rows: number[]
  columns: number[]
  /** `[row * columns + column]`, NaN for an empty well. */
  residuals: Float64Array
}

const mostRounds = 20

/**
 * Median polish (Tukey 1977): medians of rows and columns are taken off in turn until nothing changes.
 * A few wild wells stay in the residuals instead of bending their row and column. `values` is
 * `[row * columns + column]`, NaN for an empty well; an empty row or column adds 0.
 */
export function polishPlate(
  values: Float64Array,
  rowCount: number,
  columnCount: number,
): PolishedPlate {
  const residuals = values.slice()
  const rows = Array.from({ length: rowCount }, () => 0)
  const columns = Array.from({ length: columnCount }, () => 0)
  let overall = 0
  for (let round = 0; round < mostRounds; round++) {
    const fromRows = takeMedians(
      residuals,
      rows,
      (line, at) => line * columnCount + at,
      columnCount,
    )
    const fromColumns = takeMedians(
      residuals,
      columns,
      (line, at) => at * columnCount + line,
      rowCount,
    )
    overall += centre(rows) + centre(columns)
    if (!(fromRows + fromColumns > 0)) break
  }
  return { overall, rows, columns, residuals }
}

/** Moves the median of each line from the residuals to the line's effect; returns how much moved. */
function takeMedians(
  residuals: Float64Array,
  effects: number[],
  indexOf: (line: number, at: number) => number,
  length: number,
): number {
  let moved = 0
  for (let line = 0; line < effects.length; line++) {
    const cells = Array.from({ length }, (_, at) => indexOf(line, at))
    const median = findMedian(cells.map((cell) => residuals[cell]!))
    if (!(Math.abs(median) > 0)) continue
    for (const cell of cells) residuals[cell] = residuals[cell]! - median
    effects[line] = effects[line]! + median
    moved += Math.abs(median)
  }
  return moved
}

/** Makes the median effect 0 and returns what it was. */
function centre(effects: number[]): number {
  const median = findMedian(effects)
  for (const [i, effect] of effects.entries()) effects[i] = effect - median
  return median === median ? median : 0
}
