import { env, runInDurableObject, SELF } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { apiKeyCalls } from '../../domain/calls/api-keys.ts'
import { liveCalls } from '../../domain/calls/live.ts'
import { passwordCalls } from '../../domain/calls/passwords.ts'
import { type Account, sessionCalls } from '../../domain/calls/session.ts'
import { ssoCalls } from '../../domain/calls/sso.ts'
import { twoStepCalls } from '../../domain/calls/two-step.ts'
import { protocolCalls } from '../../domain/calls/protocols.ts'
import { recipeCalls } from '../../domain/calls/recipes.ts'
import { userCalls } from '../../domain/calls/users.ts'
import { byId, byKey, inDays, keyWish, makeKey } from './api-key-bodies.ts'
import { type BrowserPage, codeAt, mailsTo, openPage, switchOn, waitFor } from './browser-page.ts'
import { foundLab, type Lab, must, origin, password } from './lab.ts'
import { changeRecord, changeRecords } from './store-writes.ts'

let lab: Lab
let page: BrowserPage
let account: Account
beforeAll(async () => {
  lab = await foundLab('keys')
  page = openPage()
  account = (await must(page.signIn('Operator-keys'))).data
})

const make = (from = page, permissions?: string[]) => makeKey(from, permissions)

describe('making a key', () => {
  it('[CALL-234] [ENT-048] wants the password, shows the secret once and keeps its hash', async () => {
    const wrong = await page.send(apiKeyCalls.create, {
      body: { ...keyWish(), password: 'Not-mine-1!' },
    })
    expect(wrong.errors[0]?.reason).toBe('wrong_password')
    const { record, key } = await make()
    expect(record).toMatchObject({
      description: 'Nightly export',
      status: 'active',
      user_uuid: account.uuid,
      last_used_at: null,
      old_used_at: null,
    })
    expect(key).toMatch(/^bk_[\w-]{16}\.[\w-]{43}$/)
    expect(key.startsWith(`${record.public_key}.`)).toBe(true)
    const secret = key.split('.')[1] ?? ''
    const listed = await must(page.send(apiKeyCalls.search))
    expect(JSON.stringify(listed.data)).not.toContain(secret)
    const { results } = await env.DIRECTORY.prepare('SELECT * FROM api_keys').all()
    expect(JSON.stringify(results)).not.toContain(secret)
    await runInDurableObject(env.COMPANY_STORE.getByName(lab.company), (_, state) => {
      for (const table of ['records', 'audit', 'operations']) {
        const rows = JSON.stringify(state.storage.sql.exec(`SELECT * FROM ${table}`).toArray())
        expect(rows).not.toContain(secret)
      }
    })
    await mailsTo('operator-keys@lab.example', 1)
  })

  it('gives no more than its maker holds, and ends within a year', async () => {
    const beyond = await page.send(apiKeyCalls.create, { body: keyWish(['users.create']) })
    expect([beyond.status, beyond.errors[0]?.reason, beyond.errors[0]?.params]).toEqual([
      403,
      'scope_beyond_own',
      { permission: 'users.create' },
    ])
    for (const expires_at of [inDays(-1), inDays(400)]) {
      const answer = await page.send(apiKeyCalls.create, { body: { ...keyWish(), expires_at } })
      expect(answer.errors[0]).toMatchObject({ code: 'invalid', reason: 'key_expiry' })
    }
    const none = await page.send(apiKeyCalls.create, { body: keyWish([]) })
    expect(none.errors[0]).toMatchObject({ code: 'invalid', field: 'permissions' })
  })

  it('delivered twice makes one key, and says that its secret was shown', async () => {
    const headers = { 'Operation-Id': 'make-one-key-only' }
    await must(page.send(apiKeyCalls.create, { body: keyWish(), headers }))
    const again = await page.send(apiKeyCalls.create, { body: keyWish(), headers })
    expect([again.status, again.errors[0]?.reason]).toEqual([409, 'key_shown_before'])
  })

  it('asks for a code where the second step is on', async () => {
    await foundLab('keystep')
    const own = openPage()
    await must(own.signIn('Operator-keystep'))
    const { secret } = await switchOn(own)
    const needed = await own.send(apiKeyCalls.create, { body: keyWish() })
    expect(needed.errors[0]?.reason).toBe('code_needed')
    await must(own.send(apiKeyCalls.create, { body: { ...keyWish(), code: codeAt(secret, 1) } }))
  })
})

describe('calling by a key', () => {
  it('does what the key’s part allows, in the name of the person, and is noted', async () => {
    const { record, key } = await make()
    const ask = byKey(key)
    expect((await must(ask(sessionCalls.me))).data).toMatchObject({
      uuid: account.uuid,
      permissions: ['recipes.search'],
    })
    await must(ask(recipeCalls.get, byId(lab.recipe)))
    const beyond = await ask(protocolCalls.get, byId(lab.protocol))
    expect([beyond.status, beyond.errors[0]?.params]).toEqual([
      403,
      { permission: 'protocol.search' },
    ])
    await waitFor(async () => {
      const { data } = (await must(page.send(apiKeyCalls.search))).data
      expect(data.find(({ uuid }) => uuid === record.uuid)?.last_used_at).toBeTruthy()
    })
  })

  /** Send a request as `curl` does, without the headers of a browser. */
  const curl = async (key: string, headers: Record<string, string> = {}, method = 'GET') => {
    const response = await SELF.fetch(`${origin}/v3${sessionCalls.me.path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, ...headers },
    })
    const { errors } = (await response.json()) as { errors?: { code: string }[] }
    return [response.status, errors?.[0]?.code]
  }

  it('first-use W7: needs nothing that only a browser sends, also for a POST, and a key that is off answers 401', async () => {
    const { record, key } = await make()
    expect(await curl(key)).toEqual([200, undefined])
    const posted = await SELF.fetch(`${origin}/v3${recipeCalls.search.path}`, {
      method: recipeCalls.search.method,
      headers: { Authorization: `Bearer ${key}` },
    })
    expect(posted.status).toBe(200)
    await must(page.send(apiKeyCalls.deactivate, byId(record.uuid)))
    expect(await curl(key)).toEqual([401, 'not_signed_in'])
    expect(await curl('nothing-like-a-key')).toEqual([401, 'not_signed_in'])
  })

  it('first-use W7: a session cookie beside the key keeps the guard of browsers, and so does a cookie alone', async () => {
    const { key } = await make()
    const Cookie = page.cookie()
    expect(await curl(key, { Cookie })).toEqual([405, 'method_refused'])
    expect(await curl(key, { Cookie, 'X-Requested-With': 'XMLHttpRequest' })).toEqual([
      200,
      undefined,
    ])
    expect(
      await curl(key, {
        Cookie,
        'X-Requested-With': 'XMLHttpRequest',
        'Sec-Fetch-Site': 'cross-site',
      }),
    ).toEqual([405, 'method_refused'])
    for (const Authorization of ['bearer x', 'Basic x', 'Bearer', 'Device x']) {
      expect(await curl(key, { Cookie, Authorization })).toEqual([405, 'method_refused'])
    }
    // Expect that a key does not help a call without an account: a sign-in from another site stays refused.
    const signIn = await SELF.fetch(`${origin}/v3${sessionCalls.login.path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ username: 'Operator-keys', password }),
    })
    expect(signIn.status).toBe(405)
  })

  it('holds less when its person does', async () => {
    await foundLab('shrink').then(async (own) => {
      const theirs = openPage()
      await must(theirs.signIn('Operator-shrink'))
      const { key } = await make(theirs, ['recipes.search', 'protocol.search'])
      await changeRecords(own.company, 'profile', 'Operator', { permissions: ['protocol.search'] })
      expect((await must(byKey(key)(sessionCalls.me))).data).toMatchObject({
        permissions: ['protocol.search'],
      })
      await changeRecords(own.company, 'user', '', { active: 'N' })
      expect((await byKey(key)(sessionCalls.me)).status).toBe(401)
    })
  })

  it('opens nothing with a wrong secret, an unknown key, or the key of another in front', async () => {
    const { key } = await make()
    const other = await make()
    const [publicKey = '', secret = ''] = key.split('.')
    const tries = [
      `${publicKey}.${'A'.repeat(43)}`,
      `bk_${'A'.repeat(16)}.${secret}`,
      `${other.record.public_key}.${secret}`,
      secret,
      '',
    ]
    for (const tried of tries) {
      const answer = await byKey(tried)(sessionCalls.me)
      expect([answer.status, answer.errors[0]?.code]).toEqual([401, 'not_signed_in'])
    }
    // Refuse a wrong key with a cookie beside it, which does not help.
    const both = await byKey(`${publicKey}.${'A'.repeat(43)}`)(sessionCalls.me, {
      headers: { Cookie: page.cookie() },
    })
    expect(both.status).toBe(401)
  })

  it('is refused in an address', async () => {
    const { key } = await make()
    for (const query of [{ api_key: key }, { access_token: key }, { filter: key }]) {
      const answer = await page.send(sessionCalls.me, { query })
      expect(answer.errors[0]).toMatchObject({ code: 'invalid', reason: 'key_in_address' })
    }
  })

  it('[CALL-235] [CALL-236] [CALL-237] [CALL-238] never manages keys, sessions, passwords or the second step', async () => {
    const { record, key } = await make()
    const ask = byKey(key)
    const nothing = crypto.randomUUID()
    const rows = [
      ...Object.values(apiKeyCalls),
      ...Object.values(twoStepCalls),
      ...Object.values(ssoCalls),
      sessionCalls.logout,
      sessionCalls.list,
      sessionCalls.end,
      sessionCalls.endOthers,
      passwordCalls.changeForm,
      passwordCalls.change,
      passwordCalls.changeFormOf,
      passwordCalls.changeOf,
    ]
    for (const row of rows) {
      const parts = { params: { id: nothing }, ...(row.method === 'POST' ? { body: {} } : {}) }
      const answer = await ask(row, parts)
      expect([row.path, answer.status, answer.errors[0]?.reason]).toEqual([
        row.path,
        403,
        'not_by_key',
      ])
    }
    expect(record.status).toBe('active')
    // Refuse also what is written without any permission: it is in no key's part.
    for (const row of [userCalls.editDetails, liveCalls.accountToken]) {
      expect((await ask(row, { body: {} })).errors[0]?.reason).toBe('not_by_key')
    }
  })
})

describe('the states of a key', () => {
  it('[STATE-059] [STATE-060] [CALL-236] [CALL-237] goes from active to inactive and back, and nowhere else', async () => {
    const { record, key } = await make()
    const { uuid } = record
    const twice = await page.send(apiKeyCalls.activate, byId(uuid))
    expect([twice.status, twice.errors[0]?.reason]).toEqual([409, 'key_active'])
    expect((await must(page.send(apiKeyCalls.deactivate, byId(uuid)))).data).toMatchObject({
      status: 'inactive',
    })
    expect((await byKey(key)(sessionCalls.me)).status).toBe(401)
    expect((await page.send(apiKeyCalls.deactivate, byId(uuid))).errors[0]?.reason).toBe(
      'key_inactive',
    )
    expect((await must(page.send(apiKeyCalls.activate, byId(uuid)))).data).toMatchObject({
      status: 'active',
    })
    expect((await byKey(key)(sessionCalls.me)).status).toBe(200)
  })

  it('[CALL-238] is over when deleted', async () => {
    const { record, key } = await make()
    await must(page.send(apiKeyCalls.delete, byId(record.uuid)))
    expect((await byKey(key)(sessionCalls.me)).status).toBe(401)
    for (const row of [apiKeyCalls.activate, apiKeyCalls.deactivate, apiKeyCalls.delete]) {
      expect((await page.send(row, byId(record.uuid))).status).toBe(404)
    }
  })

  it('ends by itself, and cannot be brought back', async () => {
    const { record, key } = await make()
    const ended = { expires_at: new Date(Date.now() - 1).toISOString() }
    await changeRecord(lab.company, { kind: 'api_key', uuid: record.uuid }, ended)
    expect((await byKey(key)(sessionCalls.me)).status).toBe(401)
    const answer = await page.send(apiKeyCalls.activate, byId(record.uuid))
    expect(answer.errors[0]?.reason).toBe('key_expired')
    await must(page.send(apiKeyCalls.delete, byId(record.uuid)))
  })

  it('is changed by its owner alone, and is in the trail', async () => {
    const { record } = await make()
    const admin = openPage()
    await must(admin.signIn('Administrator-keys'))
    const missing = await admin.send(apiKeyCalls.deactivate, byId(crypto.randomUUID()))
    for (const row of [apiKeyCalls.activate, apiKeyCalls.deactivate, apiKeyCalls.delete]) {
      const answer = await admin.send(row, byId(record.uuid))
      expect([answer.status, answer.errors]).toEqual([404, missing.errors])
    }
    await must(page.send(apiKeyCalls.deactivate, byId(record.uuid)))
    await runInDurableObject(env.COMPANY_STORE.getByName(lab.company), (_, state) => {
      const entries = state.storage.sql
        .exec<{ entry: string }>(`SELECT entry FROM audit WHERE uuid = ? ORDER BY seq`, record.uuid)
        .toArray()
        .map(({ entry }) => (JSON.parse(entry) as { action: string }).action)
      expect(entries).toEqual(['api_key.create', 'api_key.deactivate'])
    })
  })
})

describe('the list of keys', () => {
  it('[CALL-235] [CALL-041] is one’s own, or somebody’s for who may see it', async () => {
    const { record } = await make()
    const own = (await must(page.send(apiKeyCalls.ofUser, byId(account.uuid)))).data
    expect(own.data.map(({ uuid }) => uuid)).toContain(record.uuid)
    const admin = openPage()
    const boss = (await must(admin.signIn('Administrator-keys'))).data
    expect((await must(admin.send(apiKeyCalls.search))).data).toMatchObject({ total: 0 })
    const seen = (await must(admin.send(apiKeyCalls.ofUser, byId(account.uuid)))).data
    expect(seen.data.map(({ uuid }) => uuid)).toContain(record.uuid)
    const denied = await page.send(apiKeyCalls.ofUser, byId(boss.uuid))
    expect([denied.status, denied.errors[0]?.params]).toEqual([
      403,
      { permission: 'users.apiKeys' },
    ])
    expect((await admin.send(apiKeyCalls.ofUser, byId(crypto.randomUUID()))).status).toBe(404)
    const neighbour = await foundLab('nextdoor')
    const theirs = await neighbour.as('Administrator')
    expect((await theirs(apiKeyCalls.ofUser, byId(account.uuid))).status).toBe(404)
  })
})

it('A20-11: an account has fifty keys at most that have not expired', async () => {
  const manager = await lab.as('Manager')
  const create = () => manager(apiKeyCalls.create, { body: keyWish() })
  const first = await must(create())
  // oxlint-disable-next-line no-await-in-loop
  for (let count = 1; count < 50; count += 1) await must(create())
  const refused = await create()
  expect([refused.status, refused.errors[0]?.reason, refused.errors[0]?.params]).toEqual([
    409,
    'keys_many',
    { most: 50 },
  ])
  await must(manager(apiKeyCalls.delete, byId(first.data.record.uuid)))
  await must(create())
})
