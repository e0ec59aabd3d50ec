import * as v from 'valibot'
import { expect, onTestFinished, test } from 'vitest'
import { Name } from '../../domain/fields.ts'
import { chooseLanguage, recordText, t } from '../../web/i18n/intl.ts'

test('in Arabic what is read keeps its order by signs that what is kept does not have: an earlier run’s name is one', async () => {
  onTestFinished(async () => {
    await chooseLanguage('en')
    localStorage.removeItem('language')
  })
  await chooseLanguage('ar')
  const values = { name: '185 fr1:1' }
  expect(t('wizard.again', values)).toBe('\u2068185 fr1:1\u2069 (تكرار)')
  expect(v.is(Name, t('wizard.again', values))).toBe(false)
  expect(recordText('wizard.again', values)).toBe('185 fr1:1 (تكرار)')
  expect(v.is(Name, recordText('wizard.again', values))).toBe(true)
})
