import type { CallFacts } from '../call.ts'
import type { Alarm } from '../entities/alarm.ts'
import { type Asker, can, type Permission, refusePermission } from '../permissions.ts'
import { entities, entityOf, type Kind } from '../registry.ts'
import { closedGates, hiddenDeviceTypes } from './device-sight.ts'

/*
 * Decisions about access, each by one function that the service decides by and the explanations say: a call (refuseCall), a
 * permission (refusePermission in permissions.ts), a way into another company (findRoad in reach.ts), the sight of a record (hiddenBy), an
 * action on a record (refuse in domain/actions).
 */

/** Visibility of an account: kinds by permission, records by swarm (null swarm: the whole company). */
export interface Sight {
  kinds: readonly string[]
  swarms: readonly string[]
  /** Permissions not held without which some devices and wavelengths are hidden (device-sight.ts). */
  closed?: readonly string[]
}

/** Return what an account sees by its permissions and swarms. */
export function sightOf(held: readonly string[], swarms: readonly string[]): Sight {
  const kinds = entities.filter(({ permission }) => can(held, permission)).map(({ kind }) => kind)
  return { kinds, swarms, closed: closedGates(held) }
}

/**
 * Return the reason that a record is out of sight: a missing permission for what an alarm is about, the type of the device, or the swarm;
 * null where it is seen.
 */
export function hiddenBy(
  kind: Kind,
  body: Readonly<Record<string, unknown>>,
  sight: Sight,
): 'permission' | 'device_type' | 'swarm' | null {
  const { swarms, closed = [] } = sight
  const { deviceType } = body
  const isHidden = () => hiddenDeviceTypes(closed).includes(deviceType as string)
  if (kind === 'device') return isHidden() ? 'device_type' : null
  if (kind === 'alarm') {
    const alarm = body as Pick<Alarm, 'about' | 'swarms'>
    if (!sight.kinds.includes(alarm.about.kind)) return 'permission'
    if (isHidden()) return 'device_type'
    const isSeen = alarm.swarms.length === 0 || alarm.swarms.some((one) => swarms.includes(one))
    return isSeen ? null : 'swarm'
  }
  if (kind === 'calibration' || kind === 'commissioning') return isHidden() ? 'device_type' : null
  if (entityOf(kind).scope === 'company') return null
  // Hide commands to devices that are hidden; one about a run names no type and is seen with the run.
  if (kind === 'command' && isHidden()) return 'device_type'
  const swarm = body['swarm_uuid']
  return typeof swarm !== 'string' || swarms.includes(swarm) ? null : 'swarm'
}

/** Reason that a call is refused before it is looked at what it asks for. */
export type CallRefusal =
  /** For devices or the operator of the deployment. */
  | { reason: 'not_for_accounts' }
  | { reason: 'own_company_only' }
  | { reason: 'not_by_key' }
  | { reason: 'permission'; permission: Permission }

/** Return null where a caller may make a call, otherwise the first reason why not. */
export function refuseCall(
  row: CallFacts,
  caller: {
    /** False for a device, the operator and somebody unknown: what they may call is decided by who they are. */
    isAccount: boolean
    /** The account acts in another company. */
    isAway: boolean
    byKey: boolean
    holds: (permission: Permission) => boolean
  },
): CallRefusal | null {
  const kind = row.caller ?? 'account'
  if (caller.isAccount && kind !== 'account') {
    return kind === 'anyone' ? null : { reason: 'not_for_accounts' }
  }
  if (caller.isAccount && row.reach === 'own' && caller.isAway) {
    return { reason: 'own_company_only' }
  }
  // Keep calls that write without a permission for people: a key holds permissions only.
  const isForPeople = row.person === true || (row.needs === null && !isSafe(row))
  if (caller.isAccount && caller.byKey && isForPeople) return { reason: 'not_by_key' }
  if (row.needs === null || caller.holds(row.needs)) return null
  return { reason: 'permission', permission: row.needs }
}

function isSafe(row: CallFacts): boolean {
  return 'safe' in row && row.safe === true
}

/** Explain if an account may make a call: by the rules of the call, and of the permission that it needs. */
export function explainCall(row: CallFacts, asker: Asker) {
  const refusal = refuseCall(row, {
    isAccount: true,
    isAway: asker.there !== undefined,
    byKey: asker.scope !== undefined,
    holds: (permission) => refusePermission(permission, asker) === null,
  })
  if (refusal?.reason !== 'permission') return refusal
  return refusePermission(refusal.permission, asker)
}
