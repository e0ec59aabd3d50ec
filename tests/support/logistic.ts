import { exp } from '../../workers/numbers/exp.ts'

export interface LogisticRow {
  values: readonly number[]
  positive: boolean
  weight: number
}

/**
 * Fit a logistic regression by Newton's method with a slight ridge (on everything but the intercept, which comes last)
 * that keeps it finite if the classes are separable. Values should be of size 1.
 */
export function fitLogistic(rows: readonly LogisticRow[], ridge = 1): number[] {
  const size = (rows[0]?.values.length ?? 0) + 1
  let weights = Array.from({ length: size }, () => 0)
  for (let round = 0; round < 50; round++) {
    const gradient = weights.map((weight, i) => (i < size - 1 ? -ridge * weight : 0))
    const hessian = weights.map((_, i) =>
      weights.map((__, j) => (i === j && i < size - 1 ? ridge : 0)),
    )
    for (const { values, positive, weight } of rows) {
      const x = [...values, 1]
      const chance = 1 / (1 + exp(-dot(weights, x)))
      const pull = weight * ((positive ? 1 : 0) - chance)
      const spread = weight * chance * (1 - chance)
      for (let i = 0; i < size; i++) {
        gradient[i]! += pull * x[i]!
        for (let j = 0; j < size; j++) hessian[i]![j]! += spread * x[i]! * x[j]!
      }
    }
    const step = solve(hessian, gradient)
    weights = weights.map((weight, i) => weight + step[i]!)
    if (Math.max(...step.map(Math.abs)) < 1e-9) break
  }
  return weights
}

function dot(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, value, i) => sum + value * other[i]!, 0)
}

/** Solve a small positive definite system by Gauss-Jordan elimination. */
function solve(matrix: number[][], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i]!])
  for (const [i, pivot] of rows.entries()) {
    for (const [j, row] of rows.entries()) {
      if (i === j) continue
      const factor = row[i]! / pivot[i]!
      for (let k = i; k < row.length; k++) row[k]! -= factor * pivot[k]!
    }
  }
  return rows.map((row, i) => row.at(-1)! / row[i]!)
}
