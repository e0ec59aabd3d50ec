import type { ApiKey } from '../../../domain/entities/api-key.ts'
import { Fault } from '../../../domain/fault.ts'
import {
  beyondReach,
  longestOverlap,
  refuseKey,
  stateOfKey,
} from '../../../domain/rules/api-key.ts'
import type { By } from '../by.ts'
import { readKeeper } from '../open-work.ts'
import { authorOf, readRecord } from '../operations.ts'
import type { RecordRules } from '../record-rule.ts'
import type { Sql } from '../sql.ts'

/** Only the person's own, of part of what they hold, from one status to the other or to another secret. */
export const apiKeyRules: RecordRules<'api_key'> = {
  check: (sql, next, known, by, at) => {
    checkOwner(sql, known ?? next, by)
    if (!known) return checkNew(sql, next, by, at)
    // Check the scope where the owner is not the maker: they get a secret of the key, or a right that it had lost.
    if (isGiven(next, known) && known.user_uuid !== by.actor.uuid) checkScope(sql, known, by)
    if (next.old_until !== known.old_until) return checkRotated(next, known, at)
    const action = next.status === 'active' ? 'activate' : 'deactivate'
    checkState(action, known, at)
  },
  complete: (sql, next, known, by) => {
    if (known && !isGiven(next, known)) return next
    const swarms = known?.swarms ?? swarmsOf(sql, next)
    const isOwn = next.user_uuid === by.actor.uuid
    return { ...next, swarms, ...(!isOwn && { owner: authorOf(by.actor) }) }
  },
  checkDelete: (sql, before, by) => checkOwner(sql, before, by),
}

/** Return true where a change gives a secret of the key, or its force. */
function isGiven(next: ApiKey, known: ApiKey): boolean {
  return next.old_until !== known.old_until || next.status === 'active'
}

/** Return the swarms that a key is in: those that it was made with, as far as its account is in them still. */
export function swarmsOf(sql: Sql, { swarms, user_uuid }: Pick<ApiKey, 'swarms' | 'user_uuid'>) {
  const now = readRecord(sql, 'user', user_uuid)?.swarms ?? []
  return swarms?.filter((one) => now.includes(one)) ?? now
}

/** Check that a key is the actor's own, or of a service account of theirs. @throws Fault `not_found` */
function checkOwner(sql: Sql, key: ApiKey, by: By): void {
  if (key.user_uuid === by.actor.uuid || isOwned(sql, key.user_uuid, by.actor.uuid)) return
  throw new Fault('not_found', 'No such api_key')
}

function isOwned(sql: Sql, service: string, owner: string): boolean {
  return readRecord(sql, 'user', service)?.service?.owners.includes(owner) ?? false
}

/** Keys of one account that have not expired: more than any program needs, and a list that a person still reads. */
const mostKeys = 50

function checkNew(sql: Sql, key: ApiKey, by: By, at: string): void {
  checkScope(sql, key, by)
  checkLife(key, at)
  const known = sql.first<{ count: number }>(
    `SELECT count(*) AS count FROM records WHERE kind = 'api_key' AND deleted_at IS NULL
       AND json_extract(body, '$.user_uuid') = ? AND json_extract(body, '$.expires_at') > ?`,
    key.user_uuid,
    at,
  )
  if ((known?.count ?? 0) < mostKeys) return
  throw new Fault('refused', `An account has ${mostKeys} keys at most`, {
    reason: 'keys_many',
    params: { most: mostKeys },
  })
}

/**
 * Check that a key reaches no further than the account that it is of. One of a service account is in the hands of its owner,
 * who has seen its secret: it reaches no further than they do either.
 * @throws Fault `forbidden` naming the first permission beyond that, or for a swarm that the actor is not in.
 */
function checkScope(sql: Sql, key: ApiKey, by: By): void {
  const isOwn = key.user_uuid === by.actor.uuid
  const account = isOwn ? null : readKeeper(sql, key.user_uuid)
  const reach = { permissions: key.permissions, swarms: isOwn ? [] : swarmsOf(sql, key) }
  const holder = { permissions: by.permissions, swarms: by.sight.swarms }
  const beyond =
    beyondReach(reach, holder) ??
    (account && beyondReach({ ...reach, swarms: [] }, { ...account, swarms: [] }))
  if (!beyond) return
  if ('permission' in beyond) {
    throw new Fault('forbidden', 'A key reaches no further than its owner', {
      field: 'permissions',
      reason: 'scope_beyond_own',
      params: beyond,
    })
  }
  throw new Fault('forbidden', 'The account is in a swarm that you are not in', {
    field: 'service',
    reason: 'swarm_unknown',
  })
}

function checkLife(key: ApiKey, at: string): void {
  const life = Date.parse(key.expires_at) - Date.parse(at)
  if (life <= 0 || life > longestMs) {
    throw new Fault('invalid', 'A key ends within a year and a day from now', {
      field: 'expires_at',
      reason: 'key_expiry',
    })
  }
}

const longestMs = 367 * 24 * 3_600_000

/** Ending the old secret takes something away and is always possible; a rotation is for a key in force. */
function checkRotated(next: ApiKey, known: ApiKey, at: string): void {
  if (next.expires_at === known.expires_at && !isLater(next.old_until, at)) return
  checkState('rotate', known, at)
  checkLife(next, at)
  if (Date.parse(next.old_until ?? at) - Date.parse(at) > longestOverlap * 3_600_000) {
    throw new Fault('invalid', 'The old secret ends within a month', { field: 'old_hours' })
  }
}

function isLater(time: string | undefined, at: string): boolean {
  return time !== undefined && Date.parse(time) > Date.parse(at)
}

function checkState(action: 'activate' | 'deactivate' | 'rotate', key: ApiKey, at: string): void {
  const reason = refuseKey(action, stateOfKey(key, at))
  if (reason) throw new Fault('refused', `Not possible: ${reason.replace('_', ' ')}`, { reason })
}
