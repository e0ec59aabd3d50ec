import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { profileCalls } from '../../domain/calls/profiles.ts'
import { scimCalls } from '../../domain/calls/scim.ts'
import { userCalls } from '../../domain/calls/users.ts'
import { applyPatch } from '../../edge/scim/patch.ts'
import { endWaits } from './browser-page.ts'
import { type Point, sendHeld } from './held.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import {
  askHeld as sendScimHeld,
  askScim,
  beginPeople,
  type Json,
  makeToken,
  newPerson,
} from './scim-client.ts'

let lab: Lab
let admin: Sender
let token = ''

beforeAll(async () => {
  beginPeople()
  lab = await foundLab('scimdir')
  admin = await lab.as('Administrator')
  token = await makeToken(admin, 'scim')
}, 60_000)
afterEach(endWaits)

const ask = (method: string, path: string, body?: unknown) =>
  askScim(method, path, body, { as: token })
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

const personOf = async (id: string) => {
  const people = (await must(admin(userCalls.search, { body: {} }))).data.data
  return people.find(({ uuid }) => uuid === id)
}
const profileNamed = async (name: string) => {
  const { data } = (await must(admin(profileCalls.search))).data
  return data.find((one) => one.name === name)?.uuid ?? ''
}
const edit = (id: string, body: object) =>
  must(admin(userCalls.edit, { params: { id }, body: { ...body, reason: 'at the same time' } }))
const map = (id: string, profile_uuid: string | null, swarms: string[] = []) =>
  must(admin(scimCalls.mapGroup, { params: { id }, body: { profile_uuid, swarms } }))

type Request = readonly [method: string, path: string, body: unknown]
/** Send a request of the directory that is held at a point inside, while an administrator does something. */
const askHeld = (request: Request, point: Point, meanwhile: () => Promise<unknown>) =>
  sendScimHeld(() => ask(...request), point, meanwhile)

const isRead: Point = { directory: (text) => text.includes('FROM scim_people') }
const isGiven: Point = {
  store: (method, [change]) =>
    method === 'change' && (change as { type: string }).type === 'user.follow_groups',
}
const operation = (path: string, value: unknown) => ({
  Operations: [{ op: 'replace', path, value }],
})

describe('a directory beside an administrator', () => {
  it('A24-2: gives nobody back what an administrator takes while it writes something else of them', async () => {
    const id = await create({ phoneNumbers: [{ value: '+1' }] })
    const { status } = await askHeld(
      ['PATCH', `/Users/${id}`, operation('phoneNumbers', [{ value: '+2' }])],
      isRead,
      () => edit(id, { active: 'N', email: 'moved.away@scim.example' }),
    )
    expect(status).toBe(200)
    expect(await personOf(id)).toMatchObject({
      phone: '+2',
      active: 'N',
      email: 'moved.away@scim.example',
    })
  })

  it('A24-3: gives by a group what the group has, and not again what an administrator has taken', async () => {
    const id = await create()
    const [manager, operator] = [await profileNamed('Manager'), await profileNamed('Operator')]
    await edit(id, { profile_uuid: manager, swarms: [lab.otherSwarm] })
    const group = await makeGroup('Benches')
    await map(group, null, [lab.swarm])
    const add = { Operations: [{ op: 'add', path: 'members', value: [{ value: id }] }] }
    await askHeld(['PATCH', `/Groups/${group}`, add], isGiven, () =>
      edit(id, { profile_uuid: operator, swarms: [] }),
    )
    expect(await personOf(id)).toMatchObject({ profile_uuid: operator, swarms: [lab.swarm] })
  })
})

describe('two administrators who map a group at once', () => {
  it.each(['before', 'after'])(
    'A24-10: its members have what it gives, %s the other’s people',
    async (when) => {
      const id = await create()
      const group = await makeGroup(`Rota ${when}`, [id])
      const manager = await profileNamed('Manager')
      await map(group, manager)
      const isMapping: Point = { directory: (text) => text.includes('SET profile_uuid') }
      const { answer, wasHeld } = await sendHeld(
        () =>
          admin(scimCalls.mapGroup, {
            params: { id: group },
            body: { profile_uuid: null, swarms: [] },
          }),
        when === 'before' ? isGiven : isMapping,
        () => map(group, manager, [lab.swarm]),
      )
      expect([wasHeld, answer.status]).toEqual([true, 409])
      const now = (await must(admin(scimCalls.read))).data.groups.find(({ uuid }) => uuid === group)
      expect(now).toMatchObject({ profile_uuid: manager, swarms: [lab.swarm] })
      expect(await personOf(id)).toMatchObject({ profile_uuid: manager, swarms: [lab.swarm] })
    },
  )
})

describe('a directory that writes twice at once', () => {
  it('A24-12: takes nobody out of a group, and no name back, by adding somebody else', async () => {
    const [kept, one, other] = [await create(), await create(), await create()]
    const group = await makeGroup('Early', [kept])
    await map(group, await profileNamed('Manager'))
    const add = (value: string) => ({ op: 'add', path: 'members', value: [{ value }] })
    const { status } = await askHeld(
      ['PATCH', `/Groups/${group}`, { Operations: [add(one)] }],
      { store: (method) => method === 'confirm' },
      () =>
        patch(
          `/Groups/${group}`,
          add(other),
          { op: 'remove', path: `members[value eq "${kept}"]` },
          { op: 'replace', path: 'displayName', value: 'Late' },
        ),
    )
    const { body } = await ask('GET', `/Groups/${group}`)
    const members = (body['members'] as Json[]).map(({ value }) => String(value)).toSorted()
    expect([status, body['displayName'], members]).toEqual([200, 'Late', [one, other].toSorted()])
    expect((await personOf(other))?.profile_uuid).toBe(await profileNamed('Manager'))
  })
})

describe('what a directory writes', () => {
  it('A24-4: the primary address is the one of the account, whatever others come behind it', async () => {
    const work = { value: 'erin.work@scim.example', type: 'work', primary: true }
    const home = { value: 'erin.home@scim.example', type: 'home' }
    const id = await create({ userName: 'erin.work@scim.example', emails: [work, home] })
    expect((await personOf(id))?.email).toBe(work.value)
    await patch(`/Users/${id}`, { op: 'add', path: 'emails', value: [home] })
    expect((await personOf(id))?.email).toBe(work.value)
    const path = 'emails[type eq "home"].value'
    await patch(`/Users/${id}`, { op: 'add', path, value: 'erin.other@scim.example' })
    expect((await personOf(id))?.email).toBe(work.value)
  })

  it('A24-5: somebody whom it deleted and makes again is in none of its earlier groups', async () => {
    const given = newPerson()
    const { body } = await ask('POST', '/Users', given)
    const id = String(body['id'])
    const group = await makeGroup('Leads', [id])
    await map(group, await profileNamed('Manager'), [lab.swarm])
    expect((await ask('DELETE', `/Users/${id}`)).status).toBe(204)
    expect((await ask('GET', `/Groups/${group}`)).body['members']).toEqual([])
    const back = await ask('POST', '/Users', given)
    expect([back.status, back.body['id'], back.body['groups']]).toEqual([201, id, []])
    expect(await personOf(id)).toMatchObject({
      profile_uuid: await profileNamed('Operator'),
      swarms: [],
    })
  })

  it('A24-6: a condition on an attribute that is no list is refused, and not passed over', async () => {
    const id = await create()
    for (const path of [
      'active[value eq "false"]',
      'displayName[type eq "x"]',
      'name[a pr].formatted',
      'displayName.first',
      'active.value',
    ]) {
      const { status } = await patch(`/Users/${id}`, { op: 'replace', path, value: false })
      expect([path, status]).toEqual([path, 400])
    }
    expect((await personOf(id))?.active).toBe('Y')
  })

  it('A24-14: a small request with many conditions holds nobody up', () => {
    const members = Array.from({ length: 5000 }, (_, at) => ({ value: `person-${at}` }))
    const remove = (condition: string) => ({ op: 'remove', path: `members[${condition}]` })
    const removed = (Operations: Json[]) =>
      (applyPatch({ members }, { Operations }, ['members'])['members'] as Json[]).length
    const single = Array.from({ length: 1000 }, (_, at) => remove(`value eq "person-${at}"`))
    expect(removed(single)).toBe(4000)
    const long = remove(Array.from({ length: 24 }, () => 'value co "zzzz"').join(' or '))
    expect(removed([long])).toBe(5000)
    const many = Array.from({ length: 1000 }, () => long)
    expect(() => removed(many)).toThrow('Send fewer conditions in one PATCH')
  })
})
