import { beforeAll, expect, it } from 'vitest'
import { apiKeyCalls } from '../../domain/calls/api-keys.ts'
import { companyCalls } from '../../domain/calls/companies.ts'
import { swarmCalls } from '../../domain/calls/swarms.ts'
import { visitCalls } from '../../domain/calls/visits.ts'
import type { Visit } from '../../domain/entities/visit.ts'
import { readAuditOf } from './audit-of.ts'
import { beforeWrite, sendHeld } from './held.ts'
import { must, type Parts, password, send, type Sender, signIn, visiting } from './lab.ts'
import type { World } from './matrix/example.ts'
import { makePerson } from './people.ts'
import { changeRecord } from './store-writes.ts'
import { at, makeVisitWorld, order } from './visit-world.ts'

let world: World
let helper: Sender
let theirs: Sender
beforeAll(async () => {
  ;({ world, helper, theirs } = await makeVisitWorld())
}, 60_000)

const alone = () => ({ 'X-Company': world.underling.company })
const body = { name: 'Made from outside' }
const isMade = async () => {
  const { data } = await must(theirs(swarmCalls.search))
  return data.data.some(({ name }) => name === body.name)
}

async function keyOf(sender: Sender): Promise<Sender> {
  const permissions = ['swarms.search', 'swarms.create', 'companies.search', 'partners.search']
  const expires_at = new Date(Date.now() + 3_600_000).toISOString()
  const order = { description: 'sync', permissions, expires_at, password }
  const { key } = (await must(sender(apiKeyCalls.create, { body: order }))).data
  return (row, parts: Parts = {}) =>
    send(row, { ...parts, headers: { ...parts.headers, Authorization: `Bearer ${key}` } })
}

it('ninth attack A9-1: nobody writes in another company without a visit, neither by a session nor by a key', async () => {
  const key = await keyOf(helper)
  for (const sender of [helper, key]) {
    const answer = await sender(swarmCalls.create, { body, headers: alone() })
    expect([answer.status, answer.errors[0]?.reason]).toEqual([409, 'visit_needed'])
    await must(sender(swarmCalls.search, { headers: alone() }))
  }
  expect(await isMade()).toBe(false)
  const within = await visiting(helper, world.underling.company)
  await must(key(swarmCalls.search, { headers: within }))
})

it('a partner changes the record of an underling in a visit only, also where the path names the company; the provider administers it', async () => {
  const { company } = world.underling
  const rows = [companyCalls.edit, companyCalls.editDetailsOf]
  for (const row of rows) {
    // oxlint-disable-next-line no-await-in-loop
    const answer = await helper(row, { ...at(company), body: { city: 'Elsewhere' } })
    expect([answer.status, answer.errors[0]?.reason]).toEqual([409, 'visit_needed'])
  }
  const headers = await visiting(helper, company)
  for (const row of rows) {
    // oxlint-disable-next-line no-await-in-loop
    await must(helper(row, { ...at(company), body: { city: 'Trento' }, headers }))
  }
  const provider = await must(
    world.call(companyCalls.edit, { ...at(company), body: { city: 'Udine' } }),
  )
  expect(provider.data).toMatchObject({ city: 'Udine' })
  // Change nothing of another company than the visited one in its visit.
  const beside = await helper(companyCalls.edit, { ...at(world.lab.company), body: {}, headers })
  expect(beside.status).toBe(404)
})

it('ninth attack A9-3: a visit that goes on is pushed out of the record by nobody else', async () => {
  const { company } = world.underling
  const headers = await visiting(helper, company)
  // oxlint-disable-next-line no-await-in-loop
  for (let count = 0; count < 21; count += 1) await visiting(world.call, company)
  expect((await helper(swarmCalls.search, { headers })).status).toBe(200)
})

it('ninth attack A9-2: a change under way is refused when its visit is ended, or the partner left, meanwhile', async () => {
  const { company } = world.underling
  const ends = {
    visit: (visit: string) => theirs(visitCalls.end, { ...at(company), body: { visit } }),
    partner: () => theirs(visitCalls.leavePartner, { ...at(company), body: { reason: 'over' } }),
  }
  for (const end of [ends.visit, ends.partner]) {
    // oxlint-disable-next-line no-await-in-loop
    const headers = await visiting(helper, company)
    // oxlint-disable-next-line no-await-in-loop
    const { answer, wasHeld } = await sendHeld(
      () => helper(swarmCalls.create, { body, headers }),
      beforeWrite,
      () => must(end(headers['X-Visit'])),
    )
    expect([wasHeld, answer.ok]).toEqual([true, false])
  }
  expect(await isMade()).toBe(false)
  const record = (await readAuditOf(company, 'company', company)).at(-1)
  const visits = record?.changes.find(({ field }) => field === 'visits')?.after
  const open = (visits as Visit[]).filter(({ ended_at }) => ended_at === null)
  expect(new Set(open.map(({ via }) => via))).toEqual(new Set(['provider']))
})

it('A20-4: nobody sends a company any number of visits and requests for one; others still ask it', async () => {
  const { underling, home } = world
  const ask = (sender: Sender) => sender(visitCalls.ask, { ...at(underling.company), body: order })
  let answer = await ask(world.call)
  // oxlint-disable-next-line no-await-in-loop
  for (let count = 1; answer.ok && count < 40; count += 1) answer = await ask(world.call)
  const begun = await world.call(visitCalls.begin, { ...at(underling.company), body: order })
  for (const { status, errors } of [answer, begun]) {
    expect([status, errors[0]?.reason, errors[0]?.params]).toEqual([
      429,
      'visits_many',
      { most: 30, minutes: expect.any(Number) },
    ])
  }
  await makePerson(world.call, home.company, 'calm', { profile: 'SuperAdmin' })
  await must(ask(await signIn('calm', password)))
})

it('A20-5: many people of one company push out no request of another', async () => {
  const { underling, partner, home } = world
  const asked = (by_name: string, company: string) => ({
    uuid: crypto.randomUUID(),
    by: crypto.randomUUID(),
    by_name,
    from: { uuid: company, name: 'Asking' },
    via: 'provider',
    reason: 'help',
    at: new Date().toISOString(),
    minutes: 60,
  })
  const many = Array.from({ length: 19 }, (_, index) => asked(`Many ${index}`, home.company))
  const visit_requests = [asked('Alone', partner.company), ...many]
  await changeRecord(
    underling.company,
    { kind: 'company', uuid: underling.company },
    { visit_requests },
  )
  const calm = await signIn('calm', password)
  await must(calm(visitCalls.ask, { ...at(underling.company), body: order }))
  const { requests } = (await must(theirs(visitCalls.reachedBy))).data
  const names = requests.map((one) => one.by_name)
  expect(names).toHaveLength(20)
  expect(names).toContain('Alone')
  expect(names).not.toContain('Many 0')
})
