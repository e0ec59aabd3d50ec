import { expect, onTestFinished, test } from 'vitest'
import { chooseLanguage, language, startLanguage } from '../../web/i18n/intl.ts'

test('[MODE-012] a page that starts does not undo what another tab chose while its texts came', async () => {
  onTestFinished(async () => {
    await chooseLanguage('en')
    localStorage.removeItem('language')
  })
  localStorage.setItem('language', 'de')
  const starting = startLanguage()
  localStorage.setItem('language', 'fr')
  await starting
  expect(language.value).toBe('de')
  expect(document.documentElement.lang).toBe('de')
  expect(localStorage.getItem('language')).toBe('fr')
})
