import { env } from 'cloudflare:test'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { apiKeyCalls } from '../../domain/calls/api-keys.ts'
import { profileCalls } from '../../domain/calls/profiles.ts'
import { scimCalls } from '../../domain/calls/scim.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { userCalls } from '../../domain/calls/users.ts'
import { askScim, beginPeople, type Json, makeToken, newPerson, userSchema } from './scim-client.ts'
import { endWaits } from './browser-page.ts'
import { foundLab, type Lab, must, origin, password, type Sender, way } from './lab.ts'
import { reasonOf } from './signing-people.ts'

let lab: Lab
let other: Lab
let admin: Sender
let token = ''
let theirs = ''

beforeAll(async () => {
  beginPeople()
  lab = await foundLab('scim')
  other = await foundLab('scimother')
  admin = await lab.as('Administrator')
  token = await makeToken(admin, 'scim')
  theirs = await makeToken(await other.as('Administrator'), 'scim')
}, 60_000)
afterEach(endWaits)

const ask = (
  method: string,
  path: string,
  body?: unknown,
  options: { as?: string; headers?: Record<string, string> } = {},
) => askScim(method, path, body, { as: token, ...options })

async function create(change: Json = {}): Promise<Json> {
  const answer = await ask('POST', '/Users', newPerson(change))
  expect([answer.status, answer.body]).toEqual([201, expect.any(Object)])
  return answer.body
}
const patch = (id: unknown, ...Operations: Json[]) =>
  ask('PATCH', `/Users/${String(id)}`, {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
    Operations,
  })
const find = async (filter: string) => {
  const { status, body } = await ask('GET', `/Users?filter=${encodeURIComponent(filter)}`)
  return { status, ids: ((body['Resources'] ?? []) as Json[]).map(({ id }) => id), body }
}

describe('people', () => {
  it('are made once, found by any spelling of an attribute, and never twice', async () => {
    const made = newPerson()
    const first = await ask('POST', '/Users', made)
    expect(first.status).toBe(201)
    expect(first.headers.get('content-type')).toContain('application/scim+json')
    expect(first.headers.get('location')).toBe((first.body['meta'] as Json)['location'])
    expect(first.body).toMatchObject({
      displayName: 'Anna Berg',
      externalId: 'ext-1',
      active: true,
    })
    const again = await ask('POST', '/Users', made)
    expect([again.status, again.body['scimType']]).toEqual([409, 'uniqueness'])
    const { id } = first.body
    for (const filter of [
      'userName eq "anna.berg@scim.example"',
      'USERNAME Eq "ANNA.BERG@scim.example"',
      `${userSchema}:userName eq "anna.berg@scim.example"`,
      'externalId eq "ext-1"',
      'emails[type eq "work" and value co "anna."]',
      'emails.value sw "anna.berg" and not (active eq "False")',
      `id eq "${String(id)}" or userName eq "nobody"`,
    ]) {
      expect([filter, (await find(filter)).ids]).toEqual([filter, [id]])
    }
    expect((await find('externalId eq "EXT-1"')).ids).toEqual([])
    for (const wrong of [
      'userName',
      'userName like "x"',
      '(userName eq "x"',
      'userName eq x',
      'a'.repeat(2000),
      '('.repeat(300),
    ]) {
      const { status, body } = await find(wrong)
      expect([wrong, status, body['scimType']]).toEqual([wrong, 400, 'invalidFilter'])
    }
  })

  it('have the least profile, no swarm, an entry in the trail, and cannot sign before they are confirmed', async () => {
    const { id } = await create()
    const page = (await must(admin(userCalls.search, { body: {} }))).data.data
    const person = page.find(({ uuid }) => uuid === id)
    const { data } = (await must(admin(profileCalls.search))).data
    expect(data.find(({ uuid }) => uuid === person?.profile_uuid)?.name).toBe('Operator')
    expect(person).toMatchObject({ swarms: [], active: 'Y', unconfirmed: [{ what: 'person' }] })
  })

  it('are changed in the dialects of Entra and Okta', async () => {
    const { id } = await create()
    const entra = await patch(
      id,
      { op: 'Replace', path: 'displayName', value: 'Carla Diaz' },
      { op: 'Add', path: 'phoneNumbers[type eq "work"].value', value: '+41 44 000 00 00' },
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'carla@scim.example' },
      {
        op: 'Add',
        path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
        value: 'Lab',
      },
      { op: 'Add', path: 'title', value: 'Dr' },
    )
    expect(entra.status).toBe(200)
    expect(entra.body).toMatchObject({
      displayName: 'Carla Diaz',
      name: { formatted: 'Carla Diaz' },
      emails: [{ value: 'carla@scim.example' }],
      phoneNumbers: [{ value: '+41 44 000 00 00' }],
    })
    const okta = await patch(id, {
      op: 'replace',
      value: { active: false, 'name.formatted': 'Carla D. Diaz' },
    })
    expect(okta.body).toMatchObject({ active: false, displayName: 'Carla D. Diaz' })
    expect((await patch(id, { op: 'replace', path: 'active', value: 'True' })).body['active']).toBe(
      true,
    )
    const removed = await patch(id, { op: 'remove', path: 'phoneNumbers' })
    expect(removed.body).not.toHaveProperty('phoneNumbers')
    const put = await ask('PUT', `/Users/${String(id)}`, {
      ...okta.body,
      displayName: 'Carla Diaz',
      name: undefined,
      active: true,
    })
    expect(put.body).toMatchObject({ displayName: 'Carla Diaz' })
    for (const [operation, scimType] of [
      [{ op: 'replace', path: 'noSuch', value: 1 }, 'invalidPath'],
      [{ op: 'replace', path: 'userName', value: 'another' }, 'mutability'],
      [{ op: 'replace', path: 'emails', value: [{ value: 'no address' }] }, 'invalidValue'],
      [{ op: 'move', path: 'displayName', value: 'x' }, 'invalidSyntax'],
      [{ op: 'remove' }, 'noTarget'],
    ] as const) {
      const { status, body } = await patch(id, operation)
      expect([operation, status, body['scimType']]).toEqual([operation, 400, scimType])
    }
  })

  it('are changed only in the version that was seen', async () => {
    const made = await create()
    const path = `/Users/${String(made['id'])}`
    const { headers } = await ask('GET', path)
    const seen = headers.get('etag') ?? ''
    expect((await ask('GET', path, undefined, { headers: { 'If-None-Match': seen } })).status).toBe(
      304,
    )
    const body = { Operations: [{ op: 'replace', path: 'displayName', value: 'Dana Ewing' }] }
    const options = { headers: { 'If-Match': seen } }
    expect((await ask('PATCH', path, body, options)).status).toBe(200)
    expect((await ask('PATCH', path, body, options)).status).toBe(412)
    expect((await ask('DELETE', path, undefined, options)).status).toBe(412)
  })

  it('are made inactive, where the provider says so, and searched by a body', async () => {
    const made = await create({ active: false })
    expect(made['active']).toBe(false)
    const filter = `userName eq "${String(made['userName'])}"`
    for (const path of ['/.search', '/Users/.search']) {
      const { body } = await ask('POST', path, { filter, attributes: ['active'] })
      expect(body).toMatchObject({
        totalResults: 1,
        Resources: [{ id: made['id'], active: false }],
      })
    }
  })

  it('are described by what can only be read', async () => {
    for (const path of ['/ServiceProviderConfig', '/Schemas', '/ResourceTypes']) {
      expect([path, (await ask('GET', path)).status]).toEqual([path, 200])
      expect([path, (await ask('PUT', path, {})).status]).toEqual([path, 405])
    }
    expect((await ask('GET', `/Schemas/${userSchema}`)).body['id']).toBe(userSchema)
    expect((await ask('GET', '/Schemas/none')).status).toBe(404)
  })

  it('are listed in pages', async () => {
    const all = await ask('GET', '/Users?count=200')
    const total = all.body['totalResults'] as number
    const page = await ask('GET', '/Users?startIndex=2&count=3&attributes=userName')
    expect(page.body).toMatchObject({ totalResults: total, startIndex: 2, itemsPerPage: 3 })
    const resources = page.body['Resources'] as Json[]
    expect(resources.map((one) => Object.keys(one).toSorted())).toEqual(
      Array.from({ length: 3 }, () => ['id', 'meta', 'schemas', 'userName']),
    )
    expect((await ask('GET', '/Users?count=0')).body).toMatchObject({
      totalResults: total,
      Resources: [],
    })
    expect((await ask('GET', '/Users?startIndex=one')).status).toBe(400)
  })

  it('are deactivated by DELETE, gone for the provider, and come back as the same person', async () => {
    const given = newPerson()
    const { body } = await ask('POST', '/Users', given)
    const path = `/Users/${String(body['id'])}`
    expect((await ask('DELETE', path)).status).toBe(204)
    expect((await ask('GET', path)).status).toBe(404)
    expect((await ask('DELETE', path)).status).toBe(404)
    expect((await find(`userName eq "${String(given['userName'])}"`)).ids).toEqual([])
    const kept = (await must(admin(userCalls.search, { body: {} }))).data.data
    expect(kept.find(({ uuid }) => uuid === body['id'])?.active).toBe('N')
    const back = await ask('POST', '/Users', given)
    expect([back.status, back.body['id'], back.body['active']]).toEqual([201, body['id'], true])
  })
})

describe('groups', () => {
  const makeGroup = (displayName: string, members: unknown[] = []) =>
    ask('POST', '/Groups', { displayName, members: members.map((value) => ({ value })) })
  const profileOf = async (id: unknown) => {
    const people = (await must(admin(userCalls.search, { body: {} }))).data.data
    return people.find(({ uuid }) => uuid === id)
  }

  it('give a profile and swarms by the table of the company, and take them again', async () => {
    const { id } = await create()
    const group = (await makeGroup('Lab managers', [id])).body
    expect((await makeGroup('LAB MANAGERS')).status).toBe(409)
    const profiles = (await must(admin(profileCalls.search))).data.data
    const uuidOf = (name: string) => profiles.find((one) => one.name === name)?.uuid ?? ''
    const body = { profile_uuid: uuidOf('Manager'), swarms: [lab.swarm] }
    const params = { id: String(group['id']) }
    const mapped = (await must(admin(scimCalls.mapGroup, { params, body }))).data
    expect(mapped.groups).toEqual([expect.objectContaining({ ...body, members: 1 })])
    expect(await profileOf(id)).toMatchObject(body)
    const { id: second } = await create()
    const path = `/Groups/${params.id}`
    const added = await ask('PATCH', path, {
      Operations: [{ op: 'Add', path: 'members', value: [{ value: second }] }],
    })
    expect(added.body['members']).toHaveLength(2)
    expect(await profileOf(second)).toMatchObject(body)
    expect((await ask('GET', `/Users/${String(second)}`)).body['groups']).toEqual([
      { value: params.id, display: 'Lab managers' },
    ])
    const gone = await ask('PATCH', path, {
      Operations: [{ op: 'Remove', path: `members[value eq "${String(id)}"]` }],
    })
    expect(gone.body['members']).toEqual([expect.objectContaining({ value: second })])
    expect(await profileOf(id)).toMatchObject({ profile_uuid: uuidOf('Operator'), swarms: [] })
    const entra = await ask('PATCH', path, {
      Operations: [{ op: 'Remove', path: 'members', value: [{ value: second }] }],
    })
    expect(entra.body['members']).toEqual([])
    expect(await profileOf(second)).toMatchObject({ profile_uuid: uuidOf('Operator'), swarms: [] })
    expect(
      (await ask('PUT', path, { displayName: 'Managers', members: [{ value: id }] })).body[
        'displayName'
      ],
    ).toBe('Managers')
    expect((await ask('DELETE', path)).status).toBe(204)
    expect(await profileOf(id)).toMatchObject({ profile_uuid: uuidOf('Operator'), swarms: [] })
  })

  it('attack: raise nobody above the maker of the token, and leave an administrator', async () => {
    const profiles = (await must(admin(profileCalls.search))).data.data
    const uuidOf = (name: string) => profiles.find((one) => one.name === name)?.uuid ?? ''
    const { id } = await create()
    const group = (await makeGroup('Chiefs', [])).body
    const params = { id: String(group['id']) }
    const superAdmin = await lab.as('SuperAdmin')
    await must(
      superAdmin(scimCalls.mapGroup, {
        params,
        body: { profile_uuid: uuidOf('SuperAdmin'), swarms: [] },
      }),
    )
    const raised = await ask('PATCH', `/Groups/${params.id}`, {
      Operations: [{ op: 'add', path: 'members', value: [{ value: id }] }],
    })
    expect(raised.status).toBe(403)
    expect(await profileOf(id)).toMatchObject({ profile_uuid: uuidOf('Operator') })
    expect((await ask('GET', `/Groups/${params.id}`)).body['members']).toEqual([])
    const chief = (await must(superAdmin(sessionCalls.me))).data.uuid
    expect((await patch(chief, { op: 'replace', path: 'active', value: false })).status).toBe(403)
    const self = (await must(admin(sessionCalls.me))).data.uuid
    expect((await patch(self, { op: 'replace', path: 'active', value: false })).status).toBe(403)
    expect((await ask('DELETE', `/Users/${self}`)).status).toBe(403)
  })
})

describe('attack', () => {
  it('a token opens SCIM and no call, and no other key opens SCIM', async () => {
    expect((await ask('GET', '/Users', undefined, { as: '' })).status).toBe(401)
    expect((await ask('GET', '/Users', undefined, { as: `${token.slice(0, -1)}x` })).status).toBe(
      401,
    )
    const plain = await makeToken(admin)
    expect((await ask('GET', '/Users', undefined, { as: plain })).status).toBe(401)
    const api = await way.fetch(`${origin}/v3${sessionCalls.me.path}`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    expect(api.status).toBe(401)
    const operator = await lab.as('Operator')
    const { permissions } = (await must(operator(sessionCalls.me))).data
    const body = {
      description: 'x',
      permissions,
      expires_at: new Date(Date.now() + 60_000).toISOString(),
      use: 'scim',
      password,
    }
    expect(reasonOf(await operator(apiKeyCalls.create, { body }))).toBe('permission_missing')
  })

  it('reaches no other company', async () => {
    const mine = await create()
    const path = `/Users/${String(mine['id'])}`
    expect((await ask('GET', path, undefined, { as: theirs })).status).toBe(404)
    expect((await ask('DELETE', path, undefined, { as: theirs })).status).toBe(404)
    const listed = await ask('GET', '/Users?count=200', undefined, { as: theirs })
    expect(JSON.stringify(listed.body)).not.toContain(String(mine['id']))
    const taken = await ask(
      'POST',
      '/Users',
      { ...newPerson(), userName: mine['userName'] },
      { as: theirs },
    )
    expect([taken.status, taken.body['scimType']]).toEqual([409, 'uniqueness'])
    const group = await ask(
      'POST',
      '/Groups',
      { displayName: 'Theirs', members: [{ value: mine['id'] }] },
      { as: theirs },
    )
    expect(group.status).toBe(400)
    const own = (await ask('POST', '/Groups', { displayName: 'Mine' })).body
    expect(
      (await ask('GET', `/Groups/${String(own['id'])}`, undefined, { as: theirs })).status,
    ).toBe(404)
    expect(
      (await ask('PUT', `/Groups/${String(own['id'])}`, { displayName: 'X' }, { as: theirs }))
        .status,
    ).toBe(404)
  })

  it('bent requests are refused in words of SCIM', async () => {
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
    expect((await ask('POST', '/Users', {}, { headers: form })).status).toBe(415)
    for (const body of [
      [],
      'x',
      null,
      {},
      newPerson({ active: 'perhaps' }),
      newPerson({ userName: 'a b' }),
      newPerson({ externalId: 7 }),
      { userName: 'no-address' },
    ]) {
      const answer = await ask('POST', '/Users', body)
      expect([body, answer.status]).toEqual([body, 400])
      expect(answer.body['schemas']).toEqual(['urn:ietf:params:scim:api:messages:2.0:Error'])
    }
    expect((await ask('GET', '/Users/not-a-uuid')).status).toBe(404)
    expect((await ask('GET', '/Nothing')).status).toBe(404)
  })

  it('too many requests of one token wait', async () => {
    await env.DIRECTORY.prepare(
      `UPDATE failed_tries SET count = 100000, blocked_until = ?1 WHERE bucket LIKE 'scim%'`,
    )
      .bind(Date.now() + 60_000)
      .run()
    expect((await ask('GET', '/Users?count=1')).status).toBe(429)
    expect((await ask('GET', '/Users?count=1', undefined, { as: theirs })).status).toBe(429)
  })
})
