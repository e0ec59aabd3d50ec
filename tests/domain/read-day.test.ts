import { expect, test } from 'vitest'
import { patternIn } from '../../domain/rules/date-pattern.ts'
import { readDay } from '../../domain/rules/read-day.ts'

const day = Date.UTC(2026, 2, 9)

test('[VAL-045] [VAL-046] [VAL-047] [VAL-048] a day is read in each of the four formats', () => {
  for (const text of ['2026-03-09', 'Mar 09 26', 'Mar 09 2026', '09/03/2026', ' march 9 2026 ']) {
    expect(readDay(text), text).toBe(day)
  }
})

test('first-use H21: each language has its way of writing figures; the other formats are the same in all', () => {
  const languages = ['ar', 'de', 'en', 'es', 'fr', 'it', 'ru', 'zh'] as const
  expect(languages.map((language) => patternIn(language, 'dd/MM/yyyy')).join(' ')).toBe(
    'dd/MM/yyyy dd.MM.yyyy dd/MM/yyyy dd/MM/yyyy dd/MM/yyyy dd/MM/yyyy dd.MM.yyyy yyyy/MM/dd',
  )
  expect([...new Set(languages.map((one) => patternIn(one, 'MMM dd yy')))]).toEqual(['MMM dd yy'])
})

test('first-use H21: figures are read as German, Russian and Chinese write them', () => {
  for (const text of ['09.03.2026', '9.3.2026', '2026/03/09', '2026/3/9']) {
    expect(readDay(text), text).toBe(day)
  }
})

test('[VAL-050] of two figures the first is the day', () => {
  expect(readDay('03/09/2026')).toBe(Date.UTC(2026, 8, 3))
  expect(readDay('13/09/2026')).toBe(Date.UTC(2026, 8, 13))
  expect(readDay('09/13/2026')).toBe(null)
})

test('months in the reader’s language, with the full stop of a short one', () => {
  const german = [[], [], ['Mär', 'März'], [], [], [], [], [], [], ['Okt.', 'Oktober']]
  expect(readDay('Mär 09 2026', german)).toBe(day)
  expect(readDay('okt 09 26', german)).toBe(Date.UTC(2026, 9, 9))
  expect(readDay('Mar 09 26', german)).toBe(day)
})

test('what is no day, or is in no other format', () => {
  for (const text of [
    '',
    '31/02/2026',
    '2026-02-29',
    '2026/03-09',
    '2026.03.09',
    '09.03/2026',
    '09/03/26',
    '9 Mar 2026',
    'Mat 09 2026',
    'M 09 2026',
    '00/03/2026',
    'Mar 09',
  ]) {
    expect(readDay(text), text).toBe(null)
  }
  expect(readDay('29/02/2028')).toBe(Date.UTC(2028, 1, 29))
})
