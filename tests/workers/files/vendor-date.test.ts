import { expect, test } from 'vitest'
import { readVendorDate } from '../../../workers/files/tables/vendor-date.ts'

test.each([
  ['2019-03-19 04:06:56 AM EDT', '2019-03-19T04:06:56-04:00'],
  ['11/20/2024 13:05:00 UTC', '2024-11-20T13:05:00Z'],
  ['09-07-2010', '2010-09-07'],
  ['27/09/2010 07:05', '2010-09-27T07:05:00'],
])('a date of numbers is read with its month first: %s', (text, date) => {
  expect(readVendorDate(text)).toBe(date)
})

test.each([
  ['05.04.2026 13:05:00', '2026-04-05T13:05:00'],
  ['5.4.2026', '2026-04-05'],
  ['2026.04.05', '2026-04-05'],
  ['2026年4月5日 13:05:00', '2026-04-05T13:05:00'],
  ['5-Apr-2026 13:05:00', '2026-04-05T13:05:00'],
  ['05 Apr 2026', '2026-04-05'],
  ['April 5, 2026 1:05:00 PM', '2026-04-05T13:05:00'],
  ['Sunday, April 5, 2026 at 1:05 PM', '2026-04-05T13:05:00'],
  ['5. März 2026 13:05:00', '2026-03-05T13:05:00'],
  ['Sonntag, 5. April 2026 um 13:05', '2026-04-05T13:05:00'],
  ['5 août 2026 13:05:00', '2026-08-05T13:05:00'],
  ['5 de mayo de 2026, 13:05:00', '2026-05-05T13:05:00'],
  ['5 maggio 2026', '2026-05-05'],
  ['5 июня 2026 г. 13:05:00', '2026-06-05T13:05:00'],
  ['30 ноября 2026', '2026-11-30'],
  ['5 يونيو 2026', '2026-06-05'],
])('A28-47: a date in the words and the order of a language is that day: %s', (text, date) => {
  expect(readVendorDate(text)).toBe(date)
})

test.each([
  '',
  '5 of 12',
  'Plate 5 2026',
  '13/13/2026',
  '32.01.2026',
  '5 Foo 2026',
  'Run 12, 2026',
])('A28-47: what is no date is none: %s', (text) => {
  expect(readVendorDate(text)).toBeNull()
})
