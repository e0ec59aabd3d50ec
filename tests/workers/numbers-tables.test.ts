import { expect, test } from 'vitest'
import { rootsOfTwo } from '../../workers/numbers/exp-table.ts'
import { logarithms, reciprocals } from '../../workers/numbers/log-table.ts'
import { powerOfTwo, scale } from '../../workers/numbers/powers-of-two.ts'
import { exactLog, exactOf, exactPower } from '../support/exact-numbers.ts'
import type { Exact } from '../support/exact-numbers.ts'

/** Return the distance between the sum of two doubles and an exact value. */
function missing(head: number, lost: number, exact: Exact): number {
  const unit = 200n
  const cut = ({ digits, exponent }: Exact) => {
    const places = BigInt(exponent) + unit
    return places >= 0n ? digits << places : digits >> -places
  }
  return Math.abs(Number(cut(exactOf(head)) + cut(exactOf(lost)) - cut(exact))) / 2 ** 200
}

test('the roots of two are right to 2^-106', () => {
  for (let j = 0; j < 32; j++) {
    const distance = missing(rootsOfTwo[2 * j]!, rootsOfTwo[2 * j + 1]!, exactPower(2, j / 32))
    expect(distance, `entry ${j}`).toBeLessThan(2 ** -106)
  }
})

test('the logarithms are those of the short reciprocals, right to 2^-95', () => {
  for (let j = 0; j < 64; j++) {
    const reciprocal = reciprocals[j]!
    expect(reciprocal * 4096, `entry ${j} has 12 binary places`).toBe(Math.round(reciprocal * 4096))
    const distance = missing(-logarithms[2 * j]!, -logarithms[2 * j + 1]!, exactLog(reciprocal))
    expect(distance, `entry ${j}`).toBeLessThan(2 ** -95)
    const places = logarithms[2 * j]! * 2 ** 42
    expect(places, `entry ${j} has 42 binary places`).toBe(Math.round(places))
  }
})

test('the powers of two are exact from the least to the greatest', () => {
  for (let k = -1074; k <= 1023; k++) expect(powerOfTwo(k)).toBe(2 ** k)
  expect(scale(1, 1024)).toBe(Infinity)
  expect(scale(0.75, 1024)).toBe(0.75 * 2 ** 1023 * 2)
  expect(scale(1, -1074)).toBe(Number.MIN_VALUE)
  expect(scale(1.5, -1076)).toBe(0)
})
