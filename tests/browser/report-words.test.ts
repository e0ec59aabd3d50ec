import { afterEach, expect, test } from 'vitest'
import { languageCodes } from '../../domain/catalog/languages.ts'
import { ar } from '../../edge/reports/pdf/words/ar.ts'
import { de } from '../../edge/reports/pdf/words/de.ts'
import { en } from '../../edge/reports/pdf/words/en.ts'
import { es } from '../../edge/reports/pdf/words/es.ts'
import { fr } from '../../edge/reports/pdf/words/fr.ts'
import { it } from '../../edge/reports/pdf/words/it.ts'
import { ru } from '../../edge/reports/pdf/words/ru.ts'
import { zh } from '../../edge/reports/pdf/words/zh.ts'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { chooseLanguage, hasText, t } from '../../web/i18n/intl.ts'

const words: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  ar,
  de,
  en,
  es,
  fr,
  it,
  ru,
  zh,
}
/** Keep the places of values, and say what decided: a report names nothing else. */
const values = { value: '{value}', limit: '{limit}', decided: 'yes', reached: 'no', bound: 'no' }

/** Leave out the marks that keep values in their order inside a line of a page. */
const plain = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '')

afterEach(() => chooseLanguage('en'))

test.each(languageCodes)(
  'a report in %s says what decided and what is odd as the page does',
  async (language) => {
    await chooseLanguage(language)
    await completeTexts('analysis')
    const own = words[language] ?? {}
    const rules = Object.keys(own).filter((key) => /^(?:trace|flag)\./.test(key) && hasText(key))
    expect(rules.length).toBeGreaterThan(50)
    const page = Object.fromEntries(
      rules.map((key) => [key, plain(t(key as 'trace.hook', values))]),
    )
    expect(Object.fromEntries(rules.map((key) => [key, own[key]]))).toEqual(page)
    expect([own['held'], own['broken']]).toEqual([
      t('controls.held'),
      expect.stringContaining(t('controls.broken')),
    ])
  },
)
