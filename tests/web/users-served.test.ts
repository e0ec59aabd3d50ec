import { expect, test } from 'vitest'
import { type BaseProfile, defaultProfiles } from '../../domain/base-profiles.ts'
import {
  type Capabilities,
  effectivePermissions,
  type Permission,
} from '../../domain/permissions.ts'
import { paths } from '../../web/paths.ts'
import { listNavigation } from '../../web/shell/navigation.ts'

const laboratory: Capabilities = {
  canUseCfx96: false,
  certificates: false,
  developer: false,
  partner: false,
  provider: false,
}

interface Served {
  who: string
  profile: BaseProfile
  company: Capabilities
  /** Permission that they come for, and one that is another's work. */
  may: Permission
  mayNot: Permission
  /** Path to which the menu leads them; null where it is a part of other screens. */
  opens: string | null
}

/**
 * People whom the product serves. Medical users have a test of their own: they are asked for anonymous ids
 * (`anonymous-hint.test.tsx`).
 */
const served: readonly Served[] = [
  {
    who: 'lab operator',
    profile: 'Operator',
    company: laboratory,
    may: 'analysis.create',
    mayNot: 'analysis.validate',
    opens: paths.newAnalysis(),
  },
  {
    who: 'company admin',
    profile: 'Administrator',
    company: laboratory,
    may: 'users.create',
    mayNot: 'companies.create',
    opens: paths.users(),
  },
  {
    who: 'reviewer',
    profile: 'Manager',
    company: { ...laboratory, certificates: true },
    may: 'certificates.review',
    mayNot: 'users.create',
    opens: paths.reviewer(),
  },
  {
    who: 'partner company',
    profile: 'Administrator',
    company: { ...laboratory, partner: true },
    may: 'partners.search',
    mayNot: 'partners.promote',
    opens: null,
  },
  {
    who: 'developer',
    profile: 'Administrator',
    company: { ...laboratory, developer: true },
    may: 'recipes.devEdit',
    mayNot: 'companies.menu',
    opens: paths.outbox(),
  },
  {
    who: 'support staff',
    profile: 'SuperAdmin',
    company: { ...laboratory, provider: true },
    may: 'companies.reach',
    mayNot: 'developer.menu',
    opens: paths.users(),
  },
]

const opened = (held: readonly string[]) =>
  listNavigation(held).flatMap(({ entries }) => entries.map(({ path }) => path))

test.each(served)('[MODE-005] served: $who finds their own work', (one) => {
  const held = effectivePermissions(defaultProfiles[one.profile], one.company)
  expect(held).toContain(one.may)
  expect(held).not.toContain(one.mayNot)
  if (one.opens !== null) expect(opened(held)).toContain(one.opens)
})

test('[MODE-005] a role that the company lacks does not come with a profile', () => {
  const special = served.filter(({ company }) => Object.values(company).some(Boolean))
  for (const { who, profile, may } of special) {
    expect(effectivePermissions(defaultProfiles[profile], laboratory), who).not.toContain(may)
  }
})
