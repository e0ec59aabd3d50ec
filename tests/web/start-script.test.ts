import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
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
