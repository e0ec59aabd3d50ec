import { env, runDurableObjectAlarm } from 'cloudflare:test'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { userCalls } from '../../domain/calls/users.ts'
import { addressOf } from '../../edge/directory/directory.ts'
import { signInOf } from '../../edge/directory/sign-in.ts'
import { CompanyStore } from '../../edge/store/CompanyStore.ts'
import { type Point, sendHeld } from './held.ts'
import { password, type Sender, signIn, visiting } from './lab.ts'
import type { World } from './matrix/example.ts'
import { makeWorld, storeOf } from './matrix/world.ts'
import { makePerson } from './people.ts'

let world: World
let admin: Sender
beforeAll(async () => {
  world = await makeWorld()
  admin = await world.lab.as('Administrator')
}, 60_000)

const nobody = { kinds: [], swarms: [] }

/** List the companies that have a record of somebody. */
async function placesOf(uuid: string) {
  const labs = [world.lab, world.underling]
  const found = await Promise.all(
    labs.map(({ company }) => storeOf(company).get('user', uuid, nobody)),
  )
  return labs.filter((_, index) => found[index]?.ok).map(({ company }) => company)
}

const isMove: Point = { directory: (text) => text.startsWith('UPDATE logins SET company_uuid') }

/** Hold the alarm just before it asks the other company for the copy that it removes. */
function holdRemoval(meanwhile: () => Promise<unknown>) {
  const ask = CompanyStore.prototype.ask
  let wasHeld = false
  const spy = vi.spyOn(CompanyStore.prototype, 'ask').mockImplementation(async function (
    this: CompanyStore,
    query: { name: string },
    sight: never,
  ) {
    if (query.name === 'peopleOf' && !wasHeld) {
      wasHeld = true
      await meanwhile()
    }
    return ask.call(this, query as never, sight)
  } as never)
  return { wasHeld: () => wasHeld, end: () => spy.mockRestore() }
}

describe('a move that is ordered again while the alarm takes it back', () => {
  it.each([
    ['the same order', 'same'],
    ['another order', 'other'],
  ])('A28-1: leaves the person in the one company in which they sign in: %s', async (_, kind) => {
    const { uuid, username } = await makePerson(admin, world.lab.company, `again-${kind}`, {
      profile: 'Manager',
    })
    const visit = await visiting(world.call, world.lab.company)
    const order = (opId: string) =>
      world.call(userCalls.migrate, {
        params: { id: uuid },
        body: { company_uuid: world.underling.company, reason: 'moved' },
        headers: { ...visit, 'Operation-Id': opId },
      })
    const first = crypto.randomUUID()
    const { answer } = await sendHeld(
      () => order(first),
      isMove,
      () => Promise.reject(new Error('broken off')),
    )
    expect(answer.status).toBe(500)
    let again: { status: number } | undefined
    const held = holdRemoval(async () => {
      again = await order(kind === 'same' ? first : crypto.randomUUID())
    })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6 * 60_000 })
    await runDurableObjectAlarm(env.COMPANY_STORE.getByName(world.lab.company))
    vi.useRealTimers()
    held.end()
    expect([held.wasHeld(), again?.status]).toEqual([true, 504])
    const login = await signInOf(env.DIRECTORY, uuid)
    expect(await placesOf(uuid)).toEqual([login?.company_uuid])
    await signIn(username, password)
    // Carry the order out once the service is through with the first one.
    expect((await order(first)).status).toBe(200)
    expect(await placesOf(uuid)).toEqual([world.underling.company])
    await signIn(username, password)
  })
})

describe('an address that is changed while the person moves to another company', () => {
  it('A28-2: is the one that their record has there', async () => {
    const { uuid } = await makePerson(admin, world.lab.company, 'moved-address', {
      profile: 'Manager',
    })
    const visit = await visiting(world.call, world.lab.company)
    const params = { id: uuid }
    const isEdit: Point = {
      store: (method, [change]) =>
        method === 'change' && (change as { type: string }).type === 'record.edit',
    }
    const body = { email: 'another-address@lab.example' }
    const { answer, wasHeld } = await sendHeld(
      () => admin(userCalls.edit, { params, body }),
      isEdit,
      () =>
        world.call(userCalls.migrate, {
          params,
          body: { company_uuid: world.underling.company, reason: 'moved' },
          headers: visit,
        }),
    )
    expect([wasHeld, answer.status]).toEqual([true, 404])
    const record = await storeOf(world.underling.company).get('user', uuid, nobody)
    const login = await addressOf(env.DIRECTORY, { user: uuid, company: world.underling.company })
    expect(record.ok && record.value.email).toBe(login)
  })
})
