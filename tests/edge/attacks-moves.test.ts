import { env } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { profileCalls } from '../../domain/calls/profiles.ts'
import { scimCalls } from '../../domain/calls/scim.ts'
import { userCalls } from '../../domain/calls/users.ts'
import { signInOf } from '../../edge/directory/sign-in.ts'
import { readAuditOf } from './audit-of.ts'
import { sendHeld } from './held.ts'
import { must, password, type Sender, signIn, visiting } from './lab.ts'
import type { World } from './matrix/example.ts'
import { makeWorld } from './matrix/world.ts'
import { makePerson } from './people.ts'
import { askScim, makeToken, newPerson } from './scim-client.ts'

let world: World
let admin: Sender
beforeAll(async () => {
  world = await makeWorld()
  admin = await world.lab.as('Administrator')
}, 60_000)

const at = (uuid: string) => ({ params: { id: uuid } })

async function move(uuid: string, changes: object = {}, headers: Record<string, string> = {}) {
  const body = { company_uuid: world.underling.company, reason: 'moved', ...changes }
  return world.call(userCalls.migrate, {
    ...at(uuid),
    body,
    headers: {
      ...(headers['X-Visit'] ? {} : await visiting(world.call, world.lab.company)),
      ...headers,
    },
  })
}

const isChange =
  (type: string) =>
  (method: string, [change]: unknown[]) =>
    method === 'change' && (change as { type: string }).type === type

describe('attack M4: a person on the way to another company', () => {
  it.each(['user.arrive', 'user.leave'])(
    'attack M4: takes along what is set of them at the old place before %s',
    async (type) => {
      const made = await makePerson(admin, world.lab.company, `going-${type.slice(5)}`, {
        profile: 'Manager',
      })
      const visit = await visiting(world.call, world.lab.company)
      const { answer, wasHeld } = await sendHeld(
        () => move(made.uuid, {}, visit),
        { store: isChange(type) },
        async () => {
          await must(admin(userCalls.edit, { ...at(made.uuid), body: { phone: '+49 7' } }))
          await must(admin(userCalls.resetPassword, at(made.uuid)))
        },
      )
      const moved = answer.data
      expect([wasHeld, answer.status, moved.phone]).toEqual([true, 200, '+49 7'])
      expect(moved.unconfirmed?.map(({ what }) => what)).toEqual(['person', 'password'])
      await signIn(made.username, password)
      const left = await readAuditOf(world.lab.company, 'user', made.uuid)
      expect(left.filter(({ action }) => action === 'user.leave')).toHaveLength(1)
      expect(await signInOf(env.DIRECTORY, made.uuid)).toMatchObject({
        company_uuid: world.underling.company,
      })
    },
  )

  it('attack H1: comes back to a company that they were in before, and is no damaged record', async () => {
    const made = await makePerson(admin, world.lab.company, 'going-back', { profile: 'Manager' })
    await must(move(made.uuid))
    const back = { company_uuid: world.lab.company, reason: 'back' }
    const headers = await visiting(world.call, world.underling.company)
    await must(world.call(userCalls.migrate, { ...at(made.uuid), body: back, headers }))
    // Edit and sign in, which both look at the record as the trail has it.
    const edited = await admin(userCalls.edit, { ...at(made.uuid), body: { phone: '+49 8' } })
    expect([edited.status, edited.data.phone]).toEqual([200, '+49 8'])
    await signIn(made.username, password)
  })

  it('attack M4: goes once, and a repeated order is answered as the first one was', async () => {
    const made = await makePerson(admin, world.lab.company, 'going-twice', { profile: 'Manager' })
    const headers = { 'Operation-Id': `move-${made.uuid}` }
    const first = await must(move(made.uuid, {}, headers))
    expect((await must(move(made.uuid, {}, headers))).data).toEqual(first.data)
    const other = await move(made.uuid, { reason: 'another one' }, headers)
    expect(other.errors[0]?.code).toBe('taken')
    expect((await move(made.uuid)).status).toBe(404)
    const came = await readAuditOf(world.underling.company, 'user', made.uuid)
    expect(came.filter(({ action }) => action === 'user.arrive')).toHaveLength(1)
  })
})

describe('a person of a directory (SCIM) who moves to another company', () => {
  it('A25-6: is in none of its groups on coming back, whose rights they do not have either', async () => {
    const token = await makeToken(admin, 'scim')
    const ask = (method: string, path: string, body?: unknown) =>
      askScim(method, path, body, { as: token })
    const id = String((await ask('POST', '/Users', newPerson())).body['id'])
    const members = [{ value: id }]
    const group = (await ask('POST', '/Groups', { displayName: 'Gone and back', members })).body
    const profiles = (await must(admin(profileCalls.search))).data.data
    const manager = profiles.find(({ name }) => name === 'Manager')?.uuid ?? ''
    const mapping = { profile_uuid: manager, swarms: [] }
    await must(admin(scimCalls.mapGroup, { ...at(String(group['id'])), body: mapping }))
    const there = await world.underling.as('Administrator')
    const theirs = (await must(there(profileCalls.search))).data.data
    const operator = theirs.find(({ name }) => name === 'Operator')?.uuid
    await must(move(id, { profile_uuid: operator }))
    const own = profiles.find(({ name }) => name === 'Operator')?.uuid
    const body = { company_uuid: world.lab.company, reason: 'back', profile_uuid: own }
    const headers = await visiting(world.call, world.underling.company)
    await must(world.call(userCalls.migrate, { ...at(id), body, headers }))
    const shown = await ask('GET', `/Groups/${String(group['id'])}`)
    expect([shown.status, shown.body['members']]).toEqual([200, []])
    // Add them again, after which they have what the group gives.
    const add = { Operations: [{ op: 'add', path: 'members', value: members }] }
    await ask('PATCH', `/Groups/${String(group['id'])}`, add)
    const people = (await must(admin(userCalls.search, { body: {} }))).data.data
    expect(people.find(({ uuid }) => uuid === id)?.profile_uuid).toBe(manager)
  })
})
