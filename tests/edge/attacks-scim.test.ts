import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { apiKeyCalls } from '../../domain/calls/api-keys.ts'
import { auditCalls } from '../../domain/calls/audit.ts'
import { profileCalls } from '../../domain/calls/profiles.ts'
import { scimCalls } from '../../domain/calls/scim.ts'
import { userCalls } from '../../domain/calls/users.ts'
import { endWaits } from './browser-page.ts'
import { type Point, sendHeld } from './held.ts'
import { type Answer, foundLab, type Lab, must, password, type Sender, signIn } from './lab.ts'
import { makePerson } from './people.ts'
import {
  type Answered,
  askScim,
  beginPeople,
  type Json,
  makeToken,
  newPerson,
} from './scim-client.ts'

let lab: Lab
let admin: Sender
let superAdmin: Sender
let token = ''

beforeAll(async () => {
  beginPeople()
  lab = await foundLab('scimtenth')
  admin = await lab.as('Administrator')
  superAdmin = await lab.as('SuperAdmin')
  token = await makeToken(admin, 'scim')
}, 60_000)
afterEach(endWaits)

const ask = (method: string, path: string, body?: unknown, as = token) =>
  askScim(method, path, body, { as })
const patch = (path: string, ...Operations: Json[]) => ask('PATCH', path, { Operations })
async function create(change: Json = {}): Promise<string> {
  const { status, body } = await ask('POST', '/Users', newPerson(change))
  expect([status, body]).toEqual([201, expect.any(Object)])
  return String(body['id'])
}
async function makeGroup(displayName: string, members: readonly string[] = []): Promise<string> {
  const list = members.map((value) => ({ value }))
  const { status, body } = await ask('POST', '/Groups', { displayName, members: list })
  expect([status, body]).toEqual([201, expect.any(Object)])
  return String(body['id'])
}
const membersOf = async (group: string) => {
  const { body } = await ask('GET', `/Groups/${group}`)
  return ((body['members'] ?? []) as Json[]).map(({ value }) => value)
}
const personOf = async (id: string) => {
  const people = (await must(admin(userCalls.search, { body: {} }))).data.data
  return people.find(({ uuid }) => uuid === id)
}
const profileNamed = async (name: string) => {
  const { data } = (await must(superAdmin(profileCalls.search))).data
  return data.find((one) => one.name === name)?.uuid ?? ''
}
const map = (sender: Sender, id: string, profile_uuid: string | null, swarms: string[] = []) =>
  sender(scimCalls.mapGroup, { params: { id }, body: { profile_uuid, swarms } })

describe('bodies of an identity provider', () => {
  it('tenth attack T10-1: values of another type are refused in words, and never a 500', async () => {
    const path = `/Users/${await create()}`
    const group = `/Groups/${await makeGroup('Bent')}`
    const before = (await ask('GET', path)).body
    const bent = { toString: 1, valueOf: 1 }
    const operation = (op: unknown, at: string, value: unknown) => ({
      Operations: [{ op, path: at, value }],
    })
    const asked: [string, string, Json][] = [
      ['POST', '/Users', newPerson({ active: bent })],
      ['POST', '/Users', newPerson({ userName: bent })],
      ['PATCH', path, operation(bent, 'active', true)],
      ['PATCH', path, operation('add', 'active', bent)],
      ['PATCH', path, operation('add', 'active', [false])],
      ['PATCH', path, operation('replace', 'displayName', bent)],
      ['PATCH', path, operation('replace', 'displayName.formatted', 'x')],
      ['PATCH', path, operation('replace', 'name.formatted', bent)],
      ['PATCH', path, operation('replace', 'name', 'Anna')],
      ['PATCH', path, operation('add', 'phoneNumbers', [{ value: 'a\nb' }])],
      ['PUT', path, { ...before, phoneNumbers: [{ value: '1\u202e2' }] }],
      ['POST', '/Groups', { displayName: 'Bent members', members: [{ value: bent }] }],
      ['POST', '/Groups', { displayName: 'Bent members', members: [bent] }],
      ['PATCH', group, operation('add', 'members', [{ value: bent }])],
      ['POST', '/Users/.search', { filter: bent }],
      ['POST', '/.search', { startIndex: bent }],
      ['POST', '/Groups/.search', { attributes: [bent] }],
    ]
    for (const [method, at, body] of asked) {
      const { status, body: answer } = await ask(method, at, body)
      expect([method, at, body, status]).toEqual([method, at, body, 400])
      expect(answer['schemas']).toEqual(['urn:ietf:params:scim:api:messages:2.0:Error'])
    }
    expect((await ask('GET', path)).body).toEqual(before)
  })

  it('tenth attack T10-2: nobody gets access by what a provider leaves out', async () => {
    const given = newPerson({ active: false })
    const { body } = await ask('POST', '/Users', given)
    const id = String(body['id'])
    const path = `/Users/${id}`
    for (const operation of [
      { op: 'replace', path: 'active' },
      { op: 'add', path: 'active' },
      { op: 'replace', path: 'active', value: null },
      { op: 'replace', value: { active: null } },
      { op: 'remove', path: 'active' },
    ]) {
      await patch(path, operation)
      expect([operation, (await personOf(id))?.active]).toEqual([operation, 'N'])
    }
    const { active: _none, ...others } = given
    const silent = { ...others, displayName: 'Anna Bergmann' }
    const put = await ask('PUT', path, silent)
    expect(put.body).toMatchObject({ displayName: 'Anna Bergmann', active: false })
    // Take somebody who comes back after DELETE as the provider says, too.
    expect((await ask('DELETE', path)).status).toBe(204)
    const back = await ask('POST', '/Users', { ...silent, active: false })
    expect([back.status, back.body['id'], back.body['active']]).toEqual([201, id, false])
  })

  it('A27-4: of a deleted user name that a directory gives to another person stays the first one’s', async () => {
    const given = newPerson({ externalId: 'directory-1' })
    const first = await ask('POST', '/Users', given)
    const path = `/Users/${String(first.body['id'])}`
    expect((await ask('DELETE', path)).status).toBe(204)
    const another = { ...given, displayName: 'Another Person', externalId: 'directory-2' }
    const refused = await ask('POST', '/Users', another)
    expect([refused.status, refused.body['scimType']]).toEqual([409, 'uniqueness'])
    expect(await personOf(String(first.body['id']))).toMatchObject({
      name: first.body['displayName'],
      active: 'N',
    })
    const back = await ask('POST', '/Users', given)
    expect([back.status, back.body['id']]).toEqual([201, first.body['id']])
  })

  it('tenth attack T10-3: a list that is left out or empty takes no members, and names have no case', async () => {
    const [one, other] = [await create(), await create()]
    const group = await makeGroup('Staff', [one, other])
    const path = `/Groups/${group}`
    const both = expect.arrayContaining([one, other]) as unknown
    expect((await patch(path, { op: 'replace', path: 'members' })).status).toBe(400)
    expect((await patch(path, { op: 'remove', path: 'members', value: [] })).status).toBe(200)
    expect(await membersOf(group)).toEqual(both)
    // Take out a person named in another spelling, who must not stay with an answer that says it was done.
    await patch(path, { OP: 'remove', Path: 'members', VALUE: [{ Value: one }] })
    expect(await membersOf(group)).toEqual([other])
    await patch(path, { op: 'add', path: 'Members', value: [{ VALUE: one }] })
    expect(await membersOf(group)).toEqual(both)
  })
})

describe('groups of an identity provider', () => {
  it('tenth attack T10-4: nobody maps a group to more than they may give, nor to what is not the company’s', async () => {
    const group = await makeGroup('Raised')
    const above = await map(admin, group, await profileNamed('SuperAdmin'))
    expect([above.status, above.errors[0]?.reason]).toEqual([403, 'profile_beyond_own'])
    expect((await map(admin, group, null, [lab.swarm, lab.swarm])).ok).toBe(false)
    // Send the token of somebody who may give it, which would raise whom the provider puts in.
    const high = await makeToken(superAdmin, 'scim')
    const id = await create()
    const put = { displayName: 'Raised', members: [{ value: id }] }
    expect((await ask('PUT', `/Groups/${group}`, put, high)).status).toBe(200)
    expect((await personOf(id))?.profile_uuid).toBe(await profileNamed('Operator'))
  })

  it('tenth attack T10-5: a mapping is an entry of the trail, which its review reads as a change of rights', async () => {
    const group = await makeGroup('Night shift')
    await must(map(admin, group, await profileNamed('Manager'), [lab.swarm]))
    const { data } = (await must(admin(auditCalls.search, { body: { kind: 'sign_in' } }))).data
    const entry = data.find(({ action }) => action === 'sign_in.group_mapped')
    expect(entry).toMatchObject({ reason: 'Night shift: Manager, First' })
    const queue = (await must(admin(auditCalls.queue, { query: { limit: '500' } }))).data
    const read = queue.data.filter(({ risk }) => risk === 'rights').map(({ seq }) => seq)
    expect(read).toContain(entry?.seq)
  })

  it('tenth attack T10-6: leave what an administrator gave, where the person is in no group that gives it', async () => {
    const managers = await makeGroup('Managers')
    const everybody = await makeGroup('Everybody')
    const manager = await profileNamed('Manager')
    await must(map(admin, managers, manager, [lab.swarm]))
    const id = await create()
    const body = { profile_uuid: manager, swarms: [lab.swarm], reason: 'leads the night shift' }
    await must(admin(userCalls.edit, { params: { id }, body }))
    const given = { profile_uuid: manager, swarms: [lab.swarm] }
    const add = { op: 'add', path: 'members', value: [{ value: id }] }
    const remove = { op: 'remove', path: `members[value eq "${id}"]` }
    for (const operation of [add, remove]) {
      expect((await patch(`/Groups/${everybody}`, operation)).status).toBe(200)
      expect(await personOf(id)).toMatchObject(given)
    }
    await patch(`/Groups/${managers}`, add)
    await patch(`/Groups/${managers}`, remove)
    expect(await personOf(id)).toMatchObject({ swarms: [] })
  })

  it('tenth attack T10-7: a mapping that ends while members are added is not theirs for ever', async () => {
    const group = await makeGroup('Deputies')
    await must(map(admin, group, await profileNamed('Manager'), [lab.swarm]))
    const id = await create()
    const add = { Operations: [{ op: 'add', path: 'members', value: [{ value: id }] }] }
    await held('PATCH', `/Groups/${group}`, add, { directory: isMembership }, () =>
      must(map(admin, group, null)),
    )
    const none = { profile_uuid: await profileNamed('Operator'), swarms: [] }
    expect(await personOf(id)).toMatchObject(none)
    // Try it the other way round: somebody is added while the mapping is taken away.
    await must(map(admin, group, await profileNamed('Manager'), [lab.swarm]))
    const late = await create()
    await sendHeld(
      () => map(admin, group, null),
      { directory: isMapping },
      () =>
        ask('PATCH', `/Groups/${group}`, {
          Operations: [{ op: 'add', path: 'members', value: [{ value: late }] }],
        }),
    )
    expect(await personOf(late)).toMatchObject(none)
  })
})

describe('twelfth look R12-4: a mapped group that gets another name', () => {
  const operator = () => profileNamed('Operator')
  const manager = () => profileNamed('Manager')
  const rename = (group: string, displayName: string) =>
    patch(`/Groups/${group}`, { op: 'replace', path: 'displayName', value: displayName })

  /** Map two groups of the same people, of which the first by name gives less than the other. */
  async function mapTwo(word: string) {
    const people = [await create(), await create()]
    const [less, more] = [
      await makeGroup(`A ${word}`, people),
      await makeGroup(`B ${word}`, people),
    ]
    await must(map(admin, less, await operator()))
    await must(map(admin, more, await manager()))
    return { people, less, more }
  }
  const profilesOf = async (people: readonly string[]) =>
    Promise.all(people.map(async (id) => (await personOf(id))?.profile_uuid))

  it('gives its members at once what the first group by name gives, with an entry for each', async () => {
    const { people, less } = await mapTwo('rota')
    expect(await profilesOf(people)).toEqual([await operator(), await operator()])
    expect((await rename(less, 'C rota')).status).toBe(200)
    expect(await profilesOf(people)).toEqual([await manager(), await manager()])
    const [id = ''] = people
    const trail = (await must(admin(auditCalls.search, { body: { kind: 'user', uuid: id } }))).data
    expect(trail.data.at(0)).toMatchObject({
      action: 'user.edit',
      reason: 'Groups of the identity provider',
    })
    // Expect that the right an administrator gave stays where the order gives the same as before.
    const body = { profile_uuid: await operator(), reason: 'less for now' }
    await must(admin(userCalls.edit, { params: { id }, body }))
    expect((await rename(less, 'D rota')).status).toBe(200)
    expect(await profilesOf(people)).toEqual([await operator(), await manager()])
  })

  it('changes nobody and keeps its name where the rules refuse it for one of them', async () => {
    const { people, less, more } = await mapTwo('weak')
    // Make a token of somebody who may give Operator, not Manager.
    const { data } = await must(admin(profileCalls.search))
    const held = data.data.find(({ name }) => name === 'Operator')?.permissions ?? []
    const needed = ['users.search', 'users.create', 'users.edit', 'permissions.edit', 'apiKeys.use']
    const made = await must(
      superAdmin(profileCalls.create, {
        body: {
          name: 'Clerk of people',
          base: 'Operator',
          permissions: [...new Set([...held, ...needed])],
        },
      }),
    )
    const clerk = await makePerson(superAdmin, lab.company, 'scim-clerk', {})
    await must(
      superAdmin(userCalls.edit, {
        params: { id: clerk.uuid },
        body: { profile_uuid: made.data.uuid, reason: 'keeps people' },
      }),
    )
    const as = await makeToken(await signIn('scim-clerk', password), 'scim')
    const put = (group: string, displayName: string) =>
      ask(
        'PUT',
        `/Groups/${group}`,
        { displayName, members: people.map((value) => ({ value })) },
        as,
      )
    expect((await put(less, 'C weak')).status).toBe(403)
    expect(await profilesOf(people)).toEqual([await operator(), await operator()])
    expect((await ask('GET', `/Groups/${less}`)).body['displayName']).toBe('A weak')
    // Refuse a name that another group has before anybody is changed.
    expect((await put(less, 'b WEAK')).status).toBe(409)
    expect((await put(more, 'B weak, later')).status).toBe(200)
  })
})

const isMembership = (text: string) => text.includes('INTO scim_members')
const isMapping = (text: string) => text.includes('SET profile_uuid')

/** Send a request of a provider that is held at a point inside. */
async function held(
  method: string,
  path: string,
  body: unknown,
  point: Point,
  meanwhile: () => Promise<unknown>,
  as = token,
): Promise<Answered> {
  let answered: Answered | undefined
  const { wasHeld } = await sendHeld(
    async (): Promise<Answer> => {
      answered = await ask(method, path, body, as)
      const { status, headers } = answered
      return { status, ok: status < 400, data: null, errors: [], headers }
    },
    point,
    meanwhile,
  )
  expect(wasHeld).toBe(true)
  if (!answered) throw new Error('no answer')
  return answered
}

describe('a token that ends', () => {
  /** Make a token that can be ended by its holder. */
  async function makeEnding() {
    const list = async () => (await must(admin(apiKeyCalls.search))).data.data
    const before = new Set((await list()).map(({ uuid }) => uuid))
    const as = await makeToken(admin, 'scim')
    const made = (await list()).find(({ uuid }) => !before.has(uuid))
    const end = () => must(admin(apiKeyCalls.delete, { params: { id: made?.uuid ?? '' } }))
    return { as, end }
  }
  const readsGroups: Point = { store: (method) => method === 'confirm' }

  it('tenth attack T10-8: writes no group, member or mark of a person that it was about to write', async () => {
    const id = await create({ active: false })
    const group = await makeGroup('Kept', [id])
    const asked: [string, string, unknown][] = [
      ['POST', '/Groups', { displayName: 'Made too late' }],
      ['PUT', `/Groups/${group}`, { displayName: 'Renamed too late', members: [{ value: id }] }],
      ['PUT', `/Groups/${group}`, { displayName: 'Kept', members: [] }],
      ['DELETE', `/Groups/${group}`, undefined],
      ['DELETE', `/Users/${id}`, undefined],
    ]
    for (const [method, path, body] of asked) {
      const { as, end } = await makeEnding()
      const { status } = await held(method, path, body, readsGroups, end, as)
      expect([method, path, status]).toEqual([method, path, 401])
    }
    const names = ((await ask('GET', '/Groups')).body['Resources'] as Json[]).map(
      ({ displayName }) => displayName,
    )
    expect(names).toContain('Kept')
    expect(names).not.toContain('Made too late')
    expect(await membersOf(group)).toEqual([id])
    expect((await ask('GET', `/Users/${id}`)).status).toBe(200)
  })
})
