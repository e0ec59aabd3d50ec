import { expect, test } from 'vitest'
import { placeInWindow, returnWindowS } from '../../domain/live/return-window.ts'

test('a laboratory is back within a second, a fleet of thousands within 60 to 120', () => {
  expect(returnWindowS(0)).toBe(1)
  expect(returnWindowS(3)).toBe(1)
  expect(returnWindowS(400)).toBe(10)
  expect(returnWindowS(4000)).toBe(100)
  expect(returnWindowS(100_000)).toBe(100)
})

test('devices of one series spread evenly over the window, each at its own place', () => {
  const uuids = Array.from(
    { length: 4000 },
    (_, at) => `0193a5c0-0000-7000-8000-${at.toString(16).padStart(12, '0')}`,
  )
  const places = uuids.map(placeInWindow)
  expect(places).toEqual(uuids.map(placeInWindow))
  const perShare = Array.from({ length: 20 }, () => 0)
  for (const place of places) perShare[Math.floor(place * 20)]! += 1
  // Allow for chance, which alone gives 200 ± 14 of the 200 expected in each twentieth.
  expect(Math.max(...perShare)).toBeLessThan(260)
  expect(Math.min(...perShare)).toBeGreaterThan(140)
})
