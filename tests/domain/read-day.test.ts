import { expect, test } from 'vitest'
import { languageCodes, languages } from '../../domain/catalog/languages.ts'
import { fillPattern, partsOf, patternIn } from '../../domain/rules/date-pattern.ts'
import { readDay } from '../../domain/rules/read-day.ts'
import { monthNames } from '../../web/i18n/month-names.ts'

const day = Date.UTC(2026, 2, 9)

test('[VAL-045] [VAL-046] [VAL-047] [VAL-048] a day is read in each of the four formats', () => {
  for (const text of ['2026-03-09', 'Mar 09 26', 'Mar 09 2026', '09/03/2026', ' march 9 2026 ']) {
    expect(readDay(text), text).toBe(day)
  }
})

test('first-use H21: each language has its way of writing figures; the other formats are the same in all', () => {
  for (const code of languageCodes) {
    const { locale } = languages[code]
    const form = new Intl.DateTimeFormat(locale, { ...partsOf('dd/MM/yyyy'), timeZone: 'UTC' })
    const usual = form.format(Date.UTC(2026, 10, 23)).replaceAll(/[\u200e\u200f]/g, '')
    const pattern = usual.replace('2026', 'yyyy').replace('11', 'MM').replace('23', 'dd')
    // Expect the day first in English too, as the specification has it (spec §5).
    expect(patternIn(code, 'dd/MM/yyyy'), code).toBe(code === 'en' ? 'dd/MM/yyyy' : pattern)
    expect(patternIn(code, 'MMM dd yy'), code).toBe('MMM dd yy')
  }
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

test('a day is read as it is written in each language, in any of the formats', () => {
  // Try languages as well that are not there yet: short months that end with a geresh, and are counted.
  for (const locale of [...Object.values(languages).map((one) => one.locale), 'he-IL', 'ja-JP']) {
    const months = monthNames(locale)
    for (const pattern of ['yyyy-MM-dd', 'MMM dd yy', 'MMM dd yyyy']) {
      const form = new Intl.DateTimeFormat(locale, { ...partsOf(pattern), timeZone: 'UTC' })
      for (let month = 0; month < 12; month += 1) {
        const moment = Date.UTC(2026, month, 9)
        const written = fillPattern(pattern, form.formatToParts(moment))
        expect(readDay(written, months), `${locale}: ${written}`).toBe(moment)
      }
    }
    for (const [month, names] of months.entries()) {
      for (const name of names) {
        expect(readDay(`${name} 9 2026`, months), name).toBe(Date.UTC(2026, month, 9))
      }
    }
  }
})

test('months are read with a full stop or without, and English ones beside those of the reader', () => {
  const german = monthNames('de-DE')
  for (const text of ['Mär 09 2026', 'März 9 2026', 'Mar 09 26']) {
    expect(readDay(text, german), text).toBe(day)
  }
  expect(readDay('Okt. 09 26', german)).toBe(Date.UTC(2026, 9, 9))
  expect(readDay('okt 09 26', german)).toBe(Date.UTC(2026, 9, 9))
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
    '. 09 2026',
    '3 09 2026',
  ]) {
    expect(readDay(text), text).toBe(null)
  }
  expect(readDay('29/02/2028')).toBe(Date.UTC(2028, 1, 29))
})

test('A26-26: a day is read in the digits and signs of Chinese, Arabic and Persian keyboards', () => {
  for (const text of [
    '٠٩/٠٣/٢٠٢٦',
    '۰۹/۰۳/۲۰۲۶',
    '０９／０３／２０２６',
    '２０２６－０３－０９',
    '٠٩\u200f/٠٣\u200f/٢٠٢٦',
    '\u061c٢٠٢٦-٠٣-٠٩',
    'Mar ０９ ２６',
  ]) {
    expect(readDay(text), text).toBe(day)
  }
  expect(readDay('مارس ٠٩ ٢٠٢٦', monthNames('ar'))).toBe(day)
})
