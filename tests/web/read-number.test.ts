import { expect, test } from 'vitest'
import { languages } from '../../domain/catalog/languages.ts'
import { readNumber, readSeconds, stepNumber } from '../../web/parts/form/read-number.ts'

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
])('"%s" is %s', (text, value) => {
  expect(readNumber(text)).toBe(value)
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
