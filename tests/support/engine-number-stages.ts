import {
  chiSquareTail,
  fTail,
  normalCdf,
  normalQuantile,
  studentQuantile,
  studentTail,
} from '../../workers/numbers/distributions.ts'
import { exp } from '../../workers/numbers/exp.ts'
import { createMatrix, decompose, pseudoInverse } from '../../workers/numbers/linear-system.ts'
import { log, log10, log1p, log2 } from '../../workers/numbers/log.ts'
import { findMedian, findSpread } from '../../workers/numbers/median.ts'
import { power } from '../../workers/numbers/power.ts'
import { byCurve, type Items, type Stage } from './engine-items.ts'

/** Stages of the numbers that the calculation is built of. */
export const numberStages: Readonly<Record<string, Stage>> = {
  'elementary functions': byCurve((curve) => Array.from(curve, applyAll)),
  median: byCurve((curve) => [findMedian(curve), findSpread(curve)]),
  distributions: () => distributionItems(),
  'linear systems': byCurve(solve),
}

function applyAll(value: number, cycle: number): number[] {
  const size = Math.abs(value)
  const part = value / (1 + size)
  const exponentials = [exp(part), exp((cycle - 20) * part), exp(-700 * part)]
  const logarithms = [log(size), log1p(value), log10(size), log2(size)]
  const powers = [power(1 + size, -cycle), power(size, 1 / 3), power(size, part)]
  return [...exponentials, ...logarithms, ...powers]
}

function* distributionItems(): Items {
  for (let freedom = 1; freedom <= 60; freedom += 3) {
    const values = [0.001, 0.025, 0.3, 0.55, 0.975, 0.9999].map((p) => [
      studentQuantile(p, freedom),
      studentTail(10 * p, freedom),
      fTail(10 * p, freedom, 7),
      chiSquareTail(30 * p, freedom),
      normalCdf(normalQuantile(p / freedom)),
    ])
    yield [`${freedom} degrees of freedom`, values]
  }
}

/** Solve a system whose entries are the curve's first readings. */
function solve(curve: Float64Array): unknown {
  const matrix = createMatrix(5, 4)
  matrix.values.set(curve.subarray(0, 20).map((value) => (value === value ? value : 1)))
  return [decompose(matrix), pseudoInverse(matrix)]
}
