import { IntlMessageFormat } from 'intl-messageformat'
import { expect, test } from 'vitest'
import { isolateValues, straightenValues } from '../../web/i18n/isolate-values.ts'

const say = (text: string, values: Record<string, string | number>) =>
  isolateValues(new IntlMessageFormat(text, 'ar')).format(values)

test('a value is isolated in a sentence of another direction', () => {
  expect(say('شاهد بلا قالب يرتفع: {name}', { name: '185 fr1:1' })).toBe(
    'شاهد بلا قالب يرتفع: \u2068185 fr1:1\u2069',
  )
})

test('so does one inside choices and plurals, whose own words are compared as they are', () => {
  const text =
    '{kind, select, ntc {شاهد {name}} other {{count, plural, one {بئر {name}} other {# بئرًا}}}}'
  expect(say(text, { kind: 'ntc', name: 'N1', count: 0 })).toBe('شاهد \u2068N1\u2069')
  expect(say(text, { kind: 'x', name: 'N1', count: 1 })).toBe('بئر \u2068N1\u2069')
  expect(say(text, { kind: 'x', name: 'N1', count: 20 })).toMatch(/^(20|٢٠) بئرًا$/)
})

test('figures take the direction of their sentence', () => {
  expect(say('الدورة {cycle}', { cycle: 37 })).toBe('الدورة 37')
  expect(say('من {range}', { range: '3–5' })).toBe('من 3–5')
})

test('words without values stay as they are', () => {
  expect(say('إلغاء', {})).toBe('إلغاء')
})

test('first-use W3: a sentence inside a sentence keeps its direction when all its words are values', () => {
  const reason = String(say('{well}: {reason}', { well: 'H11', reason: 'قفزة لا نمو' }))
  expect(reason).toBe('\u2068H11\u2069: \u2068قفزة لا نمو\u2069')
  expect(say('للمراجعة، السبب: {reason}', { reason })).toBe(
    `للمراجعة، السبب: \u2067${reason}\u2069`,
  )
  // Leave a text of a person its own direction.
  expect(say('{name}', { name: 'NTC 1' })).toBe('\u2068NTC 1\u2069')
})

test('seventh attack A7-8: a text of a file turns no word of the sentence that it is put into', () => {
  const inEnglish = (text: string, values: Record<string, string>) =>
    straightenValues(new IntlMessageFormat(text, 'en')).format(values)
  const rest = 'Programme {name}: 40 cycles'
  expect(inEnglish(rest, { name: 'a\u202eb' })).toBe('Programme a\ufffdb: 40 cycles')
  expect(inEnglish(rest, { name: 'a\u2067b' })).toBe('Programme a\ufffdb: 40 cycles')
  expect(inEnglish(rest, { name: 'a\u2069\u2066b' })).toBe('Programme a\ufffd\ufffdb: 40 cycles')
  // Keep dates and sentences inside sentences, which have pairs of ours.
  const pair = '\u206625.11.2026\u2069, \u2067\u2068H11\u2069\u2069'
  expect(inEnglish('{pair}', { pair })).toBe(pair)
  // Straighten Arabic too, where a text that ends its isolate would turn the rest as well.
  const arabic = straightenValues(isolateValues(new IntlMessageFormat('ب {name} ب', 'ar')))
  expect(arabic.format({ name: 'x\u2069\u202ey' })).toBe('ب \u2068x\ufffd\ufffdy\u2069 ب')
})
