/** A dense matrix, row by row: `values[row * columns + column]`. */
export interface Matrix {
  rows: number
  columns: number
  values: Float64Array
}

/** Thin singular value decomposition `a = u diag(singular) v^T`, for `rows >= columns`. */
export interface Decomposition {
  /** `rows x columns`, orthonormal columns; a column of a zero singular value is zero. */
  u: Matrix
  /** From the largest to the smallest. */
  singular: Float64Array
  /** `columns x columns`. */
  v: Matrix
}

const mostSweeps = 60
const tolerance = 1e-15

export function createMatrix(rows: number, columns: number): Matrix {
  return { rows, columns, values: new Float64Array(rows * columns) }
}

export function matrixOf(rows: readonly (readonly number[])[]): Matrix {
  const matrix = createMatrix(rows.length, rows[0]?.length ?? 0)
  for (const [at, row] of rows.entries()) matrix.values.set(row, at * matrix.columns)
  return matrix
}

export function transpose(matrix: Matrix): Matrix {
  const { rows, columns, values } = matrix
  const result = createMatrix(columns, rows)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      result.values[column * rows + row] = values[row * columns + column]!
    }
  }
  return result
}

export function multiply(left: Matrix, right: Matrix): Matrix {
  const result = createMatrix(left.rows, right.columns)
  if (right.columns === 1) return multiplyVector(left, right, result)
  for (let row = 0; row < left.rows; row++) {
    for (let inner = 0; inner < left.columns; inner++) {
      const factor = left.values[row * left.columns + inner]!
      for (let column = 0; column < right.columns; column++) {
        const at = row * right.columns + column
        result.values[at] =
          result.values[at]! + factor * right.values[inner * right.columns + column]!
      }
    }
  }
  return result
}

/** Multiply by a single column, whose sums need not go through memory. */
function multiplyVector({ rows, columns, values }: Matrix, right: Matrix, result: Matrix): Matrix {
  for (let row = 0; row < rows; row++) {
    let sum = 0
    const from = row * columns
    for (let inner = 0; inner < columns; inner++) {
      sum += values[from + inner]! * right.values[inner]!
    }
    result.values[row] = sum
  }
  return result
}

/**
 * Decompose a matrix into singular values by one-sided Jacobi rotations (Hestenes 1958; Demmel and Veselic 1992):
 * rotate pairs of columns until all are orthogonal. Accurate to the last digits for small matrices, and made of sums,
 * products and square roots only, so alike on every machine.
 */
export function decompose(matrix: Matrix): Decomposition {
  const { rows, columns } = matrix
  const turned = transpose(matrix).values
  const turns = createMatrix(columns, columns).values
  for (let i = 0; i < columns; i++) turns[i * columns + i] = 1
  for (let sweep = 0; sweep < mostSweeps; sweep++) {
    let changed = false
    for (let p = 0; p < columns - 1; p++) {
      for (let q = p + 1; q < columns; q++) {
        if (rotate(turned, turns, rows, columns, p, q)) changed = true
      }
    }
    if (!changed) break
  }
  return sortByLength(turned, turns, rows, columns)
}

/** Turn two columns (stored as rows) so that they are orthogonal; false when they already are. */
function rotate(
  turned: Float64Array,
  turns: Float64Array,
  rows: number,
  columns: number,
  p: number,
  q: number,
): boolean {
  let pp = 0
  let qq = 0
  let pq = 0
  for (let i = 0; i < rows; i++) {
    const a = turned[p * rows + i]!
    const b = turned[q * rows + i]!
    pp += a * a
    qq += b * b
    pq += a * b
  }
  if (!(Math.abs(pq) > tolerance * Math.sqrt(pp * qq))) return false
  const zeta = (qq - pp) / (2 * pq)
  const tangent = (zeta < 0 ? -1 : 1) / (Math.abs(zeta) + Math.sqrt(1 + zeta * zeta))
  const cosine = 1 / Math.sqrt(1 + tangent * tangent)
  turn(turned, p * rows, q * rows, rows, cosine, cosine * tangent)
  turn(turns, p * columns, q * columns, columns, cosine, cosine * tangent)
  return true
}

function turn(
  values: Float64Array,
  from: number,
  to: number,
  length: number,
  cosine: number,
  sine: number,
): void {
  for (let i = 0; i < length; i++) {
    const a = values[from + i]!
    const b = values[to + i]!
    values[from + i] = cosine * a - sine * b
    values[to + i] = sine * a + cosine * b
  }
}

function sortByLength(
  turned: Float64Array,
  turns: Float64Array,
  rows: number,
  columns: number,
): Decomposition {
  const lengths = Array.from({ length: columns }, (_, column) => {
    let sum = 0
    for (let i = 0; i < rows; i++) sum += turned[column * rows + i]! * turned[column * rows + i]!
    return Math.sqrt(sum)
  })
  const order = lengths.map((_, i) => i).sort((a, b) => lengths[b]! - lengths[a]! || a - b)
  const u = createMatrix(rows, columns)
  const v = createMatrix(columns, columns)
  for (const [at, column] of order.entries()) {
    const length = lengths[column]!
    for (let i = 0; i < rows; i++) {
      u.values[i * columns + at] = length > 0 ? turned[column * rows + i]! / length : 0
    }
    for (let i = 0; i < columns; i++) v.values[i * columns + at] = turns[column * columns + i]!
  }
  return { u, singular: Float64Array.from(order, (column) => lengths[column]!), v }
}

/** Return the largest over the smallest singular value; Infinity for a singular matrix. */
export function conditionOf(matrix: Matrix): number {
  const { singular } = decompose(matrix.rows < matrix.columns ? transpose(matrix) : matrix)
  const least = singular[singular.length - 1] ?? 0
  return least > 0 ? singular[0]! / least : Number.POSITIVE_INFINITY
}

/**
 * Return the Moore-Penrose inverse. Singular values below `cut` times the largest count as zero, so a direction the
 * matrix does not see adds nothing instead of noise.
 */
export function pseudoInverse(matrix: Matrix, cut = 1e-12): Matrix {
  if (matrix.rows < matrix.columns) return transpose(pseudoInverse(transpose(matrix), cut))
  return invertDecomposed(decompose(matrix), cut)
}

/** Return the Moore-Penrose inverse of a decomposed matrix; see `pseudoInverse`. */
export function invertDecomposed({ u, singular, v }: Decomposition, cut = 1e-12): Matrix {
  const size = singular.length
  const scaled = createMatrix(size, size)
  for (let column = 0; column < size; column++) {
    const value = singular[column]!
    if (!(value > cut * singular[0]!)) continue
    for (let row = 0; row < size; row++) {
      scaled.values[row * size + column] = v.values[row * size + column]! / value
    }
  }
  return multiply(scaled, transpose(u))
}

/**
 * Solve least squares: return the `columns x k` matrix x with the least |a x - b|, and the shortest of several. `a` is
 * `rows x columns`, `b` is `rows x k`.
 */
export function solveLeastSquares(a: Matrix, b: Matrix): Matrix {
  return multiply(pseudoInverse(a), b)
}
