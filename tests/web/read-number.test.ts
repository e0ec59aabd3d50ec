import { expect, test } from 'vitest'
import { readNumber, stepNumber } from '../../web/parts/form/read-number.ts'

test.each([
  ['1.5', 1.5],
  ['1,5', 1.5],
  [' -3 ', -3],
  ['−3', -3],
  ['.5', 0.5],
  ['2e3', 2000],
  ['', null],
  ['1.5.2', null],
  ['1,000.5', null],
  ['12a', null],
  ['Infinity', null],
])('"%s" is %s', (text, value) => {
  expect(readNumber(text)).toBe(value)
})

test('steps keep their decimals and their limits', () => {
  expect(stepNumber(0.1, 0.2, {})).toBe(0.3)
  expect(stepNumber(null, 1, { min: 5 })).toBe(6)
  expect(stepNumber(2, 1, { max: 2 })).toBe(2)
  expect(stepNumber(0, -1, { min: 0 })).toBe(0)
})
