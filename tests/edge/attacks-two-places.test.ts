import { env } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { companyCalls } from '../../domain/calls/companies.ts'
import { partnerCalls } from '../../domain/calls/partners.ts'
import { userCalls } from '../../domain/calls/users.ts'
import type { Company } from '../../domain/entities/company.ts'
import { findCompany } from '../../edge/directory/companies.ts'
import { findSignIn } from '../../edge/directory/sign-in.ts'
import { underlingsOf } from '../../edge/directory/underlings.ts'
import { type Point, sendHeld } from './held.ts'
import { must, type Sender } from './lab.ts'
import type { World } from './matrix/example.ts'
import { makeWorld, storeOf } from './matrix/world.ts'
import { makePerson } from './people.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
}, 60_000)

const byId = (id: string) => ({ params: { id } })
const beforeRecord: Point = { store: (method) => method === 'change' }
const before = (text: string): Point => ({ directory: (statement) => statement.includes(text) })

async function recordOf(company: string): Promise<Company> {
  const known = await storeOf(company).get('company', company, { kinds: [], swarms: [] })
  if (!known.ok) throw new Error(JSON.stringify(known.errors))
  return known.value as Company
}

/** Send one request, and another one while the first is held. */
async function sendBoth(
  first: () => ReturnType<Sender>,
  point: Point,
  second: () => ReturnType<Sender>,
) {
  const { answer, wasHeld } = await sendHeld(first, point, () => must(second()))
  expect([wasHeld, answer.status, answer.errors]).toEqual([true, 200, []])
}

describe('two changes at once of what a record and the directory have', () => {
  it('A27-7: leave a person with the address of their record', async () => {
    const { company } = world.lab
    const admin = await world.lab.as('Administrator')
    const other = await world.lab.as('SuperAdmin')
    const person = await makePerson(admin, company, 'addressed', { profile: 'Manager' })
    const change = (sender: Sender, email: string) => () =>
      sender(userCalls.edit, { ...byId(person.uuid), body: { email } })
    const [first, second] = ['first@lab.example', 'second@lab.example']
    await sendBoth(change(admin, first), beforeRecord, change(other, second))
    const { data } = await must(admin(userCalls.search, { body: {} }))
    expect(data.data.find(({ uuid }) => uuid === person.uuid)?.email).toBe(first)
    // Ask the directory: an address that changes before the person is confirmed ends their password.
    expect((await findSignIn(env.DIRECTORY, first))?.user_uuid).toBe(person.uuid)
    expect(await findSignIn(env.DIRECTORY, second)).toBeNull()
  })

  it('A27-7: leave a company with the name of its record', async () => {
    const { company } = world.lab
    const rename = (name: string) => () =>
      world.call(companyCalls.edit, { ...byId(company), body: { name } })
    const point = before('SET name = coalesce')
    await sendBoth(rename('Northern Laboratory'), point, rename('Southern Laboratory'))
    const { name } = await recordOf(company)
    expect(name).toBe('Southern Laboratory')
    expect((await findCompany(env.DIRECTORY, company))?.name).toBe(name)
  })

  it('A27-7: leave a partner with the companies of its record, which it reaches', async () => {
    const { company } = world.partner
    const choose = (underlings: string[]) => () =>
      world.call(partnerCalls.setUnderlings, { ...byId(company), body: { underlings } })
    const { underling, lab } = world
    const point = before('SET partner_uuid = ?1')
    await sendBoth(choose([underling.company, lab.company]), point, choose([underling.company]))
    const { underlings } = await recordOf(company)
    expect(underlings).toEqual([underling.company])
    const reached = (await underlingsOf(env.DIRECTORY, [company])).get(company) ?? []
    expect(reached.map(({ uuid }) => uuid)).toEqual(underlings)
  })

  it('A27-7: leave a company the partner that its record says', async () => {
    const { company } = world.leaver
    const order = (row: typeof partnerCalls.promote | typeof partnerCalls.declass) => () =>
      world.call(row, { ...byId(company), body: { reason: 'agreed' } })
    const point = before('SET name = coalesce')
    await sendBoth(order(partnerCalls.promote), point, order(partnerCalls.declass))
    expect((await recordOf(company)).isPartner).toBe('N')
    expect((await findCompany(env.DIRECTORY, company))?.partner).toBe(0)
  })

  it('A27-7: leave no company under a partner that is closed', async () => {
    const partner = world.partner.company
    const underling = world.lab.company
    const { wasHeld } = await sendHeld(
      () =>
        world.call(partnerCalls.setUnderlings, {
          ...byId(partner),
          body: { underlings: [underling] },
        }),
      before('SET partner_uuid = ?1'),
      async () => {
        const confirm = (await recordOf(partner)).name
        const body = { confirm, reason: 'contract ended' }
        await must(world.call(companyCalls.delete, { ...byId(partner), body }))
      },
    )
    expect(wasHeld).toBe(true)
    expect((await findCompany(env.DIRECTORY, underling))?.partner_uuid).toBeNull()
  })
})
