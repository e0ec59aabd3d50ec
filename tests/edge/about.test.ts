import { createExecutionContext, env, SELF } from 'cloudflare:test'
import { expect, it, vi } from 'vitest'
import { aboutCalls } from '../../domain/calls/about.ts'
import { languageCodes } from '../../domain/catalog/languages.ts'
import { liveCalls } from '../../domain/calls/live.ts'
import { operatorStoreCalls } from '../../domain/calls/operator-store.ts'
import { lanKey } from '../../edge/crypto/lan-key.ts'
import { trailSigner } from '../../edge/store/trail-key.ts'
import worker from '../../edge/worker.ts'
import { foundLab, must, operatorHeaders, send, way } from './lab.ts'

it('[CALL-012] anybody can read the languages, and which one is the first', async () => {
  const { data } = await must(send(aboutCalls.locales))
  expect(data).toEqual({ locales: languageCodes, default: 'en' })
})

it('attack I1: over https the answer forbids a browser http, over http it does not', async () => {
  const header = async (origin: string, path: string) =>
    (await SELF.fetch(`${origin}${path}`)).headers.get('Strict-Transport-Security')
  for (const path of ['/v3/about/health', '/v3/docs', '/v3/nothing']) {
    expect(await header('https://bapp.test', path)).toMatch(/^max-age=\d{8}; includeSubDomains$/)
    expect(await header('http://localhost', path)).toBeNull()
  }
})

it('A20-1: a deployment with an empty or short secret signs nothing, knows no operator, and says so to who watches it', async () => {
  const bindings = env as unknown as Env
  const lab = await foundLab('weak-secrets')
  const { fetch } = way
  const withSecrets = async <Value>(secrets: Partial<Env>, work: () => Promise<Value>) => {
    way.fetch = async (url, init) =>
      worker.fetch(new Request(url, init), { ...bindings, ...secrets }, createExecutionContext())
    try {
      return await work()
    } finally {
      way.fetch = fetch
    }
  }
  for (const weak of ['', 'changeme']) {
    const place = { LIVE_SECRET: weak, CHECKPOINT_SECRET: weak, REGION: 'eu' }
    expect(() => lanKey(place, lab.company)).toThrow('LIVE_SECRET')
    expect(() => trailSigner(place, lab.company)).toThrow('CHECKPOINT_SECRET')
    // oxlint-disable-next-line no-await-in-loop
    await withSecrets({ LIVE_SECRET: weak }, async () => {
      const answer = await lab.asDevice(liveCalls.deviceToken)
      expect(answer.status).toBe(500)
      expect([...answer.headers.keys()].filter((name) => name.includes('receipt'))).toEqual([])
    })
  }
  const headers = { Authorization: 'Operator changeme' }
  const asked = await withSecrets({ OPERATOR_SECRET: 'changeme' }, () =>
    send(operatorStoreCalls.listCompanies, { headers, body: {} }),
  )
  expect(asked.status).toBe(404)
  await must(send(operatorStoreCalls.listCompanies, { headers: operatorHeaders, body: {} }))
  // Let a minute pass, since an answer holds for some seconds.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  try {
    const ready = await withSecrets({ SEALING_SECRET: 'short' }, () => send(aboutCalls.ready))
    expect(ready.errors[0]).toMatchObject({ code: 'not_ready', params: { stores: 'secrets' } })
  } finally {
    vi.useRealTimers()
  }
})
