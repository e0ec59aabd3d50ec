import { beforeAll, describe, expect, it } from 'vitest'
import { type Why, whyCalls } from '../../domain/calls/why.ts'
import { userCalls } from '../../domain/calls/users.ts'
import { companyCalls } from '../../domain/calls/companies.ts'
import { contract } from '../../domain/contract.ts'
import type { Permission } from '../../domain/permissions.ts'
import { must, type Sender } from './lab.ts'
import type { World } from './matrix/example.ts'
import { harmless } from './matrix/substitute.ts'
import { makeWorld } from './matrix/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
}, 60_000)

async function ask(sender: Sender, call: string, headers = {}): Promise<Why> {
  return (await must(sender(whyCalls.why, { query: { call }, headers }))).data
}

async function askOf(sender: Sender, permission: Permission): Promise<Why> {
  return (await must(sender(whyCalls.why, { query: { permission } }))).data
}

describe('why can’t I?', () => {
  it('says that one may', async () => {
    const operator = await world.lab.as('Operator')
    expect(await ask(operator, 'analysis.search')).toMatchObject({
      allowed: true,
      permission: 'analysis.search',
      reason: null,
    })
    expect(await ask(operator, 'GET /session/me')).toMatchObject({
      allowed: true,
      permission: null,
    })
  })

  it('names the permission that the profile lacks, and who holds it', async () => {
    const operator = await world.lab.as('Operator')
    const expected = {
      call: 'user.edit',
      allowed: false,
      permission: 'users.edit',
      reason: 'profile',
      profile: 'Operator',
      granted_by: ['SuperAdmin', 'Administrator'],
    }
    const id = crypto.randomUUID()
    for (const call of ['user.edit', `POST /users/edit/${id}`, `post /v3/users/edit/${id}?x=1`]) {
      expect(await ask(operator, call)).toMatchObject(expected)
    }
  })

  it('[PERM-073] is asked of a permission as well: the page that is not to be had names it', async () => {
    const operator = await world.lab.as('Operator')
    const refused = await operator(userCalls.search, {})
    expect(refused.status).toBe(403)
    expect(refused.errors[0]).toMatchObject({
      message: "You're not authorized to access this resource",
      reason: 'permission_missing',
      params: { permission: 'users.search' },
    })
    expect(await askOf(operator, 'users.search')).toEqual({
      call: null,
      allowed: false,
      permission: 'users.search',
      reason: 'profile',
      profile: 'Operator',
      capability: null,
      granted_by: ['SuperAdmin', 'Administrator', 'Manager'],
      held_by: ['Administrator', 'Manager', 'SuperAdmin'],
      support_contact: null,
    })
    expect(await askOf(operator, 'analysis.search')).toMatchObject({ allowed: true, reason: null })
    expect(await askOf(await world.lab.as('SuperAdmin'), 'companies.menu')).toMatchObject({
      reason: 'provider_only',
      support_contact: 'support@helix.example',
    })
  })

  it('takes a call or a permission of the table, not both and not neither', async () => {
    const operator = await world.lab.as('Operator')
    const queries = [
      [{}, 'call_or_permission'],
      [{ call: 'user.edit', permission: 'users.edit' }, 'call_or_permission'],
      [{ permission: 'users.conjure' }, 'picklist'],
    ] as const
    for (const [query, reason] of queries) {
      const answer = await operator(whyCalls.why, { query: query as { call: string } })
      expect([answer.status, answer.errors[0]?.reason]).toEqual([422, reason])
    }
  })

  it('names what the company is not enabled for', async () => {
    const top = await world.lab.as('SuperAdmin')
    expect(await ask(top, 'partner.search')).toMatchObject({
      allowed: false,
      reason: 'capability',
      capability: 'partner',
    })
  })

  it('[PERM-038] making a company needs the provider: the support contact is named', async () => {
    const top = await world.lab.as('SuperAdmin')
    expect(await ask(top, 'company.create')).toMatchObject({
      allowed: false,
      permission: 'companies.create',
      reason: 'provider_only',
      support_contact: 'support@helix.example',
    })
    const refused = await top(companyCalls.create, { body: { name: 'Mine' } })
    expect(refused.errors[0]?.params).toEqual({ permission: 'companies.create' })
    expect(await ask(world.call, 'company.create')).toMatchObject({ allowed: true })
  })

  it('says what is done in the own company only, and what is no account’s', async () => {
    const top = await world.partner.as('SuperAdmin')
    const there = { 'X-Company': world.underling.company }
    expect(await ask(top, 'user.getSettings', there)).toMatchObject({ reason: 'own_company_only' })
    expect(await ask(top, 'user.search', there)).toMatchObject({ allowed: true })
    expect(await ask(top, 'operator.createCompany')).toMatchObject({ reason: 'not_for_accounts' })
  })

  it('agrees with what the calls do', async () => {
    const operator = await world.lab.as('Operator')
    for (const name of ['analysis.search', 'user.edit', 'company.create', 'swarm.merge']) {
      const [group = '', call = ''] = name.split('.')
      const row = contract[group]?.[call]
      if (!row) throw new Error(`no ${name}`)
      const { errors } = await operator(row, harmless(row))
      const missing = errors[0]?.reason === 'permission_missing'
      expect([name, (await ask(operator, name)).allowed]).toEqual([name, !missing])
    }
  })

  it('knows only calls that there are', async () => {
    const operator = await world.lab.as('Operator')
    for (const call of ['user.conjure', 'GET /no/such', 'toString.constructor']) {
      expect((await operator(whyCalls.why, { query: { call } })).status).toBe(404)
    }
    expect((await operator(whyCalls.why, { query: { call: 'x' } })).status).toBe(422)
  })
})
