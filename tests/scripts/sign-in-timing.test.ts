import { expect, test } from 'vitest'
import { medianInterval, shownApart } from '../batteries/security/sign-in-timing.ts'
import { createRandom } from '../support/seeded-random.ts'

/** Make differences of pairs on a busy machine: every third is delayed by up to 400 ms on one of its two sides. */
function busyPairs(count: number, apart: number, seed: number): number[] {
  const random = createRandom(seed)
  return Array.from({ length: count }, () => {
    const held = random.next() < 1 / 3 ? (random.next() - 0.5) * 800 : 0
    return apart + held + (random.next() - 0.5) * 20
  })
}

test('sign-ins on a busy machine count as apart only as far as the interval of the median shows it', () => {
  for (let seed = 1; seed <= 50; seed++) {
    expect(shownApart(medianInterval(busyPairs(160, 0, seed)))).toBeLessThan(5)
    // Compare with a service that makes no password hash for unknown people.
    expect(shownApart(medianInterval(busyPairs(160, -150, seed)))).toBeGreaterThan(100)
    expect(shownApart(medianInterval(busyPairs(160, 15, seed)))).toBeGreaterThan(5)
  }
})

test('the interval of the median is made of order statistics', () => {
  const values = Array.from({ length: 101 }, (_, at) => 101 - at)
  expect(medianInterval(values)).toEqual({ median: 51, from: 38, to: 64 })
})
