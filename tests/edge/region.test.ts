import { env, SELF } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import { aboutCalls } from '../../domain/calls/about.ts'
import { operatorCalls } from '../../domain/calls/operator.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { app } from '../../edge/app.ts'
import { closeCompany } from '../../edge/directory/closed-companies.ts'
import { regional } from '../../edge/regional.ts'
import { makeSecret } from '../../edge/crypto/secret.ts'
import { describeFirstCompany } from '../../scripts/first-company-body.ts'
import { foundLab, must, operatorHeaders, origin, send, signIn } from './lab.ts'

const ours = { 'X-Requested-With': 'XMLHttpRequest', 'Sec-Fetch-Site': 'same-origin' }

/** Make a body that never ends; `read` counts the pieces that were taken. */
function endless() {
  const counter = { read: 0, cancelled: false }
  const piece = new TextEncoder().encode(`{"username":"${'marker'.repeat(1000)}`)
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        counter.read += 1
        if (counter.read > 1) await new Promise((resolve) => setTimeout(resolve, 50))
        controller.enqueue(piece)
      },
      cancel() {
        counter.cancelled = true
      },
    },
    { highWaterMark: 0 },
  )
  return { body, counter }
}

/** Return the answer of the worker as another deployment. */
function asDeployed(REGION: 'eu' | 'na', ENVIRONMENT: string, url: string, init?: RequestInit) {
  return app.request(url, init, { ...env, REGION, ENVIRONMENT })
}

describe('a request at the wrong region', () => {
  it('is answered 421 with the right address while its body still comes', async () => {
    const { body, counter } = endless()
    const headers = { ...ours, 'X-Region': 'na', 'Content-Type': 'application/json' }
    const request = { method: 'POST', headers, body }
    const answer = await asDeployed(
      'eu',
      'production',
      'https://eu.bapp.example/v3/session/login',
      request,
    )
    const { errors } = (await answer.json()) as { errors: object[] }
    expect([answer.status, errors]).toEqual([
      421,
      [
        {
          code: 'wrong_region',
          reason: 'wrong_region',
          message: 'This is the region eu',
          params: { region: 'eu', baseUrl: 'https://na.bapp.example' },
        },
      ],
    ])
    expect(counter.read).toBe(0)
  })

  it('is answered so by the worker as it is served, without waiting for the end', async () => {
    const { body } = endless()
    const answer = await SELF.fetch(`${origin}/v3/session/login`, {
      method: 'POST',
      headers: { ...ours, 'X-Region': 'na', 'Content-Type': 'application/json' },
      body,
    })
    expect(answer.status).toBe(421)
    await answer.body?.cancel()
  })

  it('is known by its host too, for every call and caller', async () => {
    for (const path of ['about/health', 'session/login', 'operator/company', 'nowhere', 'live/x']) {
      const answer = await asDeployed('na', 'production', `https://eu.bapp.example/v3/${path}`)
      expect([path, answer.status]).toEqual([path, 421])
    }
    const right = await asDeployed('eu', 'production', 'https://eu.bapp.example/v3/about/health', {
      headers: ours,
    })
    expect(right.status).toBe(200)
  })

  it('leaves nothing behind', async () => {
    const company = describeFirstCompany({
      uuid: crypto.randomUUID(),
      company: 'Elsewhere',
      name: 'Erin Elsewhere',
      email: 'erin@elsewhere.example',
      username: 'erin',
      password: 'Wrong-region-1!',
      region: 'na',
    })
    const answer = await send(operatorCalls.createCompany, {
      body: company,
      headers: { ...operatorHeaders, 'X-Region': 'na' },
    })
    expect(answer.status).toBe(421)
    expect(await countRows()).toBe(0)
  })

  it("of a company is refused by the operator's call, before anything is written", async () => {
    const company = describeFirstCompany({
      uuid: crypto.randomUUID(),
      company: 'Elsewhere',
      name: 'Erin Elsewhere',
      email: 'erin@elsewhere.example',
      username: 'erin',
      password: 'Wrong-region-1!',
      region: 'na',
    })
    const answer = await send(operatorCalls.createCompany, {
      body: company,
      headers: operatorHeaders,
    })
    expect([answer.status, answer.errors[0]?.field]).toEqual([421, 'company.data_region'])
    expect(await countRows()).toBe(0)
  })

  it("with a session of the other region's company is not signed in", async () => {
    const elsewhere = { Cookie: `__Host-bapp=${crypto.randomUUID()}.${makeSecret()}` }
    const answer = await send(sessionCalls.me, { headers: elsewhere })
    expect([answer.status, answer.errors[0]?.code]).toEqual([401, 'session_expired'])
  })
})

async function countRows(): Promise<number> {
  const rows = await env.DIRECTORY.prepare(
    `SELECT (SELECT count(*) FROM companies WHERE name = 'Elsewhere') +
            (SELECT count(*) FROM logins WHERE username = 'erin') AS total`,
  ).first<{ total: number }>()
  return rows?.total ?? -1
}

describe('the region list of a deployment', () => {
  const list = async (region: 'eu' | 'na', environment: string, host: string) => {
    const url = `https://${host}/v3/about/regions`
    const answer = await asDeployed(region, environment, url, { headers: ours })
    return ((await answer.json()) as { data: { own: string; regions: { baseUrl: string }[] } }).data
  }

  it('[TRANS-001] [TRANS-003] depends on the host of the page', async () => {
    expect(await list('na', 'production', 'na.bapp.example')).toEqual({
      own: 'na',
      regions: [
        { region: 'eu', baseUrl: 'https://eu.bapp.example' },
        { region: 'na', baseUrl: 'https://na.bapp.example' },
      ],
    })
    const qa = await list('eu', 'qa', 'qa.bapp.example')
    expect(qa.regions).toEqual([{ region: 'eu', baseUrl: 'https://qa.bapp.example' }])
  })

  it('[TRANS-002] is staging for a host that nobody knows', async () => {
    const unknown = await list('eu', 'unheard-of', 'bapp.test')
    expect(unknown.regions.map(({ baseUrl }) => baseUrl)).toEqual(['https://staging.bapp.example'])
  })

  it('on a machine of its own is itself', async () => {
    const { data } = await must(send(aboutCalls.regions))
    expect(data).toEqual({ own: 'eu', regions: [{ region: 'eu', baseUrl: origin }] })
  })
})

describe('the stores of a region', () => {
  // Write down what the namespace is asked: the local runtime has no jurisdictions.
  const recording = (asked: string[]) => {
    const namespace = {
      getByName: (name: string) => asked.push(`get ${name}`),
      jurisdiction: (where: string) => {
        asked.push(`in ${where}`)
        return namespace
      },
    }
    return namespace as unknown as Env['COMPANY_STORE']
  }

  it.each([
    ['eu', 'production', ['in eu', 'get x']],
    ['na', 'validation', ['in us', 'get x']],
    ['eu', 'develop', ['in eu', 'get x']],
    ['eu', 'local', ['get x']],
  ] as const)('of %s, %s are held in its jurisdiction', (REGION, ENVIRONMENT, expected) => {
    const asked: string[] = []
    regional(recording(asked), { REGION, ENVIRONMENT }, 'x')
    expect(asked).toEqual(expected)
  })
})

describe('the first company', () => {
  const first = (word: string) =>
    describeFirstCompany({
      uuid: crypto.randomUUID(),
      company: `Provider ${word}`,
      name: 'Sam Keller',
      email: `${word}@provider.example`,
      username: `${word}@provider.example`,
      password: 'Uncommon-4-all!',
      region: 'eu',
    })

  it('is made once, and its SuperAdmin can sign in', async () => {
    await foundLab('region')
    await must(send(operatorCalls.createCompany, { body: first('one'), headers: operatorHeaders }))
    const sam = await signIn('one@provider.example', 'Uncommon-4-all!')
    const { data } = await must(sam(sessionCalls.me))
    expect(data).toMatchObject({ profile: 'SuperAdmin', company_details: { name: 'Provider one' } })
    const again = await send(operatorCalls.createCompany, {
      body: first('two'),
      headers: operatorHeaders,
    })
    expect([again.status, again.errors[0]?.reason]).toEqual([409, 'provider_taken'])
  })

  it('is one of two that are asked for at once, when the one before was closed', async () => {
    const { results } = await env.DIRECTORY.prepare(
      'SELECT uuid FROM companies WHERE provider = 1',
    ).all<{ uuid: string }>()
    for (const { uuid } of results) await closeCompany(env.DIRECTORY, uuid, '2026-11-21T08:00:00Z')
    const found = await Promise.all(
      ['three', 'four'].map((word) =>
        send(operatorCalls.createCompany, { body: first(word), headers: operatorHeaders }),
      ),
    )
    expect(found.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })
})
