import { beforeAll, describe, expect, it } from 'vitest'
import type { Call } from '../../domain/call.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { capabilitiesOf, type Company } from '../../domain/entities/company.ts'
import {
  type BaseProfile,
  defaultProfiles,
  effectivePermissions,
  type Permission,
  permissions,
} from '../../domain/permissions.ts'
import { derivedUuid } from '../../edge/derived-uuid.ts'
import { companies } from '../../scripts/demo/companies.ts'
import { type Answer, must, operatorHeaders, password, send, type Sender, signIn } from './lab.ts'
import { handToWorker } from './kept-worker.ts'
import { accountRows, matrixRows } from './matrix/all-examples.ts'
import type { World } from './matrix/example.ts'
import { harmless, nowhere } from './matrix/substitute.ts'
import { changeInside, makeWorld } from './matrix/world.ts'

const profiles: readonly BaseProfile[] = ['SuperAdmin', 'Administrator', 'Manager', 'Operator']
const named = accountRows.map((entry): [string, Call, boolean] => [
  entry.name,
  entry.row,
  entry.example?.endsSession ?? false,
])

handToWorker()

let world: World
beforeAll(async () => {
  world = await makeWorld()
}, 60_000)

/** Return a sender that the call may sign out without harm to the others. */
async function senderOf(profile: BaseProfile, ends: boolean): Promise<Sender> {
  return ends ? signIn(`${profile}-leaver`, password) : world.lab.as(profile)
}

/** Return the permission that the answer names as missing, or null. */
function missingIn(answer: Answer): string | null {
  const [first] = answer.errors
  if (answer.status !== 403 || first?.reason !== 'permission_missing') return null
  return String(first.params?.['permission'])
}

describe('a caller who is not signed in', () => {
  it.each(named)('%s is turned away before anything is read', async (_, row) => {
    const answer = await send(row, harmless(row))
    expect([answer.status, answer.errors[0]?.code]).toEqual([401, 'not_signed_in'])
  })

  it.each(named)('[TRANS-013] %s is turned away from another origin', async (_, row) => {
    const answer = await send(row, {
      ...harmless(row),
      headers: { 'Sec-Fetch-Site': 'cross-site' },
    })
    expect([answer.status, answer.errors[0]?.code]).toEqual([405, 'method_refused'])
  })

  it.each(matrixRows.filter(({ row }) => row.alsoGet).map(({ name, row }) => [name, row] as const))(
    '%s as a GET does nothing without X-Requested-With',
    async (_, row) => {
      const operator = await world.lab.as('SuperAdmin')
      const answer = await operator(
        { ...row, method: 'GET' },
        { params: harmless(row).params ?? {}, headers: { 'X-Requested-With': '' } },
      )
      expect(answer.status).toBe(405)
    },
  )

  it.each(
    matrixRows
      .filter(({ row }) => row.caller === 'operator')
      .map(({ name, row }) => [name, row] as const),
  )('%s is as if it were not there without the operator’s secret', async (_, row) => {
    for (const headers of [{}, { Authorization: 'Operator guess' }]) {
      expect((await send(row, { body: {}, headers })).status).toBe(404)
    }
    expect((await send(row, { body: { x: 1 }, headers: operatorHeaders })).status).toBe(422)
  })

  it.each(
    matrixRows
      .filter(({ row }) => row.caller === 'device')
      .map(({ name, row }) => [name, row] as const),
  )('%s is turned away with a key that is not the device’s', async (_, row) => {
    const headers = { Authorization: `Device ${world.lab.device}.${'A'.repeat(43)}` }
    expect((await send(row, { ...harmless(row), headers })).status).toBe(401)
  })
})

describe('each profile may what its permissions say', () => {
  const template = companies[0]?.company as Company
  const capabilities = capabilitiesOf({ ...template, developer: 'Y', certificates_enabled: 'Y' })

  it.each(named)('%s', async (_, row, ends) => {
    for (const profile of profiles) {
      const held = effectivePermissions(defaultProfiles[profile], capabilities)
      const answer = await (await senderOf(profile, ends))(row, harmless(row))
      expect(answer.status, `${profile} on ${row.path}`).toBeLessThan(500)
      const refused = row.needs !== null && !held.includes(row.needs)
      if (refused) expect(missingIn(answer), `${profile} on ${row.path}`).toBe(row.needs)
      else expect(missingIn(answer), `${profile} on ${row.path}`).not.toBe(row.needs ?? '')
    }
  })
})

describe('with a permission taken away', () => {
  const needed = permissions.filter((name) => named.some(([, row]) => row.needs === name))

  async function holdAllBut(taken: Permission): Promise<Sender> {
    const { company } = world.home
    await changeInside(company, {
      type: 'put',
      kind: 'profile',
      uuid: derivedUuid(company, 'Operator'),
      body: {
        name: 'Operator',
        base: 'Operator',
        permissions: permissions.filter((name) => name !== taken),
      },
    })
    return world.home.as('Operator')
  }

  it.each(needed)('%s, exactly its calls are refused', async (taken) => {
    const sender = await holdAllBut(taken)
    for (const [name, row, ends] of named) {
      // Every call that needs it, and of the others every seventh, another seventh for each permission.
      const others = (named.findIndex(([other]) => other === name) + needed.indexOf(taken)) % 7
      if (ends || (row.needs !== taken && others !== 0)) continue
      const missing = missingIn(await sender(row, harmless(row)))
      if (row.needs === taken) expect(missing, name).toBe(taken)
      else expect(missing, name).not.toBe(row.needs ?? '')
    }
  })
})

describe('a request for another region', () => {
  it.each(matrixRows.map(({ name, row }) => [name, row] as const))(
    '[TRANS-001] %s is answered with the right one',
    async (_, row) => {
      const answer = await send(row, { ...harmless(row), headers: { 'X-Region': 'na' } })
      expect([answer.status, answer.errors[0]?.code]).toEqual([421, 'wrong_region'])
    },
  )
})

describe('in another company', () => {
  const into = (company: string) => ({ headers: { 'X-Company': company } })

  it.each(named)('%s reaches no company that is not an underling', async (_, row, ends) => {
    if (ends) return
    const sender = await world.partner.as('SuperAdmin')
    const foreign = await sender(row, { ...harmless(row), ...into(world.lab.company) })
    const missing = await sender(row, { ...harmless(row), ...into(nowhere) })
    expect([foreign.status, foreign.errors[0]?.code]).toEqual([404, 'not_found'])
    expect(foreign.errors).toEqual(missing.errors)
  })

  it.each(named)(
    '%s reaches an underling, or is for the own company only',
    async (_, row, ends) => {
      if (ends) return
      const sender = await world.partner.as('SuperAdmin')
      const answer = await sender(row, { ...harmless(row), ...into(world.underling.company) })
      expect(answer.status).toBeLessThan(500)
      expect(answer.errors[0]?.message).not.toBe('No such company')
      expect(answer.errors[0]?.reason === 'own_company_only').toBe(row.reach === 'own')
    },
  )

  it.each(profiles.slice(1))('a %s of an ordinary laboratory reaches nobody', async (profile) => {
    const sender = await world.lab.as(profile)
    const row = accountRows.find(({ name }) => name === 'analysis.search')?.row as Call
    const answer = await sender(row, into(world.underling.company))
    expect([answer.status, answer.errors[0]?.message]).toEqual([404, 'No such company'])
  })

  it('a person of the partner reaches its underlings only while promoted', async () => {
    const sender = await world.partner.as('Administrator')
    const row = accountRows.find(({ name }) => name === 'analysis.search')?.row as Call
    const ask = () => sender(row, into(world.underling.company))
    await must(ask())
    const { data } = await must(sender(sessionCalls.me))
    const { uuid } = data
    const patch = { partner: 'N' }
    await changeInside(world.partner.company, { type: 'patch', kind: 'user', uuid, patch })
    const answer = await ask()
    expect([answer.status, answer.errors[0]?.message]).toEqual([404, 'No such company'])
  })
})
