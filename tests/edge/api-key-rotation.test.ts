import { env } from 'cloudflare:test'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { apiKeyCalls } from '../../domain/calls/api-keys.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { swarmCalls } from '../../domain/calls/swarms.ts'
import { type BrowserPage, mailsTo, openPage, waitFor } from './browser-page.ts'
import { foundLab, type Lab, must, password, send, type Sender } from './lab.ts'
import { changeRecord } from './store-writes.ts'

let lab: Lab
let page: BrowserPage
beforeAll(async () => {
  lab = await foundLab('rotate')
  page = openPage()
  await must(page.signIn('Administrator-rotate'))
})
afterEach(() => void vi.restoreAllMocks())

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const rotation = (old_hours: number) => ({ old_hours, expires_at: inDays(60), password })
const byId = (id: string) => ({ params: { id } })
const by =
  (key: string): Sender =>
  (row, parts = {}) =>
    send(row, { ...parts, headers: { ...parts.headers, Authorization: `Bearer ${key}` } })
const statusOf = async (key: string) => (await by(key)(sessionCalls.me)).status

async function make(permissions = ['swarms.search'], from = page) {
  const body = { description: 'Nightly export', permissions, expires_at: inDays(30), password }
  return (await must(from.send(apiKeyCalls.create, { body }))).data
}

async function rotate(id: string, old_hours: number) {
  const asked = { ...byId(id), body: rotation(old_hours) }
  return (await must(page.send(apiKeyCalls.rotate, asked))).data
}

/** Write another end of the old secret into the directory. */
async function putOldEnd(id: string, until: string) {
  const query = 'UPDATE api_keys SET old_until = ?2 WHERE uuid = ?1'
  await env.DIRECTORY.prepare(query).bind(id, until).run()
}

async function entryOf(id: string) {
  const { data } = (await must(page.send(apiKeyCalls.search))).data
  return data.find(({ uuid }) => uuid === id)
}

describe('rotation of a key', () => {
  it('gives a new secret and a new end, and both secrets open the key until the overlap is over', async () => {
    const { record, key } = await make()
    const made = await rotate(record.uuid, 24)
    expect(made.key).not.toBe(key)
    expect(made.key.startsWith(`${record.public_key}.`)).toBe(true)
    expect(made.record.expires_at > record.expires_at).toBe(true)
    expect([await statusOf(key), await statusOf(made.key)]).toEqual([200, 200])
    await waitFor(async () => {
      const entry = await entryOf(record.uuid)
      expect([entry?.old_used_at, entry?.last_used_at]).toEqual([
        expect.any(String),
        expect.any(String),
      ])
    })
    const which = { kind: 'api_key', uuid: record.uuid } as const
    const old_until = inDays(-1)
    await changeRecord(lab.company, which, { old_until })
    await putOldEnd(record.uuid, old_until)
    expect([await statusOf(key), await statusOf(made.key)]).toEqual([401, 200])
    await mailsTo('administrator-rotate@lab.example', 2)
  })

  it('without an overlap ends the old secret at once, and an overlap is ended by its owner', async () => {
    const { record, key } = await make()
    const second = await rotate(record.uuid, 0)
    expect([await statusOf(key), await statusOf(second.key)]).toEqual([401, 200])
    const third = await rotate(record.uuid, 48)
    expect(await statusOf(second.key)).toBe(200)
    await must(page.send(apiKeyCalls.endOld, byId(record.uuid)))
    expect([await statusOf(second.key), await statusOf(third.key)]).toEqual([401, 200])
    // Expect that a secret before the last but one never comes back.
    expect(await statusOf(key)).toBe(401)
  })

  it('is refused for a wrong password, a key that is off or over, another person, and too long a life', async () => {
    const { record, key } = await make()
    const ask = (body: object) => page.send(apiKeyCalls.rotate, { ...byId(record.uuid), body })
    const wrong = await ask({ ...rotation(1), password: 'Not-mine-1!' })
    expect(wrong.errors[0]?.reason).toBe('wrong_password')
    const long = await ask({ ...rotation(1), expires_at: inDays(400) })
    expect(long.errors[0]).toMatchObject({ code: 'invalid', reason: 'key_expiry' })
    expect((await ask(rotation(32 * 24))).errors[0]).toMatchObject({ field: 'old_hours' })
    const other = openPage()
    await must(other.signIn('Operator-rotate'))
    const foreign = { ...byId(record.uuid), body: rotation(1) }
    expect((await other.send(apiKeyCalls.rotate, foreign)).status).toBe(404)
    expect((await other.send(apiKeyCalls.endOld, byId(record.uuid))).status).toBe(404)
    await must(page.send(apiKeyCalls.deactivate, byId(record.uuid)))
    expect((await ask(rotation(1))).errors[0]?.reason).toBe('key_inactive')
    await must(page.send(apiKeyCalls.activate, byId(record.uuid)))
    expect(await statusOf(key)).toBe(200)
  })

  it('delivered twice makes one secret, and says that it was shown', async () => {
    const { record, key } = await make()
    const asked = {
      ...byId(record.uuid),
      body: rotation(24),
      headers: { 'Operation-Id': 'rotate-it-only-once' },
    }
    const first = (await must(page.send(apiKeyCalls.rotate, asked))).data
    const again = await page.send(apiKeyCalls.rotate, asked)
    expect([again.status, again.errors[0]?.reason]).toEqual([409, 'key_shown_before'])
    expect([await statusOf(key), await statusOf(first.key)]).toEqual([200, 200])
  })

  it('attack: an old secret put back into the directory opens nothing, whatever end is written beside it', async () => {
    const { record, key } = await make()
    const made = await rotate(record.uuid, 0)
    await putOldEnd(record.uuid, inDays(20))
    expect([await statusOf(key), await statusOf(made.key)]).toEqual([401, 200])
  })
})

describe('attack: a key', () => {
  it('is dead the moment its owner is made inactive, with both of its secrets', async () => {
    const leaver = openPage()
    const account = (await must(leaver.signIn('Manager-rotate'))).data
    const { record, key } = await make(['swarms.search'], leaver)
    const asked = { ...byId(record.uuid), body: rotation(24) }
    const made = (await must(leaver.send(apiKeyCalls.rotate, asked))).data
    await changeRecord(lab.company, { kind: 'user', uuid: account.uuid }, { active: 'N' })
    expect([await statusOf(key), await statusOf(made.key)]).toEqual([401, 401])
  })

  it('does not make, rotate or end keys', async () => {
    const { record, key } = await make(['swarms.search', 'apiKeys.use'])
    const body = {
      description: 'x',
      permissions: ['swarms.search'],
      expires_at: inDays(1),
      password,
    }
    for (const answer of [
      await by(key)(apiKeyCalls.create, { body }),
      await by(key)(apiKeyCalls.rotate, { ...byId(record.uuid), body: rotation(1) }),
      await by(key)(apiKeyCalls.endOld, byId(record.uuid)),
    ]) {
      expect([answer.status, answer.errors[0]?.reason]).toEqual([403, 'not_by_key'])
    }
  })

  it('is in no line of the log, whether its call is answered, refused or fails', async () => {
    const lines: unknown[] = []
    for (const name of ['log', 'info', 'warn', 'error', 'debug'] as const) {
      vi.spyOn(console, name).mockImplementation((...said) => void lines.push(...said))
    }
    const { key } = await make()
    const secret = key.split('.')[1] ?? ''
    await by(key)(swarmCalls.search, { body: {} })
    await by(key)(sessionCalls.me, { query: { api_key: key } })
    await by(key.slice(0, -1))(sessionCalls.me)
    await by(key)(apiKeyCalls.create, { body: { description: key } })
    // Let the directory fail in the middle of the recognition.
    vi.spyOn(env.DIRECTORY, 'prepare').mockImplementation(() => {
      throw new Error(`cannot bind ${key}`)
    })
    await by(key)(sessionCalls.me)
    expect(lines.map(String).join('\n')).not.toContain(secret)
  })
})
