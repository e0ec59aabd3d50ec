// Every row of the contract is asked here by nobody, by a profile that may and one that may not, with its permission taken away,
// from another origin, for another region, for a company out of reach and for an underling. Every row with every profile, and with
// every permission taken away, is asked by `npm run battery -- access`.
import { beforeAll, describe, expect, it } from 'vitest'
import type { Call } from '../../domain/call.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { capabilitiesOf, type Company } from '../../domain/entities/company.ts'
import { type BaseProfile, defaultProfiles } from '../../domain/base-profiles.ts'
import { effectivePermissions, type Permission, permissions } from '../../domain/permissions.ts'
import { derivedUuid } from '../../edge/crypto/derived-uuid.ts'
import { companies } from '../../scripts/demo/companies.ts'
import { type Answer, must, operatorHeaders, password, send, type Sender, signIn } from './lab.ts'
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
  it.each(named)(
    '[TRANS-013] %s is turned away before anything is read, and from another origin',
    async (_, row) => {
      const answer = await send(row, harmless(row))
      expect([answer.status, answer.errors[0]?.code]).toEqual([401, 'not_signed_in'])
      const headers = { 'Sec-Fetch-Site': 'cross-site' }
      const foreign = await send(row, { ...harmless(row), headers })
      expect([foreign.status, foreign.errors[0]?.code]).toEqual([405, 'method_refused'])
    },
  )

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
  const isHeld = (row: Call, profile: BaseProfile) =>
    row.needs === null ||
    effectivePermissions(defaultProfiles[profile], capabilities).includes(row.needs)

  /** Return a profile that may and one that may not, where there is one: others of them with each row. */
  function askersOf(row: Call, at: number): BaseProfile[] {
    const may = profiles.filter((profile) => isHeld(row, profile))
    const mayNot = profiles.filter((profile) => !isHeld(row, profile))
    return [may, mayNot].flatMap((some) => some[at % Math.max(1, some.length)] ?? [])
  }

  const asked = named.map(([name, row, ends], at) => [name, row, ends, askersOf(row, at)] as const)

  it('are all asked, and each row by one that may not where there is one', () => {
    for (const profile of profiles) {
      const own = asked.filter(([, , , askers]) => askers.includes(profile))
      expect(own.some(([, row]) => isHeld(row, profile))).toBe(true)
      if (profile === 'SuperAdmin') continue
      expect(own.some(([, row]) => !isHeld(row, profile))).toBe(true)
    }
    for (const [name, row, , askers] of asked) {
      const isEverybodys = profiles.every((profile) => isHeld(row, profile))
      expect(
        askers.some((profile) => !isHeld(row, profile)),
        name,
      ).toBe(!isEverybodys)
    }
  })

  it.each(asked)('%s', async (_, row, ends, askers) => {
    for (const profile of askers) {
      const answer = await (await senderOf(profile, ends))(row, harmless(row))
      expect(answer.status, `${profile} on ${row.path}`).toBeLessThan(500)
      if (!isHeld(row, profile))
        expect(missingIn(answer), `${profile} on ${row.path}`).toBe(row.needs)
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

  /** Return the calls that need the permission, and the first that needs another one of those in the same groups. */
  function askedWithout(taken: Permission) {
    const groupOf = (name: string) => name.split('.')[0]
    const own = named.filter(([, row, ends]) => !ends && row.needs === taken)
    const groups = new Set(own.map(([name]) => groupOf(name)))
    const near = named.filter(
      ([name, row, ends]) => !ends && row.needs !== taken && groups.has(groupOf(name)),
    )
    return [...own, ...new Map(near.toReversed().map((one) => [one[1].needs, one])).values()]
  }

  it.each(needed)('%s, exactly its calls are refused', async (taken) => {
    const sender = await holdAllBut(taken)
    for (const [name, row] of askedWithout(taken)) {
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

  let missing: Promise<Answer['errors']> | undefined
  /** Return the answer for a company that is not there: it is given before the row is looked at. */
  function missingErrors(): Promise<Answer['errors']> {
    missing ??= (async () => {
      const sender = await world.partner.as('SuperAdmin')
      const row = accountRows.find(({ name }) => name === 'analysis.search')?.row as Call
      return (await sender(row, { ...harmless(row), ...into(nowhere) })).errors
    })()
    return missing
  }

  it.each(named)('%s reaches no company that is not an underling', async (_, row, ends) => {
    if (ends) return
    const sender = await world.partner.as('SuperAdmin')
    const foreign = await sender(row, { ...harmless(row), ...into(world.lab.company) })
    expect([foreign.status, foreign.errors[0]?.code]).toEqual([404, 'not_found'])
    expect(foreign.errors).toEqual(await missingErrors())
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
