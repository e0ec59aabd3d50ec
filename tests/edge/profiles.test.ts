import type { Profile } from '../../domain/entities/profile.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { type CountedProfile, permissionCalls, profileCalls } from '../../domain/calls/profiles.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { userCalls } from '../../domain/calls/users.ts'
import { defaultProfiles } from '../../domain/base-profiles.ts'
import { permissions, providerOnly } from '../../domain/permissions.ts'
import { ordinaryProfile } from '../../edge/organisation/found-company.ts'
import { readAuditOf } from './audit-of.ts'
import { foundLab, type Lab, must, password, type Sender, signIn } from './lab.ts'
import { makePerson } from './people.ts'

let lab: Lab
let admin: Sender
let superadmin: Sender
let provider: Lab
beforeAll(async () => {
  ;[lab, provider] = await Promise.all([
    foundLab('profiles'),
    foundLab('profiles-home', { isProvider: 'Y' } as object),
  ])
  admin = await lab.as('Administrator')
  superadmin = await lab.as('SuperAdmin')
}, 60_000)

const at = (uuid: string) => ({ params: { id: uuid } })
let count = 0
const word = () => `Bench ${(count += 1)}`

async function make(body: object = {}, sender = admin): Promise<Profile> {
  const made = await must(
    sender(profileCalls.create, { body: { name: word(), base: 'Operator', ...body } }),
  )
  return made.data
}

async function list(): Promise<CountedProfile[]> {
  const { data } = await must(admin(profileCalls.list, { query: { limit: '100' } }))
  return data.data
}

describe('profiles', () => {
  it('[PERM-001] every company has the four ordinary ones, and its accounts carry one', async () => {
    const names = (await list()).map(({ name }) => name)
    expect(names.toSorted()).toEqual(['Administrator', 'Manager', 'Operator', 'SuperAdmin'])
    for (const profile of ['SuperAdmin', 'Administrator', 'Manager', 'Operator'] as const) {
      const account = (await must((await lab.as(profile))(sessionCalls.me))).data
      expect(account.profile).toBe(profile)
    }
  })

  it('[CALL-131] [ENT-047] lists them, as GET and as POST, with the number of people', async () => {
    const listed = await list()
    const operator = listed.find(({ name }) => name === 'Operator')
    expect(operator?.users_count).toBe(1)
    await makePerson(admin, lab.company, 'second-operator')
    const { data } = await must(
      admin(profileCalls.search, { body: { filters: { base: 'Operator' } } }),
    )
    expect(data.data).toMatchObject([{ uuid: operator?.uuid, users_count: 2 }])
  })

  it('[CALL-125] [CALL-126] [PERM-035] are made from an ordinary one, with its permissions or with those given', async () => {
    const form = (await must(admin(profileCalls.createForm))).data
    expect(form.options['permissions']?.length).toBe(permissions.length)
    const like = await make({ base: 'Manager' })
    expect(like.permissions.toSorted()).toEqual([...defaultProfiles.Manager].sort())
    const given = await make({ permissions: ['analysis.search', 'analysis.search'] })
    expect(given.permissions).toEqual(['analysis.search'])
    const taken = await admin(profileCalls.create, {
      body: { name: like.name.toUpperCase(), base: 'Operator' },
    })
    expect(taken.errors[0]).toMatchObject({ field: 'name', reason: 'name_taken' })
  })

  it('[CALL-127] [CALL-128] are renamed with a reason, the ordinary ones are not', async () => {
    const profile = await make()
    const { data } = await must(admin(profileCalls.editForm, at(profile.uuid)))
    expect(data).toMatchObject({ record: { uuid: profile.uuid, users_count: 0 } })
    const name = word()
    const silent = await admin(profileCalls.edit, { ...at(profile.uuid), body: { name } })
    expect(silent.errors[0]?.field).toBe('reason')
    const body = { name, reason: 'as the lab calls it', seen: profile.updated_at }
    await must(admin(profileCalls.edit, { ...at(profile.uuid), body }))
    const stale = await admin(profileCalls.edit, { ...at(profile.uuid), body })
    expect(stale.errors[0]?.code).toBe('stale')
    const ordinary = await admin(profileCalls.edit, {
      ...at(ordinaryProfile(lab.company, 'Operator')),
      body: { name: word(), reason: 'why not' },
    })
    expect(ordinary.errors[0]?.reason).toBe('ordinary_profile')
  })

  it('[CALL-132] [ENT-046] are cloned, without what only the provider holds', async () => {
    const { data } = await must(
      superadmin(profileCalls.clone, at(ordinaryProfile(lab.company, 'SuperAdmin'))),
    )
    const clone = data
    expect(clone.name).toBe('SuperAdmin (copy)')
    expect(clone.permissions.filter((name) => (providerOnly as string[]).includes(name))).toEqual(
      [],
    )
    const beyond = await (await lab.as('Manager'))(profileCalls.clone, at(clone.uuid))
    expect(beyond.status).toBe(403)
  })

  it('[CALL-133] are deleted unless somebody carries them; the refusal says how many', async () => {
    const profile = await make()
    const person = await makePerson(admin, lab.company, 'carrier')
    const put = (profile_uuid: string) =>
      must(admin(userCalls.edit, { ...at(person.uuid), body: { profile_uuid } }))
    await put(profile.uuid)
    const used = await admin(profileCalls.delete, { ...at(profile.uuid), body: {} })
    expect(used.errors[0]).toMatchObject({ reason: 'profile_in_use', params: { count: 1 } })
    await put(ordinaryProfile(lab.company, 'Operator'))
    await must(admin(profileCalls.delete, { ...at(profile.uuid), body: {} }))
    expect((await admin(profileCalls.editForm, at(profile.uuid))).status).toBe(404)
    const ordinary = await admin(profileCalls.delete, {
      ...at(ordinaryProfile(lab.company, 'Operator')),
      body: {},
    })
    expect(ordinary.errors[0]?.reason).toBe('ordinary_profile')
  })
})

describe('the matrix of a profile', () => {
  it('[CALL-129] [PERM-002] [PERM-003] has every permission, under both names, and what may be given', async () => {
    const uuid = ordinaryProfile(lab.company, 'Operator')
    const { data } = await must(admin(permissionCalls.editForm, at(uuid)))
    const { matrix } = data
    expect(matrix.map(({ permission }) => permission)).toEqual(permissions)
    for (const { permission } of matrix) expect(permission).toMatch(/^\w+\.\w+$/)
    const line = (name: string) => matrix.find(({ permission }) => permission === name)
    expect(line('analysis.search')).toEqual({
      permission: 'analysis.search',
      route_name: 'analysisSearch',
      granted: true,
      refusal: null,
    })
    expect(line('companies.create')?.refusal).toBe('provider_only')
    expect(line('partners.search')?.refusal).toBe('capability_missing')
  })

  it('[CALL-130] counts from everybody’s next call on, and is in the audit trail with its reason', async () => {
    const profile = await make({ permissions: ['products.search'] })
    const person = await makePerson(admin, lab.company, 'matrix-person')
    const body = { profile_uuid: profile.uuid }
    await must(admin(userCalls.edit, { ...at(person.uuid), body }))
    const theirs = await signIn('matrix-person', password)
    const search = { ...userCalls.search }
    expect((await theirs(search)).status).toBe(403)
    await must(
      admin(permissionCalls.edit, {
        ...at(profile.uuid),
        body: { permissions: ['products.search', 'users.search'], reason: 'now on reception' },
      }),
    )
    expect((await theirs(search)).status).toBe(200)
    await must(
      admin(permissionCalls.edit, {
        ...at(profile.uuid),
        body: { permissions: ['products.search'], reason: 'back at the bench' },
      }),
    )
    expect((await theirs(search)).status).toBe(403)
    const trail = await readAuditOf(lab.company, 'profile', profile.uuid)
    expect(trail.map(({ action, reason }) => [action, reason])).toEqual([
      ['profile.create', ''],
      ['profile.permissions', 'now on reception'],
      ['profile.permissions', 'back at the bench'],
    ])
  })

  it('takes no unknown name, nothing of the provider’s, and nothing beyond one’s own', async () => {
    const { uuid } = await make()
    const put = (sender: Sender, names: string[], id = uuid) =>
      sender(permissionCalls.edit, { ...at(id), body: { permissions: names, reason: 'trying' } })
    const unknown = await put(admin, ['analysis.search', 'analysis.conjure'])
    expect([unknown.status, unknown.errors[0]?.field]).toEqual([422, 'permissions.1'])
    const above = await put(superadmin, ['companies.create'])
    expect(above.errors[0]).toMatchObject({ code: 'forbidden', reason: 'provider_only' })
    const lesser = await make({
      permissions: ['permissions.edit', 'profiles.create', 'users.search', 'analysis.search'],
    })
    const person = await makePerson(admin, lab.company, 'matrix-lesser')
    await must(admin(userCalls.edit, { ...at(person.uuid), body: { profile_uuid: lesser.uuid } }))
    const theirs = await signIn('matrix-lesser', password)
    const own = await put(theirs, [...lesser.permissions, 'analysis.validate'], lesser.uuid)
    expect(own.errors[0]).toMatchObject({
      reason: 'profile_beyond_own',
      params: { permission: 'analysis.validate' },
    })
    const wide = await theirs(profileCalls.create, { body: { name: word(), base: 'Manager' } })
    expect(wide.errors[0]?.reason).toBe('profile_beyond_own')
    // Refuse even to narrow a profile that holds more than one's own.
    const top = await put(admin, ['users.search'], ordinaryProfile(lab.company, 'SuperAdmin'))
    expect(top.errors[0]?.reason).toBe('profile_beyond_own')
  })

  it('in the provider’s company holds what only the provider does', async () => {
    const top = await provider.as('SuperAdmin')
    const made = await make({ permissions: ['companies.create', 'companies.search'] }, top)
    expect(made.permissions).toEqual(['companies.create', 'companies.search'])
  })
})

describe('effect and rules of profiles', () => {
  it('[PERM-035] tells before saving who gains and loses what, and what would refuse it', async () => {
    const { uuid } = await make({ permissions: ['products.search', 'certificates.search'] })
    const person = await makePerson(admin, lab.company, 'previewed')
    await must(admin(userCalls.edit, { ...at(person.uuid), body: { profile_uuid: uuid } }))
    const preview = async (permissionsAfter: string[]) =>
      (
        await must(
          admin(permissionCalls.preview, { ...at(uuid), body: { permissions: permissionsAfter } }),
        )
      ).data
    const effect = await preview(['products.search', 'swarms.merge', 'developer.menu'])
    expect(effect).toMatchObject({
      gained: ['swarms.merge', 'developer.menu'],
      lost: ['certificates.search'],
      asleep: ['developer.menu'],
      people: [{ uuid: person.uuid, name: 'Person previewed', active: 'Y' }],
      refusal: null,
    })
    expect(effect.opened).toContain('swarm.merge')
    expect(effect.closed).toContain('certificate.search')
    expect((await preview(['companies.create'])).refusal).toMatchObject({ reason: 'provider_only' })
    // Expect no change by a preview.
    expect((await list()).find((one) => one.uuid === uuid)?.permissions).toHaveLength(2)
  })

  it('[PERM-035] refuses what breaks a rule of the company, from a profile as from a person', async () => {
    const { uuid } = await make({ permissions: ['analysis.search'] })
    const put = (names: string[]) =>
      admin(permissionCalls.edit, {
        ...at(uuid),
        body: { permissions: names, reason: 'trying' },
      })
    const rule = {
      kind: 'never',
      uuid: crypto.randomUUID(),
      name: 'No Operator may validate',
      permission: 'analysis.validate',
      base: 'Operator',
    } as const
    const set = (rules: object[], sender = admin) =>
      sender(permissionCalls.setRules, { body: { rules, reason: 'as the manual says' } as never })
    await must(set([rule]))
    const broken = await put(['analysis.search', 'analysis.validate'])
    expect([broken.status, broken.errors[0]]).toMatchObject([
      409,
      { reason: 'access_rule_broken', params: { rule: rule.name } },
    ])
    const made = await admin(profileCalls.create, {
      body: { name: word(), base: 'Operator', permissions: ['analysis.validate'] },
    })
    expect(made.errors[0]?.reason).toBe('access_rule_broken')
    // Allow at most as many as there are: one more person is refused, and a rule that is broken already as well.
    const manager = ordinaryProfile(lab.company, 'Manager')
    const count = (
      await must(admin(userCalls.search, { query: { limit: '100' } }))
    ).data.data.filter((one) => one.active === 'Y' && one.profile_uuid !== uuid).length
    const most = { ...rule, kind: 'most', uuid: crypto.randomUUID(), name: 'Few may search' }
    const { base: _base, ...few } = { ...most, permission: 'swarms.merge' }
    expect((await set([rule, { ...few, count: 1 }])).errors[0]).toMatchObject({
      reason: 'access_rule_broken',
      field: 'rules.1',
    })
    expect(count).toBeGreaterThan(1)
    await must(set([rule, { ...few, permission: 'analysis.makeComplete', count: 3 }]))
    const person = await makePerson(admin, lab.company, 'one-too-many')
    const moved = await admin(userCalls.edit, {
      ...at(person.uuid),
      body: { profile_uuid: manager },
    })
    expect(moved.errors[0]).toMatchObject({
      reason: 'access_rule_broken',
      params: { rule: 'Few may search' },
    })
    const rules = (await must(admin(permissionCalls.rules))).data
    expect(rules.rules.map(({ name }) => name)).toEqual([
      'No Operator may validate',
      'Few may search',
    ])
    const stale = await admin(permissionCalls.setRules, {
      body: { rules: [], seen: '2020-01-01T00:00:00.000Z', reason: 'late' },
    })
    expect(stale.status).toBe(409)
    await must(set([]))
    await must(put(['analysis.search', 'analysis.validate']))
    const trail = await readAuditOf(lab.company, 'company', lab.company)
    expect(trail.at(-1)).toMatchObject({ action: 'company.access_rules' })
  })
})
