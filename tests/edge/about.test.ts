import { expect, it } from 'vitest'
import { aboutCalls } from '../../domain/calls/about.ts'
import { languages } from '../../domain/entities/user.ts'
import { must, send } from './lab.ts'

it('[CALL-012] anybody is told the languages, and which one is the first', async () => {
  const { data } = await must(send(aboutCalls.locales))
  expect(data).toEqual({
    locales: ['ar', 'de', 'en', 'es', 'fr', 'it', 'ru', 'zh'],
    default: 'en',
  })
  expect([...languages].toSorted()).toEqual((data as { locales: string[] }).locales.toSorted())
})
