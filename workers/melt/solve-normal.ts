/**
 * Solve the normal equations of a small least-squares fit in place, by Gauss-Jordan elimination;
 * they are positive definite, so no pivot is sought.
 * @param system rows of `size` coefficients and the right-hand side, which the solution replaces.
 */
export function solveNormal(system: Float64Array, size: number): void {
  const columns = size + 1
  for (let pivot = 0; pivot < size; pivot++) {
    const inverse = 1 / system[pivot * columns + pivot]!
    for (let b = pivot; b < columns; b++) system[pivot * columns + b]! *= inverse
    for (let a = 0; a < size; a++) {
      if (a === pivot) continue
      const factor = system[a * columns + pivot]!
      for (let b = pivot; b < columns; b++) {
        system[a * columns + b]! -= factor * system[pivot * columns + b]!
      }
    }
  }
}
