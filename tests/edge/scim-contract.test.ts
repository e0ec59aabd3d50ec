// The cases of scim2-tester 0.5.2, which runs by hand: it is a Python package and needs a service at an address. Its six cases that
// fail are decided so (docs/decisions/052-provider-signs-and-keeps-people.md), and are tested here as they are.
import { beforeAll, describe, expect, it } from 'vitest'
import { foundLab } from './lab.ts'
import { askScim, type Json, makeToken, newPerson } from './scim-client.ts'

let token = ''
beforeAll(async () => {
  const lab = await foundLab('scimcontract')
  token = await makeToken(await lab.as('Administrator'), 'scim')
}, 60_000)

const error = 'urn:ietf:params:scim:api:messages:2.0:Error'
const ask = (method: string, path: string, body?: unknown) =>
  askScim(method, path, body, { as: token })

let count = 0
async function create(kind: 'Users' | 'Groups', change: Json = {}): Promise<string> {
  const userName = `contract-${(count += 1)}`
  const emails = [{ value: `${userName}@scim.example` }]
  const body =
    kind === 'Users'
      ? newPerson({ userName, emails, ...change })
      : { displayName: `Group ${count}`, externalId: `group-${count}`, ...change }
  const { status, body: made } = await ask('POST', `/${kind}`, body)
  expect([status, made['id']]).toEqual([201, expect.any(String)])
  return String(made['id'])
}

describe('what the service says of itself', () => {
  it('is only read', async () => {
    for (const path of ['/ServiceProviderConfig', '/Schemas', '/ResourceTypes']) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        expect([method, path, (await ask(method, path)).status]).toEqual([method, path, 405])
      }
    }
  })

  it('has each type and each schema at its own address, and each type names a schema that is there', async () => {
    const schemas = (await ask('GET', '/Schemas')).body['Resources'] as Json[]
    const types = (await ask('GET', '/ResourceTypes')).body['Resources'] as Json[]
    expect([schemas.length, types.length]).toEqual([2, 2])
    for (const one of schemas) {
      expect((await ask('GET', `/Schemas/${String(one['id'])}`)).body).toEqual(one)
    }
    for (const one of types) {
      expect((await ask('GET', `/ResourceTypes/${String(one['id'])}`)).body).toEqual(one)
      expect(schemas.map(({ id }) => id)).toContain(one['schema'])
      expect((await ask('GET', String(one['endpoint']))).status).toBe(200)
    }
  })

  it('answers an address that is not there with an error of SCIM', async () => {
    const unknown = crypto.randomUUID()
    for (const path of ['', '/Schemas', '/ResourceTypes', '/Users', '/Groups']) {
      const { status, body } = await ask('GET', `${path}/${unknown}`)
      expect([path, status, body['status'], body['schemas']]).toEqual([path, 404, '404', [error]])
    }
  })
})

describe.each(['Users', 'Groups'] as const)('%s', (kind) => {
  it('are found alone and in the list, and are gone when they are deleted', async () => {
    const path = `/${kind}/${await create(kind)}`
    const { body } = await ask('GET', path)
    expect((await ask('GET', `/${kind}?count=200`)).body['Resources']).toContainEqual(body)
    expect((await ask('DELETE', path)).status).toBe(204)
    const gone = await ask('GET', path)
    expect([gone.status, gone.body['schemas']]).toEqual([404, [error]])
    expect((await ask('GET', `/${kind}?count=200`)).body['Resources']).not.toContainEqual(body)
  })

  it('show what was asked for by attributes, and leave out what was not wanted', async () => {
    const id = await create(kind)
    const asked = [
      [{ attributes: 'displayName' }, ['displayName', 'id', 'meta', 'schemas']],
      [{ excludedAttributes: 'displayName' }, null],
    ] as const
    for (const [query, wanted] of asked) {
      const text = new URLSearchParams(query).toString()
      const [[name, value] = ['', '']] = Object.entries(query)
      const search = { [name]: [value], filter: `id eq "${id}"` }
      const answers = [
        (await ask('GET', `/${kind}/${id}?${text}`)).body,
        ...((await ask('GET', `/${kind}?count=200&${text}`)).body['Resources'] as Json[]),
        ...((await ask('POST', '/.search', search)).body['Resources'] as Json[]),
        ...((await ask('POST', `/${kind}/.search`, search)).body['Resources'] as Json[]),
      ]
      expect(answers.filter((one) => one['id'] === id)).toHaveLength(4)
      for (const one of answers) {
        if (wanted) expect(Object.keys(one).toSorted()).toEqual(wanted)
        else expect(Object.keys(one)).not.toContain('displayName')
      }
    }
  })

  it('are replaced as a whole, and read back so', async () => {
    const path = `/${kind}/${await create(kind)}`
    const { body } = await ask('GET', path)
    const next = { ...body, displayName: 'Joana March', name: undefined, externalId: 'replaced' }
    const { status, body: replaced } = await ask('PUT', path, next)
    expect([status, replaced['displayName'], replaced['externalId']]).toEqual([
      200,
      'Joana March',
      'replaced',
    ])
    expect((await ask('GET', path)).body).toEqual(replaced)
    const without = await ask('PUT', path, { ...next, externalId: undefined })
    expect(without.body).not.toHaveProperty('externalId')
  })
})

/** Change one attribute, and return it as the answer and the next read say. */
async function change(path: string, op: string, attribute: string, value?: unknown) {
  const operation = { op, path: attribute, ...(value !== undefined && { value }) }
  const { status, body } = await ask('PATCH', path, { Operations: [operation] })
  expect([attribute, op, status]).toEqual([attribute, op, 200])
  const read = (await ask('GET', path)).body
  expect(read[attribute]).toEqual(body[attribute])
  return read[attribute]
}

describe('one attribute of a person', () => {
  const phone = [{ value: '+41 44 111 22 33' }]
  const email = [{ value: 'joana.march@scim.example' }]

  it.each([
    ['externalId', ['one', 'other'], (sent: unknown) => sent],
    ['displayName', ['Karla Lund', 'Lena Moss'], (sent: unknown) => sent],
    ['name', [{ formatted: 'Mona Nash' }, { formatted: 'Nora Ott' }], (sent: unknown) => sent],
    ['active', [false, false], (sent: unknown) => sent],
    // Expect them back as the only ones, of type work; scim2-tester wants them as they were sent.
    ['phoneNumbers', [phone, phone], () => [{ ...phone[0], type: 'work' }]],
  ])('is added and replaced: %s', async (attribute, values, kept) => {
    for (const [at, op] of ['add', 'replace'].entries()) {
      const path = `/Users/${await create('Users')}`
      expect(await change(path, op, attribute, values[at])).toEqual(kept(values[at]))
    }
  })

  it('is replaced: emails, which come back with their type', async () => {
    const path = `/Users/${await create('Users')}`
    expect(await change(path, 'replace', 'emails', email)).toEqual([
      { ...email[0], type: 'work', primary: true },
    ])
  })

  it('is removed: what nobody needs is gone, a name has its default, and `active` stays', async () => {
    const userName = 'contract-removed'
    const given = { userName, displayName: 'Vera Zahn', active: false, phoneNumbers: phone }
    const path = `/Users/${await create('Users', given)}`
    for (const attribute of ['externalId', 'phoneNumbers']) {
      expect(await change(path, 'remove', attribute)).toBeUndefined()
    }
    // Keep these, which scim2-tester wants gone: a person has a name, and access or none.
    expect(await change(path, 'remove', 'active')).toBe(false)
    const { body } = await ask('PATCH', path, {
      Operations: [
        { op: 'remove', path: 'displayName' },
        { op: 'remove', path: 'name' },
      ],
    })
    expect(body).toMatchObject({ displayName: userName, name: { formatted: userName } })
    const refused = await ask('PATCH', path, { Operations: [{ op: 'remove', path: 'emails' }] })
    expect([refused.status, refused.body['scimType']]).toEqual([400, 'invalidValue'])
  })
})

describe('one attribute of a group', () => {
  it('is added, replaced and removed', async () => {
    const [first, second] = [await create('Users'), await create('Users')]
    const path = `/Groups/${await create('Groups')}`
    const member = (value: string) => expect.objectContaining({ value }) as unknown
    expect(await change(path, 'add', 'members', [{ value: first }])).toEqual([member(first)])
    expect(await change(path, 'replace', 'members', [{ value: second }])).toEqual([member(second)])
    expect(await change(path, 'remove', 'members')).toEqual([])
    for (const op of ['add', 'replace']) {
      expect(await change(path, op, 'externalId', `${op}-1`)).toBe(`${op}-1`)
      expect(await change(path, op, 'displayName', `By ${op}`)).toBe(`By ${op}`)
    }
    expect(await change(path, 'remove', 'externalId')).toBeUndefined()
  })
})
