import { SELF } from 'cloudflare:test'
import { expect, it } from 'vitest'
import { aboutCalls } from '../../domain/calls/about.ts'
import { languages } from '../../domain/entities/user.ts'
import { must, send } from './lab.ts'

it('[CALL-012] anybody can read the languages, and which one is the first', async () => {
  const { data } = await must(send(aboutCalls.locales))
  expect(data).toEqual({
    locales: ['ar', 'de', 'en', 'es', 'fr', 'it', 'ru', 'zh'],
    default: 'en',
  })
  expect([...languages].toSorted()).toEqual(data.locales.toSorted())
})

it('attack I1: over https the answer forbids a browser http, over http it does not', async () => {
  const header = async (origin: string, path: string) =>
    (await SELF.fetch(`${origin}${path}`)).headers.get('Strict-Transport-Security')
  for (const path of ['/v3/about/health', '/v3/docs', '/v3/nothing']) {
    expect(await header('https://bapp.test', path)).toMatch(/^max-age=\d{8}; includeSubDomains$/)
    expect(await header('http://localhost', path)).toBeNull()
  }
})
