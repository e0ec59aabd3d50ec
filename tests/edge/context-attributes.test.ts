import { beforeAll, describe, expect, it } from 'vitest'
import { certificateCalls } from '../../domain/calls/certificates.ts'
import { contextAttributeCalls } from '../../domain/calls/context-attributes.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { userCalls } from '../../domain/calls/users.ts'
import { whyCalls } from '../../domain/calls/why.ts'
import type { ContextAttribute } from '../../domain/entities/context-attribute.ts'
import { must, type Sender } from './lab.ts'
import type { World } from './matrix/example.ts'
import { makeWorld } from './matrix/world.ts'

let world: World
let provider: Sender
beforeAll(async () => {
  world = await makeWorld()
  provider = world.call
}, 60_000)

const at = (uuid: string) => ({ params: { id: uuid } })
const flag = { type: 'flag', values: ['on', 'off'], default: 'off' }

async function make(name: string, body: object = flag): Promise<ContextAttribute> {
  const made = await must(provider(contextAttributeCalls.create, { body: { name, ...body } }))
  return made.data
}

async function saidOf(sender: Sender): Promise<object[]> {
  const { settings } = (await must(sender(userCalls.getSettings))).data
  return settings.filter(({ category }) => category === 'context')
}

describe('context attributes', () => {
  it('[CALL-225] [CALL-229] [CALL-224] [CALL-230] [CALL-231] [ENT-051] are made, read, changed and deleted; a flag has possible values and a default', async () => {
    expect((await must(provider(contextAttributeCalls.createForm))).data).toMatchObject({
      options: { type: [{ value: 'flag' }, { value: 'text' }] },
    })
    const made = await make('trial')
    expect(made).toMatchObject({ ...flag, profiles: [], companies: [] })
    expect((await must(provider(contextAttributeCalls.get, at(made.uuid)))).data).toEqual(made)
    const edit = (body: object) => provider(contextAttributeCalls.edit, { ...at(made.uuid), body })
    await must(edit({ default: 'on', description: 'All may try' }))
    const odd = await edit({ default: 'maybe' })
    expect(odd.errors[0]).toMatchObject({ field: 'default', reason: 'value_not_possible' })
    expect((await edit({ values: [] })).errors[0]?.reason).toBe('attribute_values')
    expect((await edit({ type: 'text' })).errors[0]?.reason).toBe('attribute_values')
    await must(provider(contextAttributeCalls.delete, { ...at(made.uuid), body: {} }))
    expect((await provider(contextAttributeCalls.get, at(made.uuid))).status).toBe(404)
  })

  it('[CALL-228] are searched', async () => {
    const text = await make('Greeting', { type: 'text', default: 'hello' })
    const body = { filters: { type: 'text' }, search: 'greet' }
    const { data } = await must(provider(contextAttributeCalls.search, { body }))
    expect(data.data).toMatchObject([{ uuid: text.uuid }])
  })

  it('[CALL-226] [CALL-227] [CALL-232] [CALL-233] [ENT-052] are linked to profiles and companies, whose accounts find them in their settings', async () => {
    const { lab, underling } = world
    const made = await make('pilot')
    const manager = await lab.as('Manager')
    expect(await saidOf(manager)).toEqual([])
    const companies = [{ company_uuid: lab.company, value: null }]
    await must(
      provider(contextAttributeCalls.manageCompany, { ...at(made.uuid), body: { companies } }),
    )
    expect(await saidOf(manager)).toEqual([{ name: 'pilot', value: 'off', category: 'context' }])
    const profiles = [{ profile: 'Manager', value: 'on' }]
    await must(
      provider(contextAttributeCalls.manageProfile, { ...at(made.uuid), body: { profiles } }),
    )
    expect(await saidOf(manager)).toEqual([{ name: 'pilot', value: 'on', category: 'context' }])
    expect(await saidOf(await underling.as('Manager'))).toHaveLength(1)
    expect(await saidOf(await underling.as('Operator'))).toEqual([])
    const listed = await must(provider(contextAttributeCalls.listCompanies, at(made.uuid)))
    expect(listed.data).toEqual({ companies: [{ ...companies[0], name: 'Lab lab' }] })
    const linked = await must(provider(contextAttributeCalls.listProfiles, at(made.uuid)))
    expect(linked.data).toEqual({ profiles })
    const wrong = await provider(contextAttributeCalls.manageProfile, {
      ...at(made.uuid),
      body: { profiles: [{ profile: 'Operator', value: 'perhaps' }] },
    })
    expect(wrong.errors[0]).toMatchObject({ field: 'profiles.0.value' })
  })

  it('are shown to the provider alone: they contain the names of other companies', async () => {
    const top = await world.lab.as('SuperAdmin')
    for (const row of Object.values(contextAttributeCalls)) {
      const answer = await top(row, {
        ...at(crypto.randomUUID()),
        ...(row.method === 'POST' ? { body: {} } : {}),
      })
      expect([row.path, answer.status]).toEqual([row.path, 403])
    }
  })

  it('named as a flag of the product act at the next call, as the explanations say, and stop acting when they are deleted', async () => {
    const { lab, leaver } = world
    const [manager, admin] = [await lab.as('Manager'), await lab.as('Administrator')]
    const search = async (sender: Sender) => (await sender(certificateCalls.search)).status
    const heldBy = async (sender: Sender) => (await must(sender(sessionCalls.me))).data
    expect(await search(manager)).toBe(200)
    const odd = await provider(contextAttributeCalls.create, {
      body: { name: 'certificates', type: 'flag', values: ['yes', 'no'], default: 'no' },
    })
    expect(odd.errors[0]).toMatchObject({ field: 'values', reason: 'product_flag_values' })
    const made = await make('certificates')
    expect(await search(manager)).toBe(200)
    const link = (profiles: object[]) =>
      must(provider(contextAttributeCalls.manageProfile, { ...at(made.uuid), body: { profiles } }))
    await link([{ profile: 'Manager', value: null }])
    expect(await search(manager)).toBe(403)
    expect(await search(await leaver.as('Manager'))).toBe(403)
    expect(await search(admin)).toBe(200)
    const { uuid, permissions, scope } = await heldBy(manager)
    expect(permissions.filter((name) => name.startsWith('certificates.'))).toEqual([])
    expect(permissions).toContain('analysis.search')
    const query = { permission: 'certificates.search' } as const
    expect((await must(manager(whyCalls.why, { query }))).data).toMatchObject({
      allowed: false,
      reason: 'switched_off',
    })
    const access = (await must(admin(userCalls.access, { params: { id: uuid } }))).data
    const lines = access.permissions.filter(({ permission }) => permission.startsWith('certif'))
    expect(lines.map(({ refusal }) => refusal?.reason)).toEqual(lines.map(() => 'switched_off'))
    await link([])
    expect(await search(manager)).toBe(200)
    expect((await heldBy(manager)).scope).not.toBe(scope)
    const companies = [{ company_uuid: lab.company, value: 'off' }]
    const toCompany = { ...at(made.uuid), body: { companies } }
    await must(provider(contextAttributeCalls.manageCompany, toCompany))
    expect(await search(admin)).toBe(403)
    // Act there as somebody of the provider, who uses what that company may use.
    const there = { headers: { 'X-Company': lab.company } }
    expect((await provider(certificateCalls.search, there)).status).toBe(403)
    expect(await search(provider)).toBe(200)
    await must(provider(contextAttributeCalls.delete, { ...at(made.uuid), body: {} }))
    expect(await search(admin)).toBe(200)
  })

  it('say that an account tries the product: its pages show it, and it requests no certificates', async () => {
    const { lab } = world
    const manager = await lab.as('Manager')
    const request = 'certificates.send_coa_request'
    const before = (await must(manager(sessionCalls.me))).data
    expect(before.trial).toBeUndefined()
    expect(before.permissions).toContain(request)
    const made = await make('trial')
    const companies = [{ company_uuid: lab.company, value: 'on' }]
    const toCompany = { ...at(made.uuid), body: { companies } }
    await must(provider(contextAttributeCalls.manageCompany, toCompany))
    const trying = (await must(manager(sessionCalls.me))).data
    expect(trying.trial).toBe(true)
    expect(trying.permissions).toEqual(before.permissions.filter((name) => name !== request))
    await must(provider(contextAttributeCalls.delete, { ...at(made.uuid), body: {} }))
    expect((await must(manager(sessionCalls.me))).data.trial).toBeUndefined()
  })
})
