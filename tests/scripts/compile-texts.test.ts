import { readdirSync, readFileSync } from 'node:fs'
import { createFormatters, DEFAULT_INTL_CONFIG, formatMessage } from '@formatjs/intl'
import { expect, test } from 'vitest'
import { compileAll, pickPart } from '../../scripts/compile-texts.ts'
import { textParts } from '../../web/i18n/text-parts.ts'

const folder = new URL('../../web/i18n/lang/', import.meta.url)
const languageFiles = readdirSync(folder)
const read = (file: string) =>
  JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Record<string, string>

type Messages = (typeof DEFAULT_INTL_CONFIG)['messages']

/** How messages are said, and what went wrong meanwhile. */
function makeSay(locale: string, messages: Messages) {
  const faults: unknown[] = []
  const onError = (fault: unknown) => faults.push(fault)
  const config = { ...DEFAULT_INTL_CONFIG, locale, messages, onError }
  const formatters = createFormatters()
  const say = (id: string, values: Record<string, number>) =>
    formatMessage(config, formatters, { id }, values)
  return { say, faults }
}

test.each(languageFiles)(
  '%s says the same whether it is compiled or parsed in the page',
  (file) => {
    const texts = read(file)
    const locale = file.replace('.json', '')
    const compiled = makeSay(locale, compileAll(texts))
    const parsed = makeSay(locale, texts)
    for (const [key, text] of Object.entries(texts)) {
      const names = [...text.matchAll(/\{(\w+)\s*[,}]/g)].map((found) => found[1] ?? '')
      for (const count of [1, 3]) {
        const values = Object.fromEntries(names.map((name) => [name, count]))
        expect(compiled.say(key, values), key).toBe(parsed.say(key, values))
      }
    }
    expect(compiled.faults).toEqual([])
  },
)

test('a text that is no message stops the build, with its key', () => {
  expect(() => compileAll({ 'login.title': 'Sign in, {name' })).toThrow('login.title')
})

test('each English text is in exactly one of the parts', () => {
  const texts = read('en.json')
  const parts = textParts.map((part) => pickPart(texts, part))
  expect(Object.assign({}, ...parts)).toEqual(texts)
  const counts = parts.map((part) => Object.keys(part).length)
  expect(counts.reduce((sum, count) => sum + count)).toBe(Object.keys(texts).length)
  expect(Math.min(...counts)).toBeGreaterThan(10)
})
