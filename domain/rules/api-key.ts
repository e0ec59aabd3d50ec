import type { ApiKey } from '../entities/api-key.ts'
import type { Permission } from '../permissions.ts'

export type ApiKeyState = ApiKey['status'] | 'expired'
export type ApiKeyAction = 'activate' | 'deactivate' | 'delete' | 'rotate'

/** States in which each action on a key is allowed; all others are refused (spec §4 "API keys"). */
const allowed: Readonly<Record<ApiKeyAction, readonly ApiKeyState[]>> = {
  activate: ['inactive'],
  deactivate: ['active', 'expired'],
  delete: ['active', 'inactive', 'expired'],
  rotate: ['active'],
}

export type ApiKeyRefusal = 'key_active' | 'key_inactive' | 'key_expired'

/** Return the state of a key. An inactive key that has run out is expired too: it cannot come back. */
export function stateOfKey(key: Pick<ApiKey, 'status' | 'expires_at'>, now: string): ApiKeyState {
  if (Date.parse(key.expires_at) <= Date.parse(now)) return 'expired'
  return key.status
}

/** Refuse an action on a key; null if it is allowed. */
export function refuseKey(action: ApiKeyAction, state: ApiKeyState): ApiKeyRefusal | null {
  return allowed[action].includes(state) ? null : `key_${state}`
}

/** Longest time, in hours, that the secret from before a rotation stays valid: a month. */
export const longestOverlap = 31 * 24

/** Return true while the secret from before the last rotation opens the key. */
export function isOldInForce(key: Pick<ApiKey, 'old_until'>, now: string): boolean {
  return key.old_until !== undefined && Date.parse(key.old_until) > Date.parse(now)
}

/** Days after a hand-over at which a key ends that was not rotated: the previous owner may know its secret. */
export const daysAfterHandOver = 7

/** Return the first permission or swarm of a key that somebody does not have; null where they have all of them. */
export function beyondReach(
  { permissions, swarms }: { permissions: readonly string[]; swarms: readonly string[] },
  holder: { permissions: readonly string[]; swarms: readonly string[] },
): { permission: string } | { swarm: string } | null {
  const permission = permissions.find((one) => !holder.permissions.includes(one))
  if (permission !== undefined) return { permission }
  const swarm = swarms.find((one) => !holder.swarms.includes(one))
  return swarm === undefined ? null : { swarm }
}

/** Permissions that open nothing to a key: their calls are for people at a session, or they only show a page. */
const neverByKey: ReadonlySet<string> = new Set<Permission>([
  'apiKeys.use',
  'users.apiKeys',
  'companies.menu',
  'bkernels.menu',
  'users.menu',
  'production.menu',
  'results.menu',
  'recipes.getLink',
])

/** Return the permissions of a person that a key can use; the others are not offered for one. */
export function permissionsForKey(held: readonly string[]): string[] {
  return held.filter((name) => !neverByKey.has(name))
}

/** Sets of permissions to begin a key with, by the task of the program. */
const templates = {
  read: (name) => name.endsWith('.search'),
  results: isOneOf(['analysis.search', 'results.search', 'recipes.search', 'protocol.search']),
  plans: isOneOf([
    'analysis.search',
    'analysis.create',
    'analysis.edit',
    'recipes.search',
    'protocol.search',
    'protocol.use',
  ]),
  watch: isOneOf(['products.search', 'analysis.search', 'bkits.search', 'notifications.search']),
} as const satisfies Record<string, (name: string) => boolean>

export type KeyTemplate = keyof typeof templates
export const keyTemplates = Object.keys(templates) as KeyTemplate[]

/** Return the part of the person's permissions that a key for this task needs. */
export function permissionsOf(template: KeyTemplate, held: readonly string[]): string[] {
  return permissionsForKey(held).filter(templates[template])
}

function isOneOf(names: readonly Permission[]): (name: string) => boolean {
  const set: ReadonlySet<string> = new Set(names)
  return (name) => set.has(name)
}
