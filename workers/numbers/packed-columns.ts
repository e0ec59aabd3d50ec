/** Columns of one length, four side by side: `[(group * length + row) * 4 + column of the group]`. */
export interface PackedColumns {
  length: number
  values: Float64Array
  /** Latest result of `measureParts`, one number per column, then zeros; overwritten by its next call. */
  parts: Float64Array
}

/** Columns that are read side by side. */
const side = 4

/** Lay columns of one length side by side for `measureParts`; the last group is filled up with zeros. */
export function packColumns(columns: readonly Float64Array[]): PackedColumns {
  const length = columns[0]?.length ?? 0
  const room = side * Math.ceil(columns.length / side)
  const values = new Float64Array(room * length)
  for (const [at, column] of columns.entries()) {
    const from = (at - (at % side)) * length + (at % side)
    for (let row = 0; row < length; row++) values[from + row * side] = column[row]!
  }
  return { length, values, parts: new Float64Array(room) }
}

/**
 * Return the scalar product of a vector and each column, to the bits of a plain loop over each. A sum waits for
 * each of its additions in turn, so four that do not wait for each other take the time of one.
 */
export function measureParts(
  vector: Float64Array,
  { length, values, parts }: PackedColumns,
): Float64Array {
  for (let group = 0; group < parts.length; group += side) {
    let first = 0
    let second = 0
    let third = 0
    let fourth = 0
    let at = group * length
    for (let row = 0; row < length; row++) {
      const factor = vector[row]!
      first += factor * values[at]!
      second += factor * values[at + 1]!
      third += factor * values[at + 2]!
      fourth += factor * values[at + 3]!
      at += side
    }
    parts[group] = first
    parts[group + 1] = second
    parts[group + 2] = third
    parts[group + 3] = fourth
  }
  return parts
}
