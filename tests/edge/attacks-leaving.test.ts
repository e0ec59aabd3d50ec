import { env } from 'cloudflare:test'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { companyCalls } from '../../domain/calls/companies.ts'
import { swarmCalls } from '../../domain/calls/swarms.ts'
import { userCalls } from '../../domain/calls/users.ts'
import { findCompany } from '../../edge/directory/companies.ts'
import { signInOf } from '../../edge/directory/sign-in.ts'
import { sendHeld } from './held.ts'
import { must, password, type Sender, signIn, visiting } from './lab.ts'
import type { World } from './matrix/example.ts'
import { makeWorld } from './matrix/world.ts'

let world: World
let admin: Sender
beforeAll(async () => {
  world = await makeWorld()
  admin = await world.lab.as('Administrator')
}, 60_000)

const at = (uuid: string) => ({ params: { id: uuid } })
const isLeaving = (method: string, [change]: unknown[]) =>
  method === 'change' && (change as { type: string }).type === 'user.leave'

describe('the last administrators of a company', () => {
  it('A24-7: one who may not leave any more stays with their way in', async () => {
    const people = (await must(admin(userCalls.search, { body: {} }))).data.data
    const first = people.find(({ username }) => username.startsWith('Administrator-'))
    const other = people.find(({ username }) => username.startsWith('SuperAdmin-'))
    expect([first, other]).not.toContain(undefined)
    const headers = await visiting(world.call, world.lab.company)
    const body = { company_uuid: world.underling.company, reason: 'moved' }
    const { answer, wasHeld } = await sendHeld(
      () => world.call(userCalls.migrate, { ...at(first?.uuid ?? ''), body, headers }),
      { store: isLeaving },
      async () => {
        const off = { active: 'N' as const, reason: 'left' }
        const done = await world.call(userCalls.edit, {
          ...at(other?.uuid ?? ''),
          body: off,
          headers,
        })
        expect([done.status, done.errors]).toEqual([200, []])
      },
    )
    expect([wasHeld, answer.status, answer.errors[0]?.reason]).toEqual([
      true,
      409,
      'last_administrator',
    ])
    expect(await signInOf(env.DIRECTORY, first?.uuid ?? '')).toMatchObject({
      company_uuid: world.lab.company,
    })
    await signIn(first?.username ?? '', password)
    const theirs = await world.underling.as('Administrator')
    const there = (await must(theirs(userCalls.search, { body: {} }))).data.data
    expect(there.map(({ uuid }) => uuid)).not.toContain(first?.uuid)
  })
})

describe('a clock that stops', () => {
  it('A24-8: two changes within a millisecond are two versions of a record', async () => {
    const { uuid } = (await must(admin(swarmCalls.create, { body: { name: 'Ticks' } }))).data
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1000 })
    const one = (await must(admin(swarmCalls.edit, { ...at(uuid), body: { name: 'Tick' } }))).data
    const two = (await must(admin(swarmCalls.edit, { ...at(uuid), body: { name: 'Tock' } }))).data
    vi.useRealTimers()
    const stale = await admin(swarmCalls.edit, {
      ...at(uuid),
      body: { name: 'Tuck', base: one.updated_at },
    })
    expect([stale.status, two.updated_at > one.updated_at]).toEqual([409, true])
  })
})

describe('two names of a company at once', () => {
  it('A24-11: the region knows it by the one that its record has', async () => {
    const { company } = world.lab
    const form = await must(world.call(companyCalls.editDetailsFormOf, at(company)))
    const { name = '', updated_at: base } = form.data.record ?? {}
    const rename = (body: object) => world.call(companyCalls.edit, { ...at(company), body })
    const { answer, wasHeld } = await sendHeld(
      () => rename({ name: `${name} First`, base }),
      { store: (method) => method === 'change' },
      () => must(rename({ name: `${name} Second` })),
    )
    expect([wasHeld, answer.errors[0]?.code]).toEqual([true, 'stale'])
    const known = await findCompany(env.DIRECTORY, company)
    expect(known?.name).toBe(`${name} Second`)
    await must(rename({ name }))
  })
})
