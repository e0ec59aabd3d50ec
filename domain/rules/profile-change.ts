import { type Permission, permissions } from '../permissions.ts'

/** Dangers of a permission that its holder may not see in its name; each has its text `rights.risk.…`. */
export type Risk = 'delete' | 'sign' | 'rights' | 'reach' | 'shell'

const signing: readonly Permission[] = [
  'analysis.validate',
  'analysis.correct',
  'certificates.review',
  'production.lots',
]

const reaching: readonly Permission[] = [
  'companies.reach',
  'partners.linkUnderlings',
  'partners.promote',
  'users.promote',
  'users.migrate',
  'products.migrate',
]

const ofRights: readonly Permission[] = [
  'permissions.edit',
  'profiles.create',
  'profiles.edit',
  'profiles.clone',
  'users.create',
  'users.edit',
  'users.linkSwarms',
  'users.resetPassword',
  'users.setReviewer',
  'users.apiKeys',
]

/** Return the danger of a permission; null for an ordinary one. */
export function riskOf(permission: Permission): Risk | null {
  if (permission.endsWith('.delete') || permission === 'products.foldersclear') return 'delete'
  if (signing.includes(permission)) return 'sign'
  if (reaching.includes(permission)) return 'reach'
  if (ofRights.includes(permission)) return 'rights'
  return permission === 'products.startRSH' ? 'shell' : null
}

/** Compare two sets of permissions, in the order of the table of permissions. */
export function comparePermissions(
  before: readonly string[],
  after: readonly string[],
): { gained: Permission[]; lost: Permission[] } {
  return {
    gained: permissions.filter((name) => after.includes(name) && !before.includes(name)),
    lost: permissions.filter((name) => before.includes(name) && !after.includes(name)),
  }
}
