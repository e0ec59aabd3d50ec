import { expect, test } from 'vitest'
import { scryptCost } from '../../edge/session/password-cost.ts'

// The tests of the edge hash in a two-thousandth of this work; stacks that are started hash in all of it.
test('a password costs as much as OWASP asks of scrypt, in 8 MiB', () => {
  const { N, r, p } = scryptCost
  // Expect N=2^13, r=8, p=10, which the OWASP Password Storage Cheat Sheet has among the settings of equal strength.
  expect([N, r, p]).toEqual([2 ** 13, 8, 10])
  expect(128 * N * r).toBe(8 * 2 ** 20)
})
