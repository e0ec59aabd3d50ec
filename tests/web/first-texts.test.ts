import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isFirstText } from '../../web/i18n/first-texts.ts'
import { hasText } from '../../web/i18n/intl.ts'
import { languageCodes } from '../../web/i18n/languages.ts'
import { densities, themes } from '../../web/styles/look.ts'

const web = new URL('../../web/', import.meta.url)

/** What the login page is made of. */
const files = [
  'App.tsx',
  'shell/ErrorBoundary.tsx',
  ...['LoginScreen', 'SignInForm', 'RegionChoice', 'LookChoice'].map(
    (name) => `screens/session/${name}.tsx`,
  ),
  ...['FieldShell', 'PasswordField', 'Field', 'SelectField', 'Segments'].map(
    (name) => `parts/form/${name}.tsx`,
  ),
  'parts/button/Button.tsx',
  'parts/notice/Notice.tsx',
  'parts/progress/Progress.tsx',
  'i18n/faults.ts',
]

test('every text that the login page names is there before the others are fetched', () => {
  const named = files.flatMap((file) =>
    [...readFileSync(new URL(file, web), 'utf8').matchAll(/'([a-z]\w*(?:\.[\w-]+)+)'/gi)]
      .map((found) => found[1] ?? '')
      .filter(hasText),
  )
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((key) => !isFirstText(key))).toEqual([])
})

test('so are the texts it puts together', () => {
  const made = [
    ...themes.map((one) => `theme.${one}`),
    ...densities.map((one) => `density.${one}`),
    ...['eu', 'na'].map((one) => `region.${one}`),
    ...['error', 'warning', 'info', 'done'].map((one) => `parts.notice.${one}`),
  ]
  expect(made.filter((key) => !hasText(key) || !isFirstText(key))).toEqual([])
})

test('and the pages behind the sign-in are not among them', () => {
  for (const key of ['devices.title', 'analyses.title', 'users.create', 'parts.plate.hint']) {
    expect(isFirstText(key), key).toBe(false)
  }
  expect(readdirSync(new URL('i18n/lang/', web)).length).toBe(languageCodes.length)
})
