import { expect, test } from 'vitest'
import { localDay, midnight, momentAt, openZone } from '../../domain/calendar.ts'
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
  // Begin the day in the night before the clock goes forward.
  const begins = midnight(day('2026-03-29'), openZone('Europe/Rome'))
  expect(new Date(begins).toISOString()).toBe('2026-03-28T23:00:00.000Z')
})

test.each([
  // Put forward from 24:00 to 1:00: no midnight.
  ['America/Santiago', '2026-09-06'],
  ['America/Havana', '2026-03-08'],
  ['Atlantic/Azores', '2026-03-29'],
  ['Africa/Cairo', '2026-04-24'],
  ['Asia/Beirut', '2026-03-29'],
  // Put back from 1:00 to midnight, or from it to 23:00.
  ['America/Havana', '2026-11-01'],
  ['Asia/Amman', '2011-10-28'],
  ['America/Santiago', '2026-04-05'],
  ['Pacific/Kiritimati', '2026-01-01'],
  ['Etc/GMT+12', '2026-12-31'],
  // Begin the first day after one that Samoa left out.
  ['Pacific/Apia', '2011-12-31'],
])('A24-29: in %s the day %s begins with its first moment, and none before', (name, text) => {
  const zone = openZone(name)
  const begin = midnight(day(text), zone)
  expect(write(localDay(begin, zone))).toBe(text)
  expect(localDay(begin - 1, zone)).toBeLessThan(day(text))
})

test.each([
  ['Europe/Rome', '2026-03-29', '08:00', '2026-03-29T06:00:00.000Z'],
  ['Europe/Rome', '2026-10-25', '08:00', '2026-10-25T07:00:00.000Z'],
  // Read times that the clock leaves out, and that it shows twice.
  ['Europe/Rome', '2026-03-29', '02:30', '2026-03-29T01:30:00.000Z'],
  ['Europe/Rome', '2026-10-25', '02:30', '2026-10-25T00:30:00.000Z'],
  ['Australia/Lord_Howe', '2026-10-04', '08:00', '2026-10-03T21:00:00.000Z'],
])('A24-29: in %s clocks show %s %s at %s', (name, text, time, moment) => {
  const zone = openZone(name)
  expect(new Date(momentAt(day(text), time, zone)).toISOString()).toBe(moment)
})

test('A24-29: the local day of a moment before 1970 is the one that has begun', () => {
  expect(write(localDay(Date.parse('1969-12-30T12:00:00Z'), openZone('UTC')))).toBe('1969-12-30')
})
