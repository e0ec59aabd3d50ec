import { createFormatters, DEFAULT_INTL_CONFIG, formatMessage } from '@formatjs/intl'
import { expect, test } from 'vitest'
import { compileAll } from '../../scripts/compile-texts.ts'
import { languageCodes } from '../../domain/catalog/languages.ts'
import { readTexts, textFolders } from '../support/text-folders.ts'

type Messages = (typeof DEFAULT_INTL_CONFIG)['messages']

/** Return a function that formats messages, with the errors that it meets. */
function makeSay(locale: string, messages: Messages) {
  const faults: unknown[] = []
  const onError = (fault: unknown) => faults.push(fault)
  const config = { ...DEFAULT_INTL_CONFIG, locale, messages, onError }
  const formatters = createFormatters()
  const say = (id: string, values: Record<string, number>) =>
    formatMessage(config, formatters, { id }, values)
  return { say, faults }
}

test.each(languageCodes)(
  '%s says the same whether it is compiled or parsed in the page',
  (locale) => {
    const parts = textFolders.map((part) => readTexts(part, locale))
    const texts: Record<string, string> = Object.assign({}, ...parts)
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
