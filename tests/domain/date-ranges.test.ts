import { expect, test } from 'vitest'
import { localDay, midnight, openZone } from '../../domain/calendar.ts'
import { columnsOf, dateRanges, daysOf } from '../../domain/date-ranges.ts'

const day = (text: string) => Date.parse(`${text}T00:00:00Z`)
const write = (ms: number) => new Date(ms).toISOString().slice(0, 10)
/** A Saturday. */
const today = day('2026-11-21')

test.each([
  ['[CONST-054]', 'today', '2026-11-21', '2026-11-21'],
  ['[CONST-055]', 'yesterday', '2026-11-20', '2026-11-20'],
  ['[CONST-056]', 'last_7_days', '2026-11-15', '2026-11-21'],
  ['[CONST-057]', 'this_week', '2026-11-16', '2026-11-21'],
  ['[CONST-058]', 'last_week', '2026-11-09', '2026-11-15'],
  ['[CONST-059]', 'this_month', '2026-11-01', '2026-11-21'],
  ['[CONST-060]', 'last_month', '2026-10-01', '2026-10-31'],
  ['[CONST-061]', 'last_3_months', '2026-08-22', '2026-11-21'],
  ['[CONST-062]', 'last_6_months', '2026-05-22', '2026-11-21'],
  ['[CONST-063]', 'this_year', '2026-01-01', '2026-11-21'],
] as const)('%s %s', (_, range, first, last) => {
  const days = daysOf(range, today)
  expect([write(days.first), write(days.last)]).toEqual([first, last])
})

test('there are ten ranges, and none ends before it begins, whatever day it is', () => {
  expect(dateRanges.length).toBe(10)
  for (let one = day('2027-12-20'); one < day('2028-03-10'); one += 86_400_000) {
    for (const range of dateRanges) {
      const { first, last } = daysOf(range, one)
      expect(first <= last && last <= one, `${range} on ${write(one)}`).toBe(true)
    }
  }
})

test('a month before a long one ends with its own last day', () => {
  expect(write(daysOf('last_3_months', day('2026-05-31')).first)).toBe('2026-03-01')
  expect(write(daysOf('last_month', day('2028-03-31')).last)).toBe('2028-02-29')
})

test.each([
  ['[CONST-064]', 'week', 7, '2026-11-15', '2026-11-21'],
  ['[CONST-065]', 'month', 31, '2026-10-22', '2026-11-21'],
  ['[CONST-066]', '3_months', 14, '2026-08-17', '2026-11-16'],
  ['[CONST-067]', '6_months', 27, '2026-05-18', '2026-11-16'],
  ['[CONST-068]', 'year', 12, '2025-12-01', '2026-11-01'],
] as const)('%s the charts of a %s have %i columns', (_, range, count, first, last) => {
  const columns = columnsOf(range, today)
  expect(columns.length).toBe(count)
  expect([write(columns[0] ?? 0), write(columns.at(-1) ?? 0)]).toEqual([first, last])
})

test('days are those of the time zone', () => {
  const moment = Date.parse('2026-03-28T23:30:00Z')
  expect(write(localDay(moment, openZone('Europe/Rome')))).toBe('2026-03-29')
  expect(write(localDay(moment, openZone('America/New_York')))).toBe('2026-03-28')
  // The night before the clock goes forward.
  const begins = midnight(day('2026-03-29'), openZone('Europe/Rome'))
  expect(new Date(begins).toISOString()).toBe('2026-03-28T23:00:00.000Z')
})
