import {
  createMatrix,
  decompose,
  invertDecomposed,
  type Decomposition,
  type Matrix,
} from '../numbers/linear-system.ts'
import {
  describePlaces,
  findUsable,
  type PlatePlaces,
  type PlateValues,
  type PositionPattern,
} from './plate-places.ts'

/** Places are of size 1: what is smaller is left of a pattern that the groups have taken up. */
export const rounding = 1e-9

/** The columns of some patterns side by side, and what least squares on them needs. */
export interface PlaceDesign {
  columns: readonly Float64Array[]
  design: Matrix
  decomposition: Decomposition
  inverse: Matrix
}

/** Places of the wells that count, with the designs by the names of their patterns. */
export interface PlaceLayout extends PlatePlaces {
  designs: Map<string, PlaceDesign>
}

/**
 * Layouts of the latest plates. They depend on the places of the wells and on their replicates, not on their readings:
 * the targets of a plate share one, and so does every step of a dragged threshold.
 */
const layouts = new Map<string, PlaceLayout>()
/** Each may take some 100 kB. */
const mostLayouts = 16

/** Return the layout of a plate's wells with a value. */
export function findLayout(plate: PlateValues): PlaceLayout {
  const wells = findUsable(plate)
  const numbers = wells.map((well) => `${well}:${plate.groups[well]}`)
  const key = `${plate.rows} ${plate.columns} ${numbers.join()}`
  const known = layouts.get(key)
  if (known) return known
  if (layouts.size >= mostLayouts) layouts.clear()
  const layout = { ...describePlaces(plate, wells), designs: new Map<string, PlaceDesign>() }
  layouts.set(key, layout)
  return layout
}

/** Return the design of some patterns, in their order. */
export function designOf(
  { places, wells, designs }: PlaceLayout,
  patterns: readonly PositionPattern[],
): PlaceDesign {
  const name = patterns.join(' ')
  const known = designs.get(name)
  if (known) return known
  const columns = patterns.flatMap((pattern) => places[pattern])
  const design = stack(wells.length, columns)
  const decomposition = decompose(design)
  const inverse = invertDecomposed(decomposition, rounding)
  const made = { columns, design, decomposition, inverse }
  designs.set(name, made)
  return made
}

/** Put columns side by side, with rows of zeros if there are fewer wells than columns. */
function stack(length: number, columns: readonly Float64Array[]): Matrix {
  const matrix = createMatrix(Math.max(length, columns.length), columns.length)
  for (const [at, column] of columns.entries()) {
    for (let row = 0; row < length; row++) matrix.values[row * columns.length + at] = column[row]!
  }
  return matrix
}
