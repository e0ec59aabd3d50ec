// Mocked: the page and its storage, which the choice of a language writes to, and Node does not have.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { languages, type Language } from '../../domain/catalog/languages.ts'
import { chooseLanguage } from '../../web/i18n/intl.ts'
import {
  mayBeThousands,
  readNumber,
  readSeconds,
  readTyped,
  readWhole,
  stepNumber,
  writeTyped,
} from '../../web/parts/form/read-number.ts'

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: {} })
  vi.stubGlobal('localStorage', { setItem: () => undefined })
})
afterEach(async () => {
  await chooseLanguage('en')
  vi.unstubAllGlobals()
})

test.each([
  ['1.5', 1.5],
  ['1,5', 1.5],
  [' -3 ', -3],
  ['−3', -3],
  ['.5', 0.5],
  ['2e3', 2000],
  ['', null],
  ['1.5.2', null],
  ['1,000.5', null],
  ['12a', null],
  ['Infinity', null],
  ['1e999', null],
  ['0x10', null],
  ['10²', null],
  ['½', null],
])('"%s" is %s', (text, value) => {
  expect(readNumber(text)).toBe(value)
})

test.each([
  ['１２．５', 12.5],
  ['－３', -3],
  ['١٢٫٥', 12.5],
  ['۴۰', 40],
  ['\u2066\u200e-1.5\u2069', -1.5],
])('A24-20: "%s" is %s, as keyboards and the screen of other scripts write it', (text, value) => {
  expect(readNumber(text)).toBe(value)
})

test.each<[Language, string, number | null]>([
  ['en', '1,000', null],
  ['en', '-12,500', null],
  ['en', '1.000', 1],
  ['en', '0,125', 0.125],
  ['en', '1,25', 1.25],
  ['zh', '1，000', null],
  ['ar', '1,000', null],
  ['de', '1.000', null],
  ['de', '1,250', 1.25],
  ['it', '25.000', null],
  ['fr', '1,250', 1.25],
  ['ru', '1.250', 1.25],
])(
  'A24-20: in %s, "%s" is %s: what the screen writes for a thousand is never 1',
  async (to, text, value) => {
    await chooseLanguage(to)
    expect(readNumber(text)).toBe(value)
    expect(mayBeThousands(text)).toBe(value === null)
  },
)

test('A24-20: a field reads back what it shows, and never 1 from a thousand, in each language', async () => {
  for (const code of Object.keys(languages) as Language[]) {
    await chooseLanguage(code)
    for (const value of [1.235, 1000, 1e-7, -0.5, 1.5e-300, 1e308, 2 ** 53, 123.456]) {
      expect(readNumber(writeTyped(value)), `${code} ${value}`).toBe(value)
    }
    const thousand = new Intl.NumberFormat(languages[code].locale).format(1000)
    expect([1000, null], `${code} ${thousand}`).toContain(readNumber(thousand))
  }
})

test('A25-22: what is counted is a whole number, and nothing is not the same as what cannot be read', () => {
  expect(['12', '3.7', '1e400', '9007199254740993', '60 s', ''].map(readWhole)).toEqual([
    12,
    ...Array<null>(5).fill(null),
  ])
  expect([' ', '1O', '1,5'].map((text) => readTyped(text))).toEqual([null, '1O', 1.5])
  expect(readTyped('3.7', readWhole)).toBe('3.7')
})

test('steps keep their decimals and their limits', () => {
  expect(stepNumber(0.1, 0.2, {})).toBe(0.3)
  expect(stepNumber(null, 1, { min: 5 })).toBe(6)
  expect(stepNumber(2, 1, { max: 2 })).toBe(2)
  expect(stepNumber(0, -1, { min: 0 })).toBe(0)
})

test.each([
  ['90', 90],
  ['2,5', 2.5],
  ['15 min', 900],
  ['1 h', 3600],
  ['1h30min', 5400],
  ['1 h 30 min 5 s', 5405],
  ['1 Std. 30 Min.', 5400],
  ['2 мин', 120],
  ['30秒', 30],
  ['2 heures 5 min', 7500],
  ['3 часа 10 минут', 11400],
  ['1:30', 90],
  ['1:00:00', 3600],
  ['0.5 min', 30],
  ['', null],
  ['min', null],
  ['5 min 5 min', null],
  ['5 s 1 h', null],
  ['5 weeks', null],
  ['about 5 min', null],
  ['1:5', null],
])('the duration "%s" is %s s', (text, value) => {
  expect(readSeconds(text)).toBe(value)
})

test('a duration is read as each language writes it', () => {
  for (const { locale } of Object.values(languages)) {
    for (const unitDisplay of ['narrow', 'short', 'long'] as const) {
      const say = (unit: string, count: number) =>
        new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay }).format(count)
      const written = `${say('hour', 7)} ${say('minute', 30)}`
      expect(readSeconds(written), `${locale}: ${written}`).toBe(27000)
      expect(readSeconds(say('second', 45)), say('second', 45)).toBe(45)
    }
  }
})

test.each([
  ['١٥ دقيقة', 900],
  ['１：３０', 90],
  ['١:٣٠', 90],
  ['１５ 分钟', 900],
])('A26-26: the duration "%s" is read in the digits of its keyboard, as %s s', (text, value) => {
  expect(readSeconds(text)).toBe(value)
})
