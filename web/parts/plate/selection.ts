/**
 * Choosing wells, as pure functions. A well is its index in reading order: row * columns + column.
 * Selections are never changed in place.
 */
export type PlateShape = { rows: number; columns: number }
export type Wells = ReadonlySet<number>

/** Effect of a click or a key on the earlier selection. */
export type SelectMode = 'replace' | 'add' | 'toggle'

/** List every well of the rectangle that has both wells as corners. */
export function listBlock(from: number, to: number, shape: PlateShape): number[] {
  const [top, bottom] = order(Math.floor(from / shape.columns), Math.floor(to / shape.columns))
  const [left, right] = order(from % shape.columns, to % shape.columns)
  const wells: number[] = []
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) wells.push(row * shape.columns + column)
  }
  return wells
}

export function listRow(row: number, shape: PlateShape): number[] {
  return listBlock(row * shape.columns, (row + 1) * shape.columns - 1, shape)
}

export function listColumn(column: number, shape: PlateShape): number[] {
  return listBlock(column, (shape.rows - 1) * shape.columns + column, shape)
}

export function listAll(shape: PlateShape): number[] {
  return listBlock(0, shape.rows * shape.columns - 1, shape)
}

/**
 * Return the selection after choosing `wells`. Toggling a group removes it only if all of it was selected, so that a
 * half-selected row becomes selected.
 */
export function selectWells(
  before: Wells,
  wells: readonly number[],
  mode: SelectMode,
): Set<number> {
  if (mode === 'replace') return new Set(wells)
  const after = new Set(before)
  const takeOut = mode === 'toggle' && wells.every((well) => before.has(well))
  for (const well of wells) {
    if (takeOut) after.delete(well)
    else after.add(well)
  }
  return after
}

export type Move = 'up' | 'down' | 'left' | 'right' | 'rowStart' | 'rowEnd' | 'first' | 'last'

/** Return the well one step on, stopping at the plate's edge. Left is column 1 in every language. */
export function moveWell(from: number, move: Move, shape: PlateShape): number {
  const { rows, columns } = shape
  const row = Math.floor(from / columns)
  const column = from % columns
  switch (move) {
    case 'up':
      return row > 0 ? from - columns : from
    case 'down':
      return row < rows - 1 ? from + columns : from
    case 'left':
      return column > 0 ? from - 1 : from
    case 'right':
      return column < columns - 1 ? from + 1 : from
    case 'rowStart':
      return row * columns
    case 'rowEnd':
      return (row + 1) * columns - 1
    case 'first':
      return 0
    case 'last':
      return rows * columns - 1
  }
}

/** Find the well nearest to a point given as shares (0 to 1) of the well area; outside is the edge. */
export function findWellAt(x: number, y: number, shape: PlateShape): number {
  const column = clamp(Math.floor(x * shape.columns), shape.columns)
  const row = clamp(Math.floor(y * shape.rows), shape.rows)
  return row * shape.columns + column
}

function clamp(value: number, count: number): number {
  return Math.min(count - 1, Math.max(0, value))
}

function order(a: number, b: number): [number, number] {
  return a < b ? [a, b] : [b, a]
}
