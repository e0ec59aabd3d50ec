import { expect, test } from 'vitest'
import type { Account } from '../../domain/calls/session.ts'
import type { Profile } from '../../domain/entities/profile.ts'
import { heldBy, isBeyond } from '../../web/entities/profile/held-permissions.ts'

const profile = (uuid: string, permissions: string[]) =>
  ({ uuid, name: uuid, permissions }) as Profile
const who = (permissions: string[]) => ({ uuid: 'me', permissions }) as unknown as Account
const profiles = [
  profile('administrator', ['users.edit', 'cfx96.use', 'certificates.review']),
  profile('manager', ['users.edit', 'analysis.validate']),
]
const beyond = (held: ReadonlySet<string>) =>
  profiles.filter(({ uuid }) => isBeyond(uuid, profiles, held)).map(({ uuid }) => uuid)

test('a visitor gives what the company is not enabled for, and nothing else that they do not hold', () => {
  // Expect a visitor to hold neither permission in a company without instruments and certificates.
  expect(beyond(heldBy(who(['users.edit']), profiles, ''))).toEqual(['manager'])
})

test('a person of the company gives what their profile holds, also what the company is not enabled for', () => {
  expect(beyond(heldBy(who(['users.edit']), profiles, 'administrator'))).toEqual(['manager'])
  expect(beyond(heldBy(who(['users.edit']), profiles, 'manager'))).toEqual(['administrator'])
})
