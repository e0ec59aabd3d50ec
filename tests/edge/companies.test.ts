import { beforeAll, describe, expect, it } from 'vitest'
import { companyCalls } from '../../domain/calls/companies.ts'
import { profileCalls } from '../../domain/calls/profiles.ts'
import { type Account, sessionCalls } from '../../domain/calls/session.ts'
import { userCalls } from '../../domain/calls/users.ts'
import type { Company } from '../../domain/entities/company.ts'
import { readAuditOf } from './audit-of.ts'
import { must, operatorHeaders, password, send, type Sender, signIn, visiting } from './lab.ts'
import type { World } from './matrix/example.ts'
import { makeWorld } from './matrix/world.ts'
import { makeCompany, makePerson } from './people.ts'
import { fileForm, onePoint } from './png.ts'

let world: World
let provider: Sender
let admin: Sender
beforeAll(async () => {
  world = await makeWorld()
  provider = world.call
  admin = await world.lab.as('Administrator')
}, 60_000)

const at = (uuid: string) => ({ params: { id: uuid } })
const into = (company: string) => ({ headers: { 'X-Company': company } })

async function seenBy(sender: Sender, body: object = {}): Promise<Company[]> {
  const query = { limit: '500', order: 'name ASC' }
  const { data } = await must(sender(companyCalls.search, { query, body }))
  return data.data
}

async function account(sender: Sender): Promise<Account> {
  return (await must(sender(sessionCalls.me))).data
}

describe('a list of companies', () => {
  it('[CALL-045] [PERM-036] is the own one, a partner’s with its underlings, for the provider all', async () => {
    const { home, lab, partner, underling } = world
    expect((await seenBy(admin)).map(({ uuid }) => uuid)).toEqual([lab.company])
    const partners = await seenBy(await partner.as('SuperAdmin'))
    expect(partners.map(({ uuid }) => uuid).toSorted()).toEqual(
      [partner.company, underling.company].toSorted(),
    )
    // Expect only the own company for a person of the partner who may not act for the underlings.
    const operator = await partner.as('Operator')
    expect((await seenBy(operator)).map(({ uuid }) => uuid)).toEqual([partner.company])
    const all = await seenBy(provider)
    const uuids = all.map(({ uuid }) => uuid)
    for (const { company } of [home, lab, partner, underling]) expect(uuids).toContain(company)
    const names = all.map(({ name }) => name.toLowerCase())
    expect(names).toEqual(names.toSorted())
    const found = await seenBy(provider, { search: 'lab UNDER' })
    expect(found.map(({ uuid }) => uuid)).toEqual([underling.company])
    const later = await seenBy(provider, { update_from: '2999-01-01T00:00:00Z' })
    expect(later).toEqual([])
  })

  it('issue 20: is sorted by several fields, read on behind its last row, and searched without accents', async () => {
    const order = 'name DESC,created_at ASC'
    const read = async (query: object, body: object = {}) =>
      (await must(provider(companyCalls.search, { query: { limit: '2', order, ...query }, body })))
        .data
    const rows: Company[] = []
    let page = await read({})
    for (;;) {
      rows.push(...page.data)
      if (page.next === null) break
      page = await read({ after: page.next })
    }
    expect(rows.map(({ uuid }) => uuid)).toHaveLength(page.total)
    const names = rows.map(({ name }) => name.toLowerCase())
    expect(names).toEqual(names.toSorted().reverse())
    const { total, data } = await read({}, { search: 'LÁB ündér' })
    expect([total, data[0]?.uuid]).toEqual([1, world.underling.company])
    const { errors } = await provider(companyCalls.search, { query: { order: 'vat ASC' } })
    expect(errors[0]).toMatchObject({ code: 'invalid' })
  })

  it('[ENT-042] a record has all its fields', async () => {
    const [record] = await seenBy(admin)
    for (const field of [
      'uuid',
      'name',
      'address',
      'city',
      'region',
      'country',
      'zip_code',
      'phone',
      'vat',
      'domain',
      'support_contact',
    ])
      expect(record).toHaveProperty(field)
  })
})

describe('a new company', () => {
  it('[CALL-046] [CALL-047] is made by the provider, with profiles, swarm and an invited administrator', async () => {
    const form = (await must(provider(companyCalls.createForm))).data
    expect(form).toMatchObject({ record: null, options: { developer: [{}, {}] } })
    const body = {
      name: 'Fresh Laboratory',
      city: 'Gorizia',
      certificates_enabled: 'Y',
      swarm: 'Bench',
      administrator: { username: 'fresh-admin', name: 'First', email: 'first@fresh.example' },
    }
    const headers = { 'Operation-Id': crypto.randomUUID() }
    const made = (await must(provider(companyCalls.create, { body, headers }))).data
    expect(made).toMatchObject({ name: body.name, isProvider: 'N', isPartner: 'N', developer: 'N' })
    const again = (await must(provider(companyCalls.create, { body, headers }))).data
    expect(again.uuid).toBe(made.uuid)
    const { data } = await must(provider(profileCalls.list, into(made.uuid)))
    expect(data.total).toBe(4)
    const people = await must(provider(userCalls.search, into(made.uuid)))
    expect(people.data.data).toMatchObject([{ username: 'fresh-admin' }])
    const trail = await readAuditOf(made.uuid, 'company', made.uuid)
    expect(trail[0]?.actor).toMatchObject({ via: 'provider', role: 'SuperAdmin' })
  })

  it('is not made by others', async () => {
    const answer = await admin(companyCalls.create, { body: { name: 'My own' } })
    expect([answer.status, answer.errors[0]?.reason]).toEqual([403, 'permission_missing'])
  })
})

describe('changing a company', () => {
  it('[CALL-048] [CALL-049] its administrators change name and rules, the provider what it may use', async () => {
    const id = world.lab.company
    const form = (await must(admin(companyCalls.editForm, at(id)))).data
    expect(form).toMatchObject({ record: { uuid: id }, options: {} })
    const body = { name: 'Lab lab, renamed', four_eyes: 'Y', reason: 'merger' }
    await must(admin(companyCalls.edit, { ...at(id), body }))
    const refused = await admin(companyCalls.edit, { ...at(id), body: { developer: 'N' } })
    expect(refused.errors[0]).toMatchObject({ field: 'developer', reason: 'provider_only' })
    await must(provider(companyCalls.edit, { ...at(id), body: { developer: 'N' } }))
    expect((await account(admin)).company_details).toMatchObject({
      name: 'Lab lab, renamed',
      developer: 'N',
      four_eyes: 'Y',
    })
    // Find it as the provider under the new name: the directory's copy is in step.
    expect((await seenBy(provider, { search: 'renamed' })).map(({ uuid }) => uuid)).toEqual([id])
    await must(provider(companyCalls.edit, { ...at(id), body: { developer: 'Y', four_eyes: 'N' } }))
  })

  it.each(['isProvider', 'isPartner', 'data_region', 'underlings', 'logo', 'uuid', 'created_at'])(
    'never writes %s',
    async (field) => {
      for (const row of [companyCalls.edit, companyCalls.editDetailsOf, companyCalls.editDetails]) {
        const answer = await provider(row, { ...at(world.lab.company), body: { [field]: 'Y' } })
        expect([answer.status, answer.errors[0]?.field]).toEqual([422, field])
      }
    },
  )

  it('[CALL-050] [CALL-051] [CALL-052] [CALL-053] its details, by id and without', async () => {
    const id = world.lab.company
    await must(admin(companyCalls.editDetailsForm))
    const own = await must(admin(companyCalls.editDetails, { body: { city: 'Pordenone' } }))
    expect(own.data).toMatchObject({ city: 'Pordenone' })
    await must(admin(companyCalls.editDetailsFormOf, at(id)))
    const geolocation = { latitude: 46.06, longitude: 13.23 }
    const byId = await must(
      admin(companyCalls.editDetailsOf, { ...at(id), body: { geolocation, vat: 'IT1' } }),
    )
    expect(byId.data).toMatchObject({ city: 'Pordenone', geolocation, vat: 'IT1' })
    const flag = await admin(companyCalls.editDetails, { body: { developer: 'Y' } })
    expect(flag.status).toBe(422)
  })

  it('[ENT-042] its place is on the earth, and given by who may edit its details', async () => {
    const id = world.lab.company
    const put = (sender: Sender, geolocation: unknown) =>
      sender(companyCalls.editDetailsOf, { ...at(id), body: { geolocation } })
    const place = { latitude: -77.85, longitude: 166.67 }
    expect((await must(put(admin, place))).data).toMatchObject({ geolocation: place })
    for (const name of ['Operator', 'Manager'] as const) {
      const refused = await put(await world.lab.as(name), null)
      expect([refused.status, refused.errors[0]?.reason]).toEqual([403, 'permission_missing'])
    }
    for (const [field, wrong] of [
      ['geolocation.latitude', { ...place, latitude: 90.1 }],
      ['geolocation.longitude', { ...place, longitude: -180.5 }],
      ['geolocation.longitude', { latitude: 1 }],
    ] as const) {
      const refused = await put(admin, wrong)
      expect([refused.status, refused.errors[0]?.field]).toEqual([422, field])
    }
    // Expect the place in the company that readers of the map receive.
    const [seen] = await seenBy(await world.lab.as('Operator'))
    expect(seen).toMatchObject({ uuid: id, geolocation: place })
    expect((await must(put(admin, null))).data).toMatchObject({ geolocation: null })
  })

  it('of a stranger answers as for none', async () => {
    for (const row of [companyCalls.editForm, companyCalls.editDetailsFormOf]) {
      const foreign = await admin(row, at(world.home.company))
      const missing = await admin(row, at(crypto.randomUUID()))
      expect([foreign.status, foreign.errors]).toEqual([404, missing.errors])
    }
  })

  it('[PERM-011] [PERM-013] [PERM-014] [PERM-015] [ENT-061] its capabilities reach the account', async () => {
    const id = world.lab.company
    const put = (body: object) => must(provider(companyCalls.edit, { ...at(id), body }))
    await put({ cfx96_enabled: 'N', certificates_enabled: 'N', developer: 'N' })
    const without = await account(admin)
    expect(without.company_details).toMatchObject({
      isPartner: 'N',
      certificates_enabled: 'N',
      developer: 'N',
    })
    const bgate = without.company_details.devices.filter(({ allowed }) => !allowed)
    expect(bgate.map(({ name }) => name).join()).toMatch(/bGATE/i)
    for (const gone of ['cfx96.use', 'certificates.search', 'developer.menu', 'partners.search'])
      expect(without.permissions).not.toContain(gone)
    await put({ cfx96_enabled: 'Y', certificates_enabled: 'Y', developer: 'Y' })
    const held = (await account(admin)).permissions
    for (const back of ['cfx96.use', 'certificates.search', 'developer.menu'])
      expect(held).toContain(back)
    expect((await account(await world.partner.as('SuperAdmin'))).permissions).toContain(
      'partners.search',
    )
  })

  it('[ENT-059] [ENT-060] the account names its profile, permissions and company', async () => {
    const mine = await account(admin)
    expect(mine).toMatchObject({ profile: 'Administrator', company_uuid: world.lab.company })
    expect(mine.permissions.length).toBeGreaterThan(50)
    for (const name of mine.permissions) expect(name).toMatch(/^\w+\.\w+$/)
  })
})

describe('the logo', () => {
  it('[CALL-054] [CALL-055] [PERM-004] is kept as it was sent and shown to the company only', async () => {
    const before = await (await world.underling.as('Operator'))(companyCalls.logo)
    expect(before.status).toBe(404)
    await must(
      admin(companyCalls.uploadLogo, { body: fileForm(onePoint, 'image/png', 'our logo.png') }),
    )
    const operator = await world.lab.as('Operator')
    const shown = await must(operator(companyCalls.logo))
    expect(shown.headers.get('Content-Type')).toBe('image/png')
    expect(shown.data).toEqual(onePoint)
    const body = fileForm(onePoint, 'image/png', 'x.png')
    expect((await operator(companyCalls.uploadLogo, { body })).errors[0]?.params).toEqual({
      permission: 'companies.uploadLogo',
    })
  })

  it.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/png'],
    ['a page', '<html><script>alert(1)</script>', 'image/jpeg'],
    ['a PDF', '%PDF-1.7', 'application/pdf'],
    ['nothing', '', 'image/png'],
    ['what is too large', 'x'.repeat(2 * 2 ** 20 + 1), 'image/png'],
  ])('is not %s', async (_, text, type) => {
    const bytes = Uint8Array.from(new TextEncoder().encode(text))
    const answer = await admin(companyCalls.uploadLogo, { body: fileForm(bytes, type, 'a.png') })
    expect([answer.status, answer.errors[0]?.field]).toEqual([422, 'file'])
  })
})

describe('deleting a company', () => {
  it('[CALL-056] wants its name while it has people, then shuts everybody and its devices out', async () => {
    const id = await makeCompany(provider, 'Closing Lab')
    await makePerson(provider, id, 'closing-admin', {
      profile: 'Administrator',
      headers: await visiting(provider, id),
    })
    const theirs = await signIn('closing-admin', password)
    await must(theirs(sessionCalls.me))
    const refused = await provider(companyCalls.delete, { ...at(id), body: {} })
    expect(refused.errors[0]).toMatchObject({
      reason: 'company_in_use',
      params: { people: 1, devices: 0 },
    })
    const wrong = await provider(companyCalls.delete, { ...at(id), body: { confirm: 'Closing' } })
    expect(wrong.status).toBe(409)
    const body = { confirm: 'Closing Lab', reason: 'contract ended' }
    await must(provider(companyCalls.delete, { ...at(id), body }))
    expect((await theirs(sessionCalls.me)).status).toBe(401)
    const login = { body: { username: 'closing-admin', password } }
    expect((await send(sessionCalls.login, login)).status).toBe(401)
    expect((await provider(userCalls.search, into(id))).status).toBe(404)
    expect((await provider(companyCalls.delete, { ...at(id), body })).status).toBe(404)
    expect((await seenBy(provider, { search: 'Closing' })).length).toBe(0)
    expect((await readAuditOf(id, 'company', id)).at(-1)).toMatchObject({
      action: 'company.delete',
      reason: 'contract ended',
    })
  })

  it('is not for the provider’s own, nor for anybody else', async () => {
    const body = { confirm: 'Lab Kanarienvogel-home' }
    const own = await provider(companyCalls.delete, { ...at(world.home.company), body })
    expect(own.errors[0]).toMatchObject({ reason: 'wrong_state', params: { state: 'provider' } })
    const theirs = await admin(companyCalls.delete, { ...at(world.lab.company), body: {} })
    expect(theirs.status).toBe(403)
    const operator = await send(companyCalls.delete, {
      ...at(world.lab.company),
      body: {},
      headers: operatorHeaders,
    })
    expect(operator.status).toBe(401)
  })
})
