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
