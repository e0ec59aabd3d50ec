import { env, runInDurableObject } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { apiKeyCalls } from '../../domain/calls/api-keys.ts'
import { passwordCalls } from '../../domain/calls/passwords.ts'
import { recipeCalls } from '../../domain/calls/recipes.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { userCalls } from '../../domain/calls/users.ts'
import { byId, byKey, makeKey } from './api-key-bodies.ts'
import { openPage } from './browser-page.ts'
import { foundLab, must, password } from './lab.ts'

describe('a person whose access is switched off', () => {
  beforeAll(() => foundLab('keys'))

  it('ends with the access of its person, and does not hold again when that is switched on', async () => {
    const admin = openPage()
    await must(admin.signIn('Administrator-keys'))
    const manager = openPage()
    const { uuid } = (await must(manager.signIn('Manager-keys'))).data
    const { record, key } = await makeKey(manager)
    expect((await byKey(key)(recipeCalls.search)).status).toBe(200)
    const put = (active: 'Y' | 'N') =>
      must(admin.send(userCalls.edit, { ...byId(uuid), body: { active, reason: 'on leave' } }))
    await put('N')
    expect((await byKey(key)(recipeCalls.search)).status).toBe(401)
    await put('Y')
    expect((await byKey(key)(recipeCalls.search)).status).toBe(401)
    await must(manager.signIn('Manager-keys'))
    const { data } = await must(manager.send(apiKeyCalls.search))
    expect(data.data.find((one) => one.uuid === record.uuid)?.status).toBe('inactive')
    // Refuse an edit, which ends no key then.
    const own = await makeKey(admin)
    const { uuid: self } = (await must(admin.send(sessionCalls.me))).data
    const refused = await admin.send(userCalls.edit, { ...byId(self), body: { active: 'N' } })
    expect(refused.status).toBe(409)
    expect((await byKey(own.key)(recipeCalls.search)).status).toBe(200)
  })
})

describe('attack L8: a change of password at a session', () => {
  const next = 'Quite-another-9?'
  const change = async (word: string, wish: { end_keys?: boolean }) => {
    const own = await foundLab(word)
    const manager = openPage()
    await must(manager.signIn(`Manager-${word}`))
    const [first, second] = [await makeKey(manager), await makeKey(manager)]
    await must(manager.send(apiKeyCalls.deactivate, byId(second.record.uuid)))
    const body = { old_password: password, password: next, repeat: next, ...wish }
    await must(manager.send(passwordCalls.change, { body }))
    const entries = await runInDurableObject(env.COMPANY_STORE.getByName(own.company), (_, state) =>
      state.storage.sql
        .exec<{ entry: string }>(`SELECT entry FROM audit WHERE kind = 'api_key' ORDER BY seq`)
        .toArray()
        .map(({ entry }) => JSON.parse(entry) as { action: string; actor: object; reason: string }),
    )
    return { first, manager, entries, answer: await byKey(first.key)(sessionCalls.me) }
  }

  it('makes the active keys inactive where the person wishes it, and the trail says so', async () => {
    const { first, manager, entries, answer } = await change('endkeys', { end_keys: true })
    expect([answer.status, answer.errors[0]?.code]).toEqual([401, 'not_signed_in'])
    expect(entries).toHaveLength(4)
    expect(entries.at(-1)).toMatchObject({
      action: 'api_key.deactivate',
      actor: { name: 'Manager of endkeys' },
      reason: 'Password changed',
    })
    await must(manager.send(apiKeyCalls.activate, byId(first.record.uuid)))
    expect((await byKey(first.key)(sessionCalls.me)).status).toBe(200)
  })

  it('leaves them where the person does not, or an older page does not ask', async () => {
    const kept = await change('keepkeys', { end_keys: false })
    const older = await change('olderkeys', {})
    for (const { answer, entries } of [kept, older]) {
      expect([answer.status, entries.length]).toEqual([200, 3])
    }
  })
})
