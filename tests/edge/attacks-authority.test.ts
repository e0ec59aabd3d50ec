import { beforeAll, describe, expect, it } from 'vitest'
import { apiKeyCalls } from '../../domain/calls/api-keys.ts'
import { permissionCalls, profileCalls } from '../../domain/calls/profiles.ts'
import { applicationCalls } from '../../domain/calls/applications.ts'
import { companyCalls } from '../../domain/calls/companies.ts'
import { auditCalls } from '../../domain/calls/audit.ts'
import { deviceCalls } from '../../domain/calls/devices.ts'
import { wavelengthNames, wavelengths } from '../../domain/catalog/wavelengths.ts'
import { recipeCalls } from '../../domain/calls/recipes.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { swarmCalls } from '../../domain/calls/swarms.ts'
import { syncCalls } from '../../domain/calls/sync.ts'
import { userCalls } from '../../domain/calls/users.ts'
import { derivedUuid } from '../../edge/crypto/derived-uuid.ts'
import { ordinaryProfile } from '../../edge/organisation/found-company.ts'
import { type Lab, must, password, send, type Sender, signIn, visiting } from './lab.ts'
import type { World } from './matrix/example.ts'
import { makeDevice } from './material-bodies.ts'
import { changeInside, makeWorld } from './matrix/world.ts'
import { applicationBody, recipeBody } from './method-bodies.ts'
import { chooseOwn, firstPassword, makePerson } from './people.ts'

let world: World
let lab: Lab
let admin: Sender
/** A person of both swarms. */
let wide: Sender
beforeAll(async () => {
  world = await makeWorld()
  lab = world.lab
  admin = await lab.as('Administrator')
  const swarms = [lab.swarm, lab.otherSwarm]
  await makePerson(admin, lab.company, 'wide', { profile: 'Administrator', swarms })
  wide = await signIn('wide', password)
}, 60_000)

/** A wavelength that is for technicians. */
const hidden = wavelengthNames.find((name) => wavelengths[name].forTech) ?? 'FAM'

const at = (id: string, body: object = {}) => ({ params: { id }, body })
const me = async (sender: Sender) => (await must(sender(sessionCalls.me))).data

/** Make a profile of the lab with exactly these permissions, and a person who has it. */
async function makeHolder(word: string, permissions: string[], swarms: string[] = []) {
  const body = { name: `Profile ${word}`, base: 'Operator', permissions }
  const profile = (await must(admin(profileCalls.create, { body }))).data
  const person = await makePerson(admin, lab.company, word, { swarms })
  await must(admin(userCalls.edit, at(person.uuid, { profile_uuid: profile.uuid })))
  return { profile, person, call: await signIn(word, password) }
}

async function makeKey(owner: Sender, permissions: string[]): Promise<Sender> {
  const expires_at = new Date(Date.now() + 86_400_000).toISOString()
  const body = { description: 'Attack', permissions, expires_at, password }
  const { key } = (await must(owner(apiKeyCalls.create, { body }))).data
  return (row, parts = {}) =>
    send(row, { ...parts, headers: { ...parts.headers, Authorization: `Bearer ${key}` } })
}

describe('a key of an administrator', () => {
  it('does not move its owner’s e-mail address, from where the password could be reset', async () => {
    const { uuid } = await me(admin)
    const key = await makeKey(admin, ['users.search', 'users.edit', 'users.linkSwarms'])
    const moved = await key(userCalls.edit, at(uuid, { email: 'thief@evil.example' }))
    expect(moved.errors[0]).toMatchObject({ code: 'forbidden', reason: 'profile_beyond_own' })
    const named = await key(userCalls.editDetailsOf, at(uuid, { name: 'Somebody else' }))
    expect(named.status).toBe(403)
    const linked = await key(userCalls.link, at(uuid, { swarms: [] }))
    expect(linked.status).toBe(403)
  })
})

describe('permissions that sleep', () => {
  const sleeping = 'certificates.review'

  it('are not given by who does not hold them, though the company cannot use them yet', async () => {
    const { company, as } = world.underling
    const headers = await visiting(world.call, company)
    const off = { certificates_enabled: 'N', reason: 'not paid for' }
    await must(world.call(companyCalls.edit, { ...at(company, off), headers }))
    const theirs = await as('Administrator')
    const body = {
      name: 'Keeper',
      base: 'Operator',
      permissions: ['users.edit', 'users.search', 'permissions.edit'],
    }
    const keeper = (await must(theirs(profileCalls.create, { body }))).data
    const person = await makePerson(theirs, company, 'sleeper')
    await must(theirs(userCalls.edit, at(person.uuid, { profile_uuid: keeper.uuid })))
    const call = await signIn('sleeper', password)
    const permissions = [...keeper.permissions, sleeping]
    const grown = await call(
      permissionCalls.edit,
      at(keeper.uuid, { permissions, reason: 'wanted' }),
    )
    expect(grown.errors[0]).toMatchObject({
      reason: 'profile_beyond_own',
      params: { permission: sleeping },
    })
    // Allow an administrator, whose profile holds it, to give it; and the provider from outside.
    await must(theirs(permissionCalls.edit, at(keeper.uuid, { permissions, reason: 'wanted' })))
    await must(world.call(profileCalls.clone, { ...at(keeper.uuid), headers }))
  })
})

describe('moving to another company', () => {
  it('gives nobody of a profile of their own the ordinary one that it was made from', async () => {
    const body = { name: 'Weak', base: 'Administrator', permissions: ['recipes.search'] }
    const weak = (await must(admin(profileCalls.create, { body }))).data
    const { uuid } = await makePerson(admin, lab.company, 'weak')
    await must(admin(userCalls.edit, at(uuid, { profile_uuid: weak.uuid })))
    const target = world.underling.company
    const order = { company_uuid: target, reason: 'new work' }
    const headers = await visiting(world.call, lab.company)
    const moved = await world.call(userCalls.migrate, { ...at(uuid, order), headers })
    expect(moved.errors[0]).toMatchObject({ field: 'profile_uuid', reason: 'required' })
    const named = { ...order, profile_uuid: ordinaryProfile(target, 'Operator') }
    await must(world.call(userCalls.migrate, { ...at(uuid, named), headers }))
  })
})

describe('the id of a closed company', () => {
  it('is never another’s: its people would be able to sign in again', async () => {
    const uuid = crypto.randomUUID()
    const body = { uuid, name: 'Closed one' }
    await must(world.call(companyCalls.create, { body }))
    const headers = await visiting(world.call, uuid)
    await makePerson(world.call, uuid, 'left-behind', { headers })
    const closing = { confirm: 'Closed one', reason: 'over and done' }
    await must(world.call(companyCalls.delete, at(uuid, closing)))
    const again = await world.call(companyCalls.create, { body })
    expect(again.errors[0]?.reason).toBe('id_not_unique')
    await expect(signIn('left-behind', password)).rejects.toThrow('401')
  })
})

describe('people of swarms', () => {
  it('a person who may link people touches nobody who holds more', async () => {
    const top = (await me(await lab.as('SuperAdmin'))).uuid
    const { call } = await makeHolder(
      'linker',
      ['swarms.search', 'swarms.linkUsers', 'users.search'],
      [lab.swarm],
    )
    const emptied = await call(swarmCalls.linkUser, at(lab.swarm, { users: [] }))
    expect(emptied.errors[0]?.reason).toBe('profile_beyond_own')
    const user = (await must(admin(userCalls.editForm, { params: { id: top } }))).data
    expect(user.record?.swarms).toEqual([lab.swarm])
  })
})

describe('an operation sent again', () => {
  it('shows nothing of a record that has gone out of sight since', async () => {
    const held = ['application.search', 'application.edit']
    const { call } = await makeHolder('repeater', held, [lab.swarm])
    const body = { ...applicationBody('Seen once'), swarm_uuid: lab.swarm }
    const made = (await must(wide(applicationCalls.create, { body }))).data
    const again = {
      ...at(made.uuid, { name: 'Mine' }),
      headers: { 'Operation-Id': 'replay-after-move' },
    }
    await must(call(applicationCalls.edit, again))
    expect((await call(applicationCalls.edit, again)).status).toBe(200)
    await must(wide(applicationCalls.migrate, at(made.uuid, { swarm_uuid: lab.otherSwarm })))
    await must(wide(applicationCalls.edit, at(made.uuid, { name: 'Secret now' })))
    const answer = await call(applicationCalls.edit, again)
    expect([answer.status, answer.errors[0]?.code]).toEqual([404, 'not_found'])
    expect(JSON.stringify(answer)).not.toContain('Secret now')
  })

  it('in another company makes no second person of the same login', async () => {
    const provider = world.call
    const order = async (company: string, word: string) =>
      provider(userCalls.create, {
        body: {
          username: word,
          name: word,
          email: `${word}@lab.example`,
          profile_uuid: ordinaryProfile(company, 'Operator'),
          swarms: [],
          password: firstPassword,
        },
        headers: {
          ...(await visiting(provider, company)),
          'Operation-Id': 'one-id-two-companies',
        },
      })
    await must(order(lab.company, 'twin'))
    const second = await order(world.underling.company, 'twin2')
    expect(second.errors[0]?.reason).toBe('operation_id_taken')
    const uuid = derivedUuid((await me(provider)).uuid, 'one-id-two-companies')
    const there = await world.underling.as('Administrator')
    expect((await there(userCalls.editForm, { params: { id: uuid } })).status).toBe(404)
    await chooseOwn('twin')
    await signIn('twin', password)
  })
})

describe('the content of a pull', () => {
  const query = { kinds: 'recipe', after: '0', limit: '500' }

  it('names no removed record of a swarm that the reader never saw', async () => {
    const { call } = await makeHolder('puller', ['recipes.search'], [lab.swarm])
    const body = { ...recipeBody('Never seen'), swarm_uuid: lab.otherSwarm }
    const { uuid } = (await must(wide(recipeCalls.create, { body }))).data
    await must(wide(recipeCalls.edit, at(uuid, { archived: 1 })))
    await must(wide(recipeCalls.delete, at(uuid, { reason: 'not needed' })))
    const page = await must(call(syncCalls.pull, { query }))
    expect(JSON.stringify(page.data)).not.toContain(uuid)
    const own = await must(wide(syncCalls.pull, { query }))
    expect(JSON.stringify(own.data)).toContain(uuid)
  })
})

describe('settings that only technicians see', () => {
  it('is in no entry of the trail and in no answer to a stale edit', async () => {
    const { as, company } = lab
    const device = await makeDevice(company, {
      name: 'With a hidden channel',
      deviceType: 'bcube',
      cartridge_type: 'Wells16',
      wavelengths: ['FAM', hidden],
    })
    const config = { [`intensity.${hidden}`]: 4711, 'intensity.FAM': 12 }
    const kind = 'device'
    await changeInside(company, { type: 'patch', kind, uuid: device.uuid, patch: { config } })
    const sender = await as('Administrator')
    const params = { kind: 'device', id: device.uuid }
    const trail = JSON.stringify((await must(sender(auditCalls.record, { params }))).data)
    expect(trail).toContain('intensity.FAM')
    expect(trail).not.toContain(hidden)
    const body = { name: 'Renamed', base: '2020-01-01T00:00:00.000Z' }
    const stale = await sender(deviceCalls.edit, at(device.uuid, body))
    expect(stale.errors[0]?.code).toBe('stale')
    expect(JSON.stringify(stale.errors)).not.toContain(hidden)
  })
})
