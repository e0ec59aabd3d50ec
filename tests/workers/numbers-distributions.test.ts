import { expect, test } from 'vitest'
import {
  chiSquareCdf,
  chiSquareTail,
  fCdf,
  fTail,
  normalCdf,
  normalQuantile,
  studentCdf,
  studentQuantile,
  studentTail,
} from '../../workers/numbers/distributions.ts'
import { erf, erfc } from '../../workers/numbers/error-function.ts'
import { logBeta, logGamma } from '../../workers/numbers/log-gamma.ts'
import { log1p } from '../../workers/numbers/log.ts'
import golden from '../fixtures/numbers/distributions.json' with { type: 'json' }

type Measured = (a: number, b: number, c: number) => number

/** Return the greatest distance from the golden values, relative to the value or to `floor` where that is less. */
function worst(rows: number[][], measured: Measured, floor = 0, fromEnd = 1): number {
  return rows.reduce((greatest, row) => {
    const value = row.at(-fromEnd)!
    const difference = Math.abs(measured(row[0]!, row[1]!, row[2]!) - value)
    return Math.max(greatest, difference === 0 ? 0 : difference / Math.max(Math.abs(value), floor))
  }, 0)
}

test.each<[string, number[][], Measured, number, number]>([
  ['logGamma', golden.logGamma, logGamma, 1, 1],
  ['logBeta', golden.logBeta, logBeta, 1, 1],
  ['erfc', golden.erfc, erfc, 0, 1],
  ['normalCdf', golden.normalCdf, normalCdf, 0, 1],
  ['normalQuantile', golden.normalQuantile, normalQuantile, 0, 1],
  ['studentTail', golden.studentTail, studentTail, 0, 1],
  ['studentQuantile', golden.studentQuantile, studentQuantile, 0, 1],
  ['fCdf', golden.f, fCdf, 0, 2],
  ['fTail', golden.f, fTail, 0, 1],
  ['chiSquareCdf', golden.chiSquare, chiSquareCdf, 0, 2],
  ['chiSquareTail', golden.chiSquare, chiSquareTail, 0, 1],
])('%s has 12 digits', (_, rows, measured, floor, fromEnd) => {
  expect(rows.length).toBeGreaterThan(9)
  expect(worst(rows, measured, floor, fromEnd)).toBeLessThan(1e-12)
})

test('the printed tables of textbooks are met', () => {
  expect(normalQuantile(0.975)).toBeCloseTo(1.96, 3)
  expect(studentQuantile(0.975, 1)).toBeCloseTo(12.706, 3)
  expect(studentQuantile(0.975, 10)).toBeCloseTo(2.228, 3)
  expect(studentQuantile(0.95, 30)).toBeCloseTo(1.697, 3)
  expect(fTail(4.96, 1, 10)).toBeCloseTo(0.05, 3)
  expect(fTail(3.33, 5, 10)).toBeCloseTo(0.05, 3)
  expect(chiSquareTail(3.841, 1)).toBeCloseTo(0.05, 4)
})

test('quantile and distribution undo each other', () => {
  for (const p of [1e-8, 0.01, 0.3, 0.49999, 0.500001, 0.7, 0.9999]) {
    expect(normalCdf(normalQuantile(p)) / p).toBeCloseTo(1, 12)
    for (const freedom of [0.7, 1, 4, 19.5, 400]) {
      expect(studentCdf(studentQuantile(p, freedom), freedom) / p).toBeCloseTo(1, 12)
    }
  }
})

test('the middles and the ends are exact', () => {
  expect(normalQuantile(0.5)).toBe(0)
  expect(normalQuantile(0)).toBe(-Infinity)
  expect(normalQuantile(1)).toBe(Infinity)
  expect(normalQuantile(1.1)).toBeNaN()
  expect(studentQuantile(0.5, 3)).toBe(0)
  expect(studentQuantile(0, 3)).toBe(-Infinity)
  expect(studentQuantile(1, 3)).toBe(Infinity)
  expect(studentQuantile(0.9, 0)).toBeNaN()
  expect(studentQuantile(0.9, Number.NaN)).toBeNaN()
  expect(studentTail(0, 3)).toBe(0.5)
  expect(studentTail(Infinity, 3)).toBe(0)
  expect(studentCdf(Infinity, 3)).toBe(1)
  expect(studentTail(Number.NaN, 3)).toBeNaN()
  expect(fCdf(0, 2, 3)).toBe(0)
  expect(fTail(Infinity, 2, 3)).toBe(0)
  expect(chiSquareTail(Infinity, 2)).toBe(0)
  expect(erf(0)).toBe(0)
  expect(erf(30)).toBe(1)
  expect(erf(-30)).toBe(-1)
  expect(erfc(Number.NaN)).toBeNaN()
})

test('log1p keeps the digits of a small argument', () => {
  expect(log1p(1e-20)).toBe(1e-20)
  expect(log1p(1e-10) / 9.9999999995e-11).toBeCloseTo(1, 15)
  expect(log1p(1)).toBe(Math.LN2)
  expect(log1p(-1)).toBe(-Infinity)
  expect(log1p(-2)).toBeNaN()
  for (const x of [-0.9, -1e-3, 3e-6, 0.2, 7]) expect(log1p(x) / Math.log1p(x)).toBeCloseTo(1, 14)
})
