import { expect, test } from 'vitest'
import { localDay, openZone } from '../../domain/calendar.ts'
import { pickCreated, readRange } from '../../web/screens/analyses/RangeFilter.tsx'

/** Half past eleven in the evening, in London. */
const now = Date.parse('2026-11-20T23:30:00Z')
const rows = [
  '2026-11-20T22:59:59.999Z',
  '2026-11-20T23:00:00.000Z',
  '2026-11-18T10:00:00.000Z',
].map((created_at) => ({ created_at }))

test('the list keeps what was created on the days of the range, in the account’s zone', () => {
  const count = (range: string | null, zone: string) =>
    pickCreated(rows, readRange(range), localDay(now, openZone(zone)), zone).length
  expect(count('today', 'Europe/Rome')).toBe(1)
  expect(count('yesterday', 'Europe/Rome')).toBe(1)
  expect(count('today', 'UTC')).toBe(2)
  expect(count('last_7_days', 'UTC')).toBe(3)
  expect(count(null, 'UTC')).toBe(3)
  expect(count('the whole century', 'UTC')).toBe(3)
})

test('or on days of one’s own, of which one may be left out', () => {
  const kept = (when: string) =>
    pickCreated(rows, readRange(when), localDay(now, openZone('UTC')), 'UTC').length
  expect(kept('2026-11-20..2026-11-20')).toBe(2)
  expect(kept('..2026-11-19')).toBe(1)
  expect(kept('2026-11-19..')).toBe(2)
  expect(kept('..')).toBe(3)
  expect(kept('2026-11-20..2026-11-18')).toBe(0)
  expect(readRange('2026-13-40..')).toEqual({ first: null, last: null })
})
