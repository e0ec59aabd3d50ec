import { expect, test } from 'vitest'
import type { Account } from '../../domain/calls/session.ts'
import type { Profile } from '../../domain/entities/profile.ts'
import type { User } from '../../domain/entities/user.ts'
import { changesOf } from '../../web/record/changes.ts'
import { valuesOf } from '../../web/entities/user/user-fields.ts'
import { listActs, type UserAct, type WhyNot } from '../../web/entities/user/user-actions.ts'

const held = [
  'users.edit',
  'users.resetPassword',
  'users.setReviewer',
  'users.search',
  'users.delete',
  'users.promote',
  'users.demote',
  'users.migrate',
]
const profiles = [
  { uuid: 'admin', name: 'Administrator', permissions: held },
  { uuid: 'operator', name: 'Operator', permissions: ['users.edit'] },
  { uuid: 'super', name: 'SuperAdmin', permissions: [...held, 'companies.edit'] },
] as unknown as Profile[]
const who = (permissions = held, certificates_enabled = 'Y') =>
  ({ uuid: 'me', permissions, company_details: { certificates_enabled } }) as unknown as Account
const person = (facts: Partial<User> = {}) =>
  ({ uuid: 'them', profile_uuid: 'operator', active: 'Y', reviewer: 'N', ...facts }) as User

const acts = (user: User, account = who()): Partial<Record<UserAct, WhyNot | null>> =>
  Object.fromEntries(listActs(user, account, profiles, 'admin').map(({ act, why }) => [act, why]))

test('an administrator may do everything about somebody who reaches no further', () => {
  expect(acts(person())).toEqual({
    edit: null,
    sendReset: null,
    lostPhone: null,
    setReviewer: null,
    deactivate: null,
    access: null,
    remove: null,
  })
  expect(acts(person({ reviewer: 'Y', active: 'N' }))).toEqual({
    edit: null,
    sendReset: 'inactive',
    lostPhone: null,
    unsetReviewer: null,
    activate: null,
    access: null,
    remove: null,
  })
})

test('of oneself only what is edited and the link; the rest somebody else does', () => {
  const own = acts(person({ uuid: 'me', profile_uuid: 'super' }))
  expect(own).toEqual({
    edit: null,
    sendReset: null,
    lostPhone: 'own',
    setReviewer: 'own',
    deactivate: 'own',
    access: null,
    remove: 'own',
  })
})

test('whose account waits for a confirmation reads who else may give it: a lone administrator has the provider', () => {
  const unconfirmed = [
    { what: 'account', by: 'sam', by_name: 'Sam', at: '2026-11-28T19:00:00.000Z' },
  ]
  const own = person({ uuid: 'me', profile_uuid: 'super', unconfirmed } as Partial<User>)
  expect(acts(own)).toMatchObject({ confirm: 'ownConfirm', deactivate: 'own' })
})

test('nothing about somebody who reaches further, and each thing needs its permission', () => {
  const { access, ...others } = acts(person({ profile_uuid: 'super' }))
  expect(new Set(Object.values(others))).toEqual(new Set(['beyond']))
  // Allow to explain somebody's access, which gives nothing away.
  expect(access).toBeNull()
  expect(acts(person(), who(['users.edit']))).toMatchObject({
    edit: null,
    sendReset: 'permission',
    lostPhone: 'permission',
    setReviewer: 'permission',
  })
})

test('an unusable permission of one’s own profile counts as held, as it does at the edge', () => {
  expect(acts(person({ profile_uuid: 'admin' }), who(['users.edit'])).edit).toBeNull()
})

test('reviewers are made only where there are certificates, and unmade everywhere', () => {
  expect(acts(person(), who(held, 'N')).setReviewer).toBe('certificates')
  expect(acts(person({ reviewer: 'Y' }), who(held, 'N')).unsetReviewer).toBeNull()
})

test('an edit sends only what is different', () => {
  const before = valuesOf({
    ...person(),
    name: 'A',
    username: 'a',
    email: 'a@lab.example',
    phone: '',
    swarms: ['one'],
  })
  expect(changesOf(before, { ...before, swarms: ['one'] })).toEqual({})
  expect(changesOf(before, { ...before, name: 'B', swarms: [] })).toEqual({ name: 'B', swarms: [] })
})

test('[PERM-033] the right to act for a partner is shown where the company is one, and moving where another is open', () => {
  const partner = {
    ...who([...held, 'companies.reach']),
    company_details: { certificates_enabled: 'Y', isPartner: 'Y' },
  } as unknown as Account
  expect(acts(person(), partner)).toMatchObject({ promote: null, migrate: null })
  expect(acts(person({ partner: 'Y' }), partner)).toMatchObject({ declass: null })
  // Let a company that is no partner any more take the flag away.
  expect(acts(person({ partner: 'Y' }))).toMatchObject({ declass: null })
  expect('promote' in acts(person())).toBe(false)
})
