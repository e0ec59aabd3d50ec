import type { ApiKey } from '../../domain/entities/api-key.ts'
import { isOldInForce, stateOfKey } from '../../domain/rules/api-key.ts'
import type { KeyCredential } from './by.ts'
import { makeUuid } from '../crypto/make-uuid.ts'
import { applyOperation, type OperationActor } from './operations.ts'
import { type Principal, readPrincipal } from './principal.ts'
import type { Sql } from './sql.ts'
import { madeWith, readInForce } from './trailed-row.ts'
import { openRecord } from './open-record.ts'

/**
 * Return the person of this key, with only the key's part of the person's present permissions and swarms. Null when the key is not
 * active, has expired or was deleted, the person is no longer there, or the old secret was used past its end.
 */
export function readKeyPrincipal(
  sql: Sql,
  { key: uuid, oldUntil }: KeyCredential,
  user: string,
  now: string,
): Principal | null {
  const { record, isUnproven } = readInForce(sql, 'api_key', uuid)
  const key = record as ApiKey | null
  if (!key || isUnproven || key.user_uuid !== user || stateOfKey(key, now) !== 'active') return null
  const isOldOver =
    oldUntil !== undefined && (oldUntil !== key.old_until || !isOldInForce(key, now))
  if (isOldOver) return null
  const session = { user_uuid: user, idle_until: key.expires_at, ends_at: key.expires_at }
  return readPrincipal(sql, session, key)
}

/**
 * Make the keys of a person inactive that are not so yet: after a change of password they would go on by what was
 * decided before. Must run inside a transaction.
 * @param given.actor who ended them: the holder did not where an address was changed for them, or a link was used.
 * @returns how many there were.
 */
export function endKeys(
  sql: Sql,
  user: string,
  { reason, actor, at }: { reason: string; actor: OperationActor; at: string },
): number {
  const active = readTrueKeys(sql, user).filter((key) => stateOfKey(key, at) === 'active')
  for (const { uuid } of active) {
    applyOperation(sql, {
      opId: makeUuid(),
      kind: 'api_key',
      uuid,
      action: 'api_key.deactivate',
      actor,
      reason,
      at,
      change: (before) => ({ ...before, status: 'inactive' }),
    })
  }
  return active.length
}

/**
 * Read the keys of a person from the entries of the trail: a key whose row was altered would otherwise be missed and stay valid.
 * @throws DamageFault when one of them is not what the trail says.
 */
export function readTrueKeys(sql: Sql, user: string): ApiKey[] {
  const made = {
    kind: 'api_key',
    action: 'api_key.create',
    field: 'user_uuid',
    value: user,
  } as const
  return madeWith(sql, made)
}

/** List the keys of a person, the newest first. */
export function listKeys(sql: Sql, user: string): ApiKey[] {
  return sql
    .all<{ body: string }>(
      `SELECT body FROM records WHERE kind = 'api_key' AND json_extract(body, '$.user_uuid') = ?
         AND deleted_at IS NULL ORDER BY created_at DESC`,
      user,
    )
    .map(({ body }) => openRecord('api_key', body))
}
