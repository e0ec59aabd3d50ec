import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { userCalls } from '../../domain/calls/users.ts'
import { endWaits } from './browser-page.ts'
import type { Point } from './held.ts'
import { foundLab, must, type Sender } from './lab.ts'
import { askHeld, askScim, beginPeople, type Json, makeToken, newPerson } from './scim-client.ts'

let admin: Sender
let token = ''

beforeAll(async () => {
  beginPeople()
  const lab = await foundLab('scimver')
  admin = await lab.as('Administrator')
  token = await makeToken(admin, 'scim')
}, 60_000)
afterEach(endWaits)

const ask = (method: string, path: string, body?: unknown, version?: string) =>
  askScim(method, path, body, { as: token, headers: version ? { 'If-Match': version } : {} })
const replaced = (path: string, value: unknown) => ({
  Operations: [{ op: 'replace', path, value }],
})
const withMember = (value: string) => ({
  Operations: [{ op: 'add', path: 'members', value: [{ value }] }],
})

async function create(path: string, body: Json): Promise<{ at: string; id: string; tag: string }> {
  const made = await ask('POST', path, body)
  expect([made.status, made.body]).toEqual([201, expect.any(Object)])
  const id = String(made.body['id'])
  return { at: `${path}/${id}`, id, tag: made.headers.get('ETag') ?? '' }
}
const createPerson = (change: Json = {}) => create('/Users', newPerson(change))
const read = async (path: string) => (await ask('GET', path)).body
const personOf = async (id: string) =>
  (await must(admin(userCalls.search, { body: {} }))).data.data.find(({ uuid }) => uuid === id)
const edit = (id: string, body: object) =>
  must(admin(userCalls.edit, { params: { id }, body: { ...body, reason: 'meanwhile' } }))

const isChange: Point = { store: (method) => method === 'change' }
const isConfirm: Point = { store: (method) => method === 'confirm' }
const isKept: Point = { directory: (text) => text.startsWith('INSERT INTO scim_people') }

describe('a write of what a provider saw (If-Match)', () => {
  it('A25-2: is refused where an administrator changes the person just before it is written', async () => {
    const { at, id, tag } = await createPerson()
    const held = await askHeld(
      () => ask('PATCH', at, replaced('phoneNumbers', [{ value: '+2' }]), tag),
      isChange,
      () => edit(id, { phone: '+3' }),
    )
    expect([held.status, (await personOf(id))?.phone]).toEqual([412, '+3'])
    const later = (await ask('GET', at)).headers.get('ETag') ?? ''
    const again = await ask('PATCH', at, replaced('phoneNumbers', [{ value: '+2' }]), later)
    expect(again.status).toBe(200)
  })

  it('A25-2: ends nobody whom an administrator changes just before', async () => {
    const { at, id, tag } = await createPerson()
    const held = await askHeld(
      () => ask('DELETE', at, undefined, tag),
      isChange,
      () => edit(id, { phone: '+4' }),
    )
    expect([held.status, (await personOf(id))?.active]).toEqual([412, 'Y'])
  })

  it('A25-2: gives a person the id of one of two requests', async () => {
    const { at, tag } = await createPerson()
    const held = await askHeld(
      () => ask('PATCH', at, replaced('externalId', 'first'), tag),
      isKept,
      () => ask('PATCH', at, replaced('externalId', 'second'), tag),
    )
    expect([held.status, (await read(at))['externalId']]).toEqual([412, 'second'])
  })

  it.each([
    ['the id', isKept],
    ['the person', isChange],
  ])('A26-4: changes person and id or neither, before %s is written', async (_, point) => {
    const { at, id, tag } = await createPerson({ externalId: 'had' })
    const both = (phone: string, externalId: string) => ({
      Operations: [
        { op: 'replace', path: 'phoneNumbers', value: [{ value: phone }] },
        { op: 'replace', path: 'externalId', value: externalId },
      ],
    })
    const is = async () => [(await personOf(id))?.phone, (await read(at))['externalId']]
    const other = () => ask('PATCH', at, replaced('externalId', 'second'), tag)
    const numbered = await askHeld(() => ask('PATCH', at, both('+6', 'first'), tag), point, other)
    expect(await is()).toEqual(numbered.status === 200 ? ['+6', 'first'] : ['', 'second'])
    const seen = (await ask('GET', at)).headers.get('ETag') ?? ''
    const [, had] = await is()
    const edited = await askHeld(
      () => ask('PATCH', at, both('+8', 'third'), seen),
      isChange,
      () => edit(id, { phone: '+7' }),
    )
    expect([edited.status, await is()]).toEqual([412, ['+7', had]])
  })

  it('A25-2: changes a group once, and deletes none that has changed', async () => {
    const [one, two] = [await createPerson(), await createPerson()]
    const { at, tag } = await create('/Groups', { displayName: 'Versions' })
    const held = await askHeld(
      () => ask('PATCH', at, withMember(one.id), tag),
      isConfirm,
      () => ask('PATCH', at, withMember(two.id), tag),
    )
    expect([held.status, (await read(at))['members']]).toEqual([
      412,
      [expect.objectContaining({ value: two.id })],
    ])
    const seen = (await ask('GET', at)).headers.get('ETag') ?? ''
    const gone = await askHeld(
      () => ask('DELETE', at, undefined, seen),
      isConfirm,
      () => ask('PATCH', at, withMember(one.id)),
    )
    expect([gone.status, (await ask('GET', at)).status]).toEqual([412, 200])
  })
})

describe('a name that a directory gives in two parts', () => {
  const nameOf = async (at: string) => (await read(at))['displayName']
  const named = (sub: string, value: string) => replaced(`name.${sub}`, value)

  it('A25-9: changes with one of them', async () => {
    const name = { givenName: 'Ada', familyName: 'Rossi' }
    const { at, id } = await createPerson({ name })
    expect((await ask('PATCH', at, named('familyName', 'Bianchi'))).status).toBe(200)
    expect([await nameOf(at), (await personOf(id))?.name]).toEqual(['Ada Bianchi', 'Ada Bianchi'])
    await ask('PATCH', at, replaced('phoneNumbers', [{ value: '+7' }]))
    await ask('PATCH', at, named('givenName', 'Adele'))
    expect((await read(at))['name']).toEqual({
      formatted: 'Adele Bianchi',
      givenName: 'Adele',
      familyName: 'Bianchi',
    })
  })

  it('A25-9: does not where it was given as a whole, and does by both', async () => {
    const { at, id } = await createPerson({ displayName: 'Dr. Ada Lund' })
    await ask('PATCH', at, named('familyName', 'Moss'))
    expect(await nameOf(at)).toBe('Dr. Ada Lund')
    const both = ['Ida', 'Moss'].map((value, index) => ({
      op: 'replace',
      path: `name.${index === 0 ? 'givenName' : 'familyName'}`,
      value,
    }))
    await ask('PATCH', at, { Operations: both })
    expect(await nameOf(at)).toBe('Ida Moss')
    // Take what an administrator has written since for a whole name again.
    await edit(id, { name: 'Ida Moss-Berg' })
    await ask('PATCH', at, named('familyName', 'Nash'))
    expect((await read(at))['name']).toEqual({ formatted: 'Ida Moss-Berg' })
  })
})

describe('names of attributes, which have no case (RFC 7643, 2.1)', () => {
  it('A26-5: change what they name in any spelling', async () => {
    const name = { givenName: 'Ines', familyName: 'Lund' }
    const { at, id } = await createPerson({ name })
    expect((await ask('PATCH', at, replaced('name', { FamilyName: 'Bruno' }))).status).toBe(200)
    expect((await personOf(id))?.name).toBe('Ines Bruno')
    const address = (index: number) => `ines.${index}.${id.slice(0, 8)}@example.org`
    const work = 'emails[type eq "work"]'
    await ask('PATCH', at, replaced(work, { Value: address(1) }))
    expect((await personOf(id))?.email).toBe(address(1))
    await ask('PATCH', at, replaced(`${work}.Value`, address(2)))
    expect((await personOf(id))?.email).toBe(address(2))
  })
})

describe('two requests of a directory about one person at once', () => {
  it('A25-3: one that changes the phone number leaves the id that the other one gives', async () => {
    const { at } = await createPerson()
    const held = await askHeld(
      () => ask('PATCH', at, replaced('phoneNumbers', [{ value: '+5' }])),
      isChange,
      () => ask('PATCH', at, replaced('externalId', 'given-meanwhile')),
    )
    expect([held.status, (await read(at))['externalId']]).toEqual([200, 'given-meanwhile'])
  })

  it('A25-3: one that changes the phone number brings nobody back whom the other one deletes', async () => {
    const given = newPerson()
    const { at, id } = await create('/Users', given)
    const held = await askHeld(
      () => ask('PATCH', at, replaced('phoneNumbers', [{ value: '+6' }])),
      isChange,
      () => ask('DELETE', at),
    )
    expect([held.status, (await ask('GET', at)).status]).toEqual([404, 404])
    const again = await ask('POST', '/Users', given)
    expect([again.status, again.body['id']]).toEqual([201, id])
  })

  it('A25-3: deletes somebody whom an administrator had let in again and the provider then changed', async () => {
    const { at, id } = await createPerson()
    await ask('DELETE', at)
    await edit(id, { active: 'Y' })
    expect((await ask('PATCH', at, replaced('active', false))).status).toBe(200)
    expect((await read(at))['active']).toBe(false)
  })
})
