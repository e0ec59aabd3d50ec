import type { Permission } from '../permissions.ts'
import { hiddenBy, type Sight } from './access.ts'

/** Kinds of work that somebody may leave open: plans, versions that are written or reviewed, messages not yet sent, service accounts. */
export const workKinds = ['analysis', 'recipe', 'notification', 'email', 'user'] as const
export type WorkKind = (typeof workKinds)[number]

/** Permission without which somebody cannot go on with the work. */
const keeperNeeds: Readonly<Record<WorkKind, Permission>> = {
  analysis: 'analysis.edit',
  recipe: 'recipes.edit',
  notification: 'notifications.edit',
  email: 'emails.edit',
  // Ask for the right to make its keys, which is all that its owner does; they need not see people.
  user: 'apiKeys.use',
}

/** Reasons that a person may not take work over, the one that is hardest to change first. */
export const keeperReasons = [
  'keeper_same',
  'keeper_inactive',
  'keeper_service',
  'keeper_permission',
  'keeper_swarm',
] as const
export type KeeperRefusal =
  | { reason: Exclude<(typeof keeperReasons)[number], 'keeper_permission'> }
  | { reason: 'keeper_permission'; permission: Permission }

/** Facts of the person who is to take work over, as the service knows them. */
export interface Keeper {
  uuid: string
  active: 'Y' | 'N'
  isService: boolean
  permissions: readonly string[]
  sight: Sight
}

/**
 * Refuse that a person takes open work over: they must be another one, have access, may change such records, and see this
 * one. Null where they may. The page and the service ask the same.
 */
export function refuseKeeper(
  kind: WorkKind,
  record: Readonly<Record<string, unknown>>,
  { from, to }: { from: string; to: Keeper },
): KeeperRefusal | null {
  if (to.uuid === from) return { reason: 'keeper_same' }
  if (to.active !== 'Y') return { reason: 'keeper_inactive' }
  if (to.isService) return { reason: 'keeper_service' }
  const permission = keeperNeeds[kind]
  const isSeen = kind === 'user' || to.sight.kinds.includes(kind)
  if (!to.permissions.includes(permission) || !isSeen) {
    return { reason: 'keeper_permission', permission }
  }
  return hiddenBy(kind, record, to.sight) === null ? null : { reason: 'keeper_swarm' }
}
