import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Fault } from '../../domain/fault.ts'
import { beginAt, finishAt, type OidcClient, type OidcPurpose } from '../../edge/session/oidc.ts'

const redirectUri = 'https://bapp.test/login'
const clientSecret = 'a-secret-of-the-client-0123456789'
const started: ChildProcess[] = []

async function run(): Promise<OidcClient> {
  const args = ['tests/contract/run-identity-provider.ts', redirectUri, clientSecret]
  const child = spawn('node_modules/.bin/node', args, { stdio: ['ignore', 'pipe', 'ignore'] })
  started.push(child)
  for await (const line of createInterface({ input: child.stdout })) {
    const [, issuer] = /^issuer (\S+)$/.exec(line) ?? []
    if (issuer) return { issuer, clientId: 'bapp', clientSecret, redirectUri, isLocal: true }
  }
  throw new Error('the identity provider did not start')
}

let client: OidcClient
let stranger: OidcClient
beforeAll(async () => {
  const [one, two] = await Promise.all([run(), run()])
  client = one
  stranger = two
})
afterAll(async () => {
  await Promise.all(
    started.map(async (child) => {
      const ended = once(child, 'exit')
      child.kill()
      await ended
    }),
  )
})

/** Sign in at the provider as a browser does: follow, fill in the forms, come back with what it wrote into the address. */
async function signIn(
  start: string,
  email: string,
  jar = new Map<string, string>(),
): Promise<URLSearchParams> {
  let next: { url: string; body?: URLSearchParams } = { url: start }
  for (let step = 0; step < 20; step += 1) {
    const { url, body } = next
    const headers = { cookie: [...jar.values()].join('; ') }
    const response = await fetch(url, {
      redirect: 'manual',
      headers,
      ...(body && { method: 'POST', body }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';')
      jar.set(pair.split('=')[0] ?? '', pair)
    }
    const place = response.headers.get('location')
    if (place?.startsWith(redirectUri)) return new URL(place).searchParams
    if (place) {
      next = { url: new URL(place, url).href }
      continue
    }
    const page = await response.text()
    const [, target = ''] = /action="([^"]+)"/.exec(page) ?? []
    const [, prompt = ''] = /name="prompt" value="(\w+)"/.exec(page) ?? []
    const form = new URLSearchParams({ prompt, login: email, password: 'anything' })
    next = { url: new URL(target, url).href, body: form }
  }
  throw new Error('the sign-in goes round in circles')
}

async function begin(email = 'olga@lab.example', purpose: OidcPurpose = 'sign_in') {
  const { url, request } = await beginAt(client, { email, purpose })
  return { request, answer: await signIn(url, email) }
}

const refusal = async (work: Promise<unknown>) => {
  const fault = await work.then(
    () => null,
    (error: Fault) => error.first,
  )
  return [fault?.reason, fault?.params?.['why']]
}

describe('a sign-in at an identity provider in a process of its own', () => {
  it('gives the subject and the verified address, also with a fresh sign-in for a test', async () => {
    for (const purpose of ['sign_in', 'test'] as const) {
      const { request, answer } = await begin('Olga@lab.example', purpose)
      expect(await finishAt(client, request, answer)).toEqual({
        subject: 'Olga@lab.example',
        email: 'olga@lab.example',
      })
    }
  })

  it('is asked for afresh for each signature, also where the browser is still signed in there', async () => {
    const jar = new Map<string, string>()
    const go = async (purpose: OidcPurpose, seconds = 0) => {
      const begunAt = Date.now()
      const { url, request } = await beginAt(client, { email: null, purpose })
      const fresh = { begunAt: begunAt + seconds * 1000, now: begunAt + seconds * 1000 }
      return { request, answer: await signIn(url, 'olga@lab.example', jar), fresh }
    }
    const first = await go('signature')
    const { subject } = await finishAt(client, first.request, first.answer, first.fresh)
    expect(subject).toBe('olga@lab.example')
    const again = await go('signature')
    expect((await finishAt(client, again.request, again.answer, again.fresh)).subject).toBe(subject)
    // Refuse a signature that began later than the sign-in, also where the provider asks nobody.
    const silent = await go('signature', 120)
    expect(await refusal(finishAt(client, silent.request, silent.answer, silent.fresh))).toEqual([
      'provider_not_fresh',
      undefined,
    ])
  })

  it('gives no address that the provider has not verified', async () => {
    const { request, answer } = await begin('new.one@lab.example')
    expect((await finishAt(client, request, answer)).email).toBeNull()
  })

  it('works once: the code is refused the second time', async () => {
    const { request, answer } = await begin()
    await finishAt(client, request, answer)
    expect(await refusal(finishAt(client, request, answer))).toEqual([
      'provider_refused',
      'invalid_grant',
    ])
  })

  it('is refused with another nonce, verifier, state or secret', async () => {
    const wrong = async (change: object, other: Partial<OidcClient> = {}) => {
      const { request, answer } = await begin()
      return refusal(finishAt({ ...client, ...other }, { ...request, ...change }, answer))
    }
    expect((await wrong({ nonce: 'another' }))[0]).toBe('provider_refused')
    expect(await wrong({ verifier: 'v'.repeat(43) })).toEqual(['provider_refused', 'invalid_grant'])
    expect((await wrong({ state: 'another' }))[0]).toBe('provider_refused')
    expect((await wrong({}, { clientSecret: 'not-the-secret' }))[0]).toBe('provider_client')
  })

  it('is refused when its answer is brought to another provider', async () => {
    const { request, answer } = await begin()
    expect((await refusal(finishAt(stranger, request, answer)))[0]).toBe('provider_refused')
  })

  it('says so where nobody answers, or the issuer is another', async () => {
    const nobody = { ...client, issuer: 'http://127.0.0.1:1' }
    const begun = beginAt(nobody, { email: null, purpose: 'sign_in' })
    expect((await refusal(begun))[0]).toBe('provider_unreachable')
    const elsewhere = { ...client, issuer: client.issuer.replace('127.0.0.1', 'localhost') }
    const misnamed = beginAt(elsewhere, { email: null, purpose: 'sign_in' })
    expect((await refusal(misnamed))[0]).toBe('provider_unreachable')
  })
})
