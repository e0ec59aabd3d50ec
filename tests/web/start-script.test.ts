// The browser of the script's run is replaced: it reads three things before there is a page to read them from.
import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { languageCodes, languages } from '../../domain/catalog/languages.ts'
import { isOpenPage, paths } from '../../web/paths.ts'

const script = readFileSync(new URL('../../web/public/start.js', import.meta.url), 'utf8')
const pattern = /var openPages = \/(.+)\/i/.exec(script)?.[1] ?? 'nothing found'
const asksNothing = (path: string) => new RegExp(pattern, 'i').test(path)

test('the script before the app leaves out the same pages as the app', () => {
  const open = [
    paths.login(),
    paths.forgotPassword(),
    paths.setPassword(),
    paths.signUp(),
    paths.verify(),
    '/helpdesk/login',
  ]
  for (const path of open)
    expect([path, asksNothing(path), isOpenPage(path)]).toEqual([path, true, true])
  for (const path of ['/', '/analyses', '/login/else', '/me', '/help']) {
    expect([path, asksNothing(path), isOpenPage(path)]).toEqual([path, false, false])
  }
})

test('the script before the app lays out each language as the app does', () => {
  for (const code of languageCodes) {
    const root = { dataset: {}, lang: '', dir: '' }
    runInNewContext(script, {
      document: { documentElement: root, querySelector: () => null },
      localStorage: { getItem: (name: string) => (name === 'language' ? code : null) },
      matchMedia: () => ({ matches: false }),
    })
    expect([root.lang, root.dir]).toEqual([code, languages[code].dir])
  }
})

test('A28-26: the app starts where the browser blocks what pages keep, with what lasts as long as the page', () => {
  const root = { dataset: {} as Record<string, string>, lang: '', dir: '' }
  const context = {
    document: { documentElement: root, querySelector: () => null },
    get localStorage(): Storage {
      throw new Error('Access is denied for this document.')
    },
    sessionStorage: { getItem: () => null },
    matchMedia: () => ({ matches: false }),
  }
  runInNewContext(script, context)
  expect(root).toMatchObject({ dataset: { blocked: '' }, lang: 'en' })
  const { localStorage: storage } = context
  storage.setItem('theme', 'dark')
  expect([storage.getItem('theme'), storage.getItem('setItem'), Object.keys(storage)]).toEqual([
    'dark',
    null,
    ['theme'],
  ])
  storage.clear()
  expect(storage.getItem('theme')).toBe(null)
})
