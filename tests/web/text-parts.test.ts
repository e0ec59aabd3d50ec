import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hasText } from '../../web/i18n/intl.ts'
import { routes } from '../../web/routes.tsx'
import { densities, themes } from '../../web/styles/look.ts'
import { languageCodes } from '../../domain/catalog/languages.ts'
import { readTexts, textFolders, textPart } from '../support/text-folders.ts'

const web = new URL('../../web/', import.meta.url)

/** Files of the login page. */
const files = [
  'App.tsx',
  'shell/ErrorBoundary.tsx',
  ...['LoginScreen', 'SignInForm', 'LookChoice'].map((name) => `screens/session/${name}.tsx`),
  ...['FieldShell', 'CodeField', 'PasswordField', 'Field', 'SelectField', 'Segments'].map(
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
  expect(named.filter((key) => textPart(key) !== 'first')).toEqual([])
})

test('so are the texts it puts together', () => {
  const made = [
    ...themes.map((one) => `theme.${one}`),
    ...densities.map((one) => `density.${one}`),
    ...['eu', 'na'].map((one) => `region.${one}`),
    ...['error', 'warning', 'info', 'done'].map((one) => `parts.notice.${one}`),
  ]
  expect(made.filter((key) => !hasText(key) || textPart(key) !== 'first')).toEqual([])
})

test('reasons that switch buttons off are there before anything has failed', () => {
  // Expect these before the first failure, at which other words
  // are fetched: a button would show their names until then.
  const said = ['entities/analysis/refusal-text.ts', 'record/rights.ts'].flatMap((file) =>
    [...readFileSync(new URL(file, web), 'utf8').matchAll(/t\('([\w.]+)'/g)].map(
      (found) => found[1] ?? '',
    ),
  )
  expect(said).toContain('fault.counts_as_you')
  expect(said.filter((key) => textPart(key) === 'faults')).toEqual([])
})

test('and the pages behind the sign-in are not among them', () => {
  for (const key of ['devices.title', 'analyses.title', 'users.title', 'parts.plate.hint']) {
    expect(textPart(key), key).toBe('frame')
  }
})

test('texts that come with the results of an analysis are said nowhere else', () => {
  const folder = new URL('screens/analyses/', web)
  // Allow the reviewers' page and the test bench of a method, which fetch them too; the last test of this file says so.
  const others = ['screens/reviewer/', 'screens/methods/bench/', 'entities/result/', 'curves/'].map(
    (part) => new URL(part, web).href,
  )
  const elsewhere = readdirSync(web, { recursive: true, encoding: 'utf8' })
    .map((name) => new URL(name, web))
    .filter(({ pathname }) => /\.tsx?$/.test(pathname))
    .filter(
      ({ href }) =>
        !others.some((part) => href.startsWith(part)) &&
        !['detail/', 'import/', 'offline/'].some((part) => href.startsWith(`${folder}${part}`)),
    )
  const said = elsewhere.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bt\(['`]([a-z][\w.]*)/gi)].map(
      (found) => found[1] ?? '',
    ),
  )
  expect(said.length).toBeGreaterThan(100)
  expect(said.filter((key) => textPart(key) === 'analysis')).toEqual([])
})

test('the frame knows the title of every route: it is drawn before the texts of the page have come', () => {
  const late = routes.filter(({ title }) => !['first', 'frame'].includes(String(textPart(title))))
  expect(late.map(({ path, title }) => `${path}: ${title}`)).toEqual([])
})

test('texts of a plan are said where it is planned only', () => {
  const planned = [
    'layout/',
    'screens/analyses/wizard/',
    'screens/analyses/detail/',
    'screens/methods/protocols/ProtocolLayout.tsx',
  ].map((part) => new URL(part, web).href)
  const elsewhere = readdirSync(web, { recursive: true, encoding: 'utf8' })
    .map((name) => new URL(name, web))
    .filter(({ pathname }) => /\.tsx?$/.test(pathname))
    .filter(({ href }) => !planned.some((part) => href.startsWith(part)))
  const named = elsewhere.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/['`](wizard\.[\w.]*)/g)].map(
      (found) => found[1] ?? '',
    ),
  )
  expect(named).toContain('wizard.title')
  expect(named.filter((key) => textPart(key) === 'plan')).toEqual([])
})

/** List the files of a screen, without parts that fetch texts of their own. */
function filesOf(first: string): URL[] {
  const found = new Map<string, URL>()
  const rest = [new URL(first, web)]
  for (const file of rest) {
    if (found.has(file.href)) continue
    found.set(file.href, file)
    const source = readFileSync(file, 'utf8')
    const named = source.includes('completeTexts(')
      ? source.matchAll(/from '(\.[^']+\.tsx?)'/g)
      : source.matchAll(/(?:from |import\()'(\.[^']+\.tsx?)'/g)
    const imported = [...named].map(([, path = '']) => new URL(path, file))
    rest.push(...imported.filter(({ href }) => href.startsWith(web.href)))
  }
  return [...found.values()]
}

test('every text that a screen names is fetched with it', () => {
  const routes = ['routes.tsx', 'method-routes.ts', 'provider-routes.ts']
    .map((file) => readFileSync(new URL(file, web), 'utf8'))
    .join('')
  const screens = [...routes.matchAll(/import\('\.\/(screens\/[^']+)'\)\)\s*\.\w+,?([^)]*)\)/g)]
  expect(screens.length).toBeGreaterThan(15)
  const missing = screens.flatMap(([, screen = '', list = '']) => {
    const parts = new Set(['first', 'frame', 'faults', ...list.matchAll(/'(\w+)'/g)].map(partName))
    return filesOf(screen).flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\bt\('([\w.]+)'/g)]
        .map(([, key = '']) => key)
        .filter((key) => !parts.has(textPart(key) ?? ''))
        .map((key) => `${screen}: ${key}`),
    )
  })
  expect(missing).toEqual([])
})

const partName = (part: string | RegExpMatchArray) =>
  typeof part === 'string' ? part : (part[1] ?? '')

test.each(languageCodes)(
  'A28-79: no table has two columns of one name in %s where English has two',
  (code) => {
    const texts = Object.assign({}, ...textFolders.map((part) => readTexts(part, code)))
    const tables = readdirSync(web, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.tsx'))
      .map((file) => {
        const source = readFileSync(new URL(file, web), 'utf8')
        return [...new Set([...source.matchAll(/header: t\('([\w.]+)'\)/g)].map((one) => one[1]))]
      })
    const named = tables.flat().length
    const twice = tables.flatMap((keys) =>
      keys.filter((key, at) => keys.findIndex((one) => texts[one!] === texts[key!]) !== at),
    )
    expect(named).toBeGreaterThan(100)
    expect(twice).toEqual([])
  },
)
