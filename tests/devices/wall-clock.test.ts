import { expect, test } from 'vitest'
import { noFaults } from '../../devices/faults.ts'
import { createWallClock } from '../../devices/lan/wall-clock.ts'

const day = 24 * 60 * 60_000
/** Days; a millisecond behind is 0, not -0. */
const offBy = (clock: { now(): number }) => Math.round((clock.now() - Date.now()) / day) + 0

test('a clock that is wrong is put right by what the service says', () => {
  const clock = createWallClock({ ...noFaults(), clock_ms: -3650 * day })
  expect(offBy(clock)).toBe(-3650)
  clock.hear(new Date().toISOString())
  expect(offBy(clock)).toBe(0)
})

test('hands that are moved are where they were put, whatever was heard of them before', () => {
  const faults = { ...noFaults(), clock_ms: -3650 * day }
  const clock = createWallClock(faults)
  clock.hear(new Date().toISOString())
  faults.clock_ms = 4 * day
  expect(offBy(clock)).toBe(4)
  faults.clock_ms = 0
  expect(offBy(clock)).toBe(0)
})
