/** Values of a plate, such as Cq, and which wells hold the same. */
export interface PlateValues {
  rows: number
  columns: number
  /** `[row * columns + column]`, NaN for none. */
  values: Float64Array
  /** Wells of the same number should read alike (replicates); -1 leaves a well out. */
  groups: Int32Array
}

export type PositionPattern =
  /** Outermost wells against the others. */
  | 'edge'
  /** From the first row to the last, from the first column to the last. */
  | 'row_gradient'
  | 'column_gradient'
  /** Single rows or columns that differ, as a bad pipette channel or heater zone makes them. */
  | 'rows'
  | 'columns'

/** Places of the wells, relative to the mean of their group of replicates. */
export interface PlatePlaces {
  /** Wells that count. */
  wells: readonly number[]
  /** Number of their groups. */
  groups: number
  /** Columns of one number per well for each pattern. */
  places: Record<PositionPattern, Float64Array[]>
}

/** Return every pattern as columns for least squares, relative to the groups. `wells` are those that count. */
export function describePlaces(plate: PlateValues, wells: readonly number[]): PlatePlaces {
  const column = (value: (well: number) => number) => centreByGroup(plate, wells, value)
  return {
    wells,
    groups: new Set(wells.map((well) => plate.groups[well]!)).size,
    places: {
      edge: [column((well) => (isEdge(plate, well) ? 1 : 0))],
      row_gradient: [column((well) => place(rowOf(plate, well), plate.rows))],
      column_gradient: [column((well) => place(columnOf(plate, well), plate.columns))],
      rows: lines(plate.rows).map((row) => column((well) => (rowOf(plate, well) === row ? 1 : 0))),
      columns: lines(plate.columns).map((line) =>
        column((well) => (columnOf(plate, well) === line ? 1 : 0)),
      ),
    },
  }
}

/** With fewer wells on either side an edge is a single well. */
const leastSide = 2

const lines = (count: number) => Array.from({ length: count }, (_, i) => i)
const rowOf = ({ columns }: PlateValues, well: number) => Math.floor(well / columns)
const columnOf = ({ columns }: PlateValues, well: number) => well % columns
/** 0 for the first line, 1 for the last. */
const place = (line: number, count: number) => line / Math.max(1, count - 1)

function isEdge(plate: PlateValues, well: number): boolean {
  const row = rowOf(plate, well)
  const column = columnOf(plate, well)
  return row === 0 || column === 0 || row === plate.rows - 1 || column === plate.columns - 1
}

/** Return true if enough wells are on the edge and inside. */
export function hasTwoSides(plate: PlateValues, wells: readonly number[]): boolean {
  const edge = wells.filter((well) => isEdge(plate, well)).length
  return edge >= leastSide && wells.length - edge >= leastSide
}

/** Return wells with a value whose group has another: a single well shows nothing about its place. */
export function findUsable({ values, groups }: PlateValues): number[] {
  const counts = new Map<number, number>()
  const known = [...values.keys()].filter(
    (well) => Number.isFinite(values[well]) && groups[well]! >= 0,
  )
  for (const well of known) counts.set(groups[well]!, (counts.get(groups[well]!) ?? 0) + 1)
  return known.filter((well) => counts.get(groups[well]!)! > 1)
}

/** Return the value of each well over the mean of its group. */
export function centreByGroup(
  { groups }: PlateValues,
  wells: readonly number[],
  value: (well: number) => number,
): Float64Array {
  const sums = new Map<number, { sum: number; count: number }>()
  for (const well of wells) {
    const { sum, count } = sums.get(groups[well]!) ?? { sum: 0, count: 0 }
    sums.set(groups[well]!, { sum: sum + value(well), count: count + 1 })
  }
  return Float64Array.from(wells, (well) => {
    const { sum, count } = sums.get(groups[well]!)!
    return value(well) - sum / count
  })
}
