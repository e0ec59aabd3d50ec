import { env, runDurableObjectAlarm } from 'cloudflare:test'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { companyCalls } from '../../domain/calls/companies.ts'
import { swarmCalls } from '../../domain/calls/swarms.ts'
import { userCalls } from '../../domain/calls/users.ts'
import { findCompany } from '../../edge/directory/companies.ts'
import { signInOf } from '../../edge/directory/sign-in.ts'
import { type Point, sendHeld } from './held.ts'
import { must, password, type Sender, signIn, visiting } from './lab.ts'
import type { World } from './matrix/example.ts'
import { makeWorld, storeOf } from './matrix/world.ts'
import { makePerson } from './people.ts'

let world: World
let admin: Sender
beforeAll(async () => {
  world = await makeWorld()
  admin = await world.lab.as('Administrator')
}, 60_000)

const at = (uuid: string) => ({ params: { id: uuid } })
const isLeaving = (method: string, [change]: unknown[]) =>
  method === 'change' && (change as { type: string }).type === 'user.leave'

/** List the companies that have a record of somebody. */
async function placesOf(uuid: string) {
  const labs = [world.lab, world.underling, world.leaver]
  const found = await Promise.all(
    labs.map(({ company }) => storeOf(company).get('user', uuid, { kinds: [], swarms: [] })),
  )
  return labs.filter((_, index) => found[index]?.ok)
}

function move(uuid: string, to: World['lab'], headers: Record<string, string>) {
  const body = { company_uuid: to.company, reason: 'moved' }
  return world.call(userCalls.migrate, { ...at(uuid), body, headers })
}

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

describe('a move of a person that breaks off', () => {
  /** Move a person, broken off before a change of the two stores or of the directory. */
  async function breakOff(uuid: string, type: 'user.arrive' | 'user.leave' | 'login') {
    const headers = await visiting(world.call, world.lab.company)
    const body = { company_uuid: world.underling.company, reason: 'moved' }
    const point: Point =
      type === 'login'
        ? { directory: (text) => text.startsWith('UPDATE logins SET company_uuid') }
        : {
            store: (method, [change]) =>
              method === 'change' && (change as { type: string }).type === type,
          }
    const { answer, wasHeld } = await sendHeld(
      () => world.call(userCalls.migrate, { ...at(uuid), body, headers }),
      point,
      () => Promise.reject(new Error('broken off')),
    )
    expect([wasHeld, answer.status]).toEqual([true, 500])
    return headers
  }
  async function finish() {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6 * 60_000 })
    await runDurableObjectAlarm(env.COMPANY_STORE.getByName(world.lab.company))
    vi.useRealTimers()
  }
  async function whereIs(uuid: string) {
    const there = await world.underling.as('Administrator')
    const lists = await Promise.all(
      [admin, there].map((one) => must(one(userCalls.search, { body: {} }))),
    )
    const login = await signInOf(env.DIRECTORY, uuid)
    const [here, elsewhere] = lists.map(({ data }) => data.data.some((one) => one.uuid === uuid))
    return { here, elsewhere, signsInHere: login?.company_uuid === world.lab.company }
  }

  it('A25-8: is finished where they have their way in at the other company already', async () => {
    const { uuid } = await makePerson(admin, world.lab.company, 'broken-late', {
      profile: 'Manager',
    })
    await breakOff(uuid, 'user.leave')
    expect(await whereIs(uuid)).toEqual({ here: true, elsewhere: true, signsInHere: false })
    await finish()
    expect(await whereIs(uuid)).toEqual({ here: false, elsewhere: true, signsInHere: false })
  })

  it('A25-8: is taken back where they have it here', async () => {
    const { uuid } = await makePerson(admin, world.lab.company, 'broken-early', {
      profile: 'Manager',
    })
    await breakOff(uuid, 'login')
    expect(await whereIs(uuid)).toEqual({ here: true, elsewhere: true, signsInHere: true })
    await finish()
    expect(await whereIs(uuid)).toEqual({ here: true, elsewhere: false, signsInHere: true })
  })

  it('A26-3: is finished where they have gone on to a third company meanwhile', async () => {
    const { uuid } = await makePerson(admin, world.lab.company, 'broken-on', { profile: 'Manager' })
    await breakOff(uuid, 'user.leave')
    const headers = await visiting(world.call, world.underling.company)
    await must(move(uuid, world.leaver, headers))
    await finish()
    expect(await placesOf(uuid)).toEqual([world.leaver])
  })

  it('A25-8: leaves the company the one who is its last administrator by then', async () => {
    const profile = 'Administrator'
    const { uuid } = await makePerson(admin, world.lab.company, 'broken-boss', { profile })
    const headers = await breakOff(uuid, 'user.leave')
    const people = (await must(admin(userCalls.search, { body: {} }))).data.data
    const others = people.filter((one) => /Admin/.test(one.username) && one.uuid !== uuid)
    const turn = async (active: 'Y' | 'N') => {
      for (const other of others) {
        const body = { active, reason: 'turn' }
        // oxlint-disable-next-line no-await-in-loop
        await must(world.call(userCalls.edit, { ...at(other.uuid), body, headers }))
      }
    }
    await turn('N')
    await finish()
    expect((await signInOf(env.DIRECTORY, uuid))?.company_uuid).toBe(world.lab.company)
    await signIn('broken-boss', password)
    await turn('Y')
    admin = await signIn('Administrator-lab', password)
    expect(await whereIs(uuid)).toEqual({ here: true, elsewhere: false, signsInHere: true })
  })
})

describe('a person whom somebody else moves, or deletes, on the way to another company', () => {
  const isMove: Point = { directory: (text) => text.startsWith('UPDATE logins SET company_uuid') }
  const make = (name: string) => makePerson(admin, world.lab.company, name, { profile: 'Manager' })

  it('A26-3: is in the one company in which they sign in', async () => {
    const { uuid } = await make('moved-twice')
    const headers = await visiting(world.call, world.lab.company)
    const { answer, wasHeld } = await sendHeld(
      () => move(uuid, world.underling, headers),
      isMove,
      () => move(uuid, world.leaver, headers),
    )
    const [place, ...others] = await placesOf(uuid)
    expect([wasHeld, others]).toEqual([true, []])
    expect(await signInOf(env.DIRECTORY, uuid)).toMatchObject({ company_uuid: place?.company })
    expect(answer.status === 200).toBe(place === world.underling)
  })

  it('A26-3: can be moved elsewhere after the other company has refused them', async () => {
    const { uuid } = await make('moved-elsewhere')
    const headers = await visiting(world.call, world.lab.company)
    const body = {
      company_uuid: world.underling.company,
      profile_uuid: crypto.randomUUID(),
      reason: 'moved',
    }
    const refused = await world.call(userCalls.migrate, { ...at(uuid), body, headers })
    expect(refused.status).toBe(422)
    await runDurableObjectAlarm(env.COMPANY_STORE.getByName(world.lab.company))
    await must(move(uuid, world.leaver, headers))
    expect(await placesOf(uuid)).toEqual([world.leaver])
  })

  it('A26-3: is nowhere, deleted before they have left', async () => {
    const { uuid } = await make('moved-deleted')
    const headers = await visiting(world.call, world.lab.company)
    const remove = { ...at(uuid), body: { reason: 'left' } }
    const { answer, wasHeld } = await sendHeld(
      () => move(uuid, world.underling, headers),
      isMove,
      () => must(admin(userCalls.delete, remove)),
    )
    expect([wasHeld, answer.status, await placesOf(uuid)]).toEqual([true, 404, []])
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
