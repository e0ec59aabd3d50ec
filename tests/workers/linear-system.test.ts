import { expect, test } from 'vitest'
import {
  conditionOf,
  decompose,
  matrixOf,
  multiply,
  pseudoInverse,
  solveLeastSquares,
  transpose,
} from '../../workers/numbers/linear-system.ts'

const rounded = (values: Iterable<number>) =>
  [...values].map((value) => Number(value.toFixed(12)) + 0)

test('singular values of a known matrix', () => {
  const { u, singular, v } = decompose(
    matrixOf([
      [3, 0],
      [4, 5],
    ]),
  )
  expect(rounded(singular)).toEqual(rounded([Math.sqrt(45), Math.sqrt(5)]))
  const scaled = matrixOf([
    [singular[0]!, 0],
    [0, singular[1]!],
  ])
  expect(rounded(multiply(multiply(u, scaled), transpose(v)).values)).toEqual([3, 0, 4, 5])
})

test('pseudo-inverse of tall, wide and rank-poor matrices', () => {
  const tall = matrixOf([
    [1, 2],
    [3, 4],
    [5, 6],
  ])
  expect(rounded(multiply(pseudoInverse(tall), tall).values)).toEqual([1, 0, 0, 1])
  const wide = transpose(tall)
  expect(rounded(multiply(wide, pseudoInverse(wide)).values)).toEqual([1, 0, 0, 1])
  // Expect a quarter of [[1, 1], [1, 1]] itself as its inverse of least length.
  expect(
    rounded(
      pseudoInverse(
        matrixOf([
          [1, 1],
          [1, 1],
        ]),
      ).values,
    ),
  ).toEqual([0.25, 0.25, 0.25, 0.25])
})

test('least squares: a line through three points', () => {
  const solution = solveLeastSquares(
    matrixOf([
      [1, 1],
      [1, 2],
      [1, 3],
    ]),
    matrixOf([[1], [2], [2]]),
  )
  expect(rounded(solution.values)).toEqual(rounded([2 / 3, 0.5]))
})

test('condition number, infinite for a singular matrix', () => {
  expect(
    conditionOf(
      matrixOf([
        [2, 0],
        [0, 1],
      ]),
    ),
  ).toBe(2)
  expect(
    conditionOf(
      matrixOf([
        [1, 2],
        [2, 4],
      ]),
    ),
  ).toBeGreaterThan(1e15)
})
