import type { ApiKey } from '../../../domain/entities/api-key.ts'
import { Fault } from '../../../domain/fault.ts'
import { longestOverlap, refuseKey, stateOfKey } from '../../../domain/rules/api-key.ts'
import type { By } from '../by.ts'
import type { RecordRules } from '../record-rule.ts'

/** Only the person's own, of part of what they hold, from one status to the other or to another secret. */
export const apiKeyRules: RecordRules<'api_key'> = {
  check: (_sql, next, known, by, at) => {
    checkOwner(known ?? next, by)
    if (!known) return checkNew(next, by, at)
    if (next.old_until !== known.old_until) return checkRotated(next, known, at)
    const action = next.status === 'active' ? 'activate' : 'deactivate'
    checkState(action, known, at)
  },
  checkDelete: (_sql, before, by) => checkOwner(before, by),
}

function checkOwner(key: ApiKey, by: By): void {
  if (key.user_uuid !== by.actor.uuid) throw new Fault('not_found', 'No such api_key')
}

function checkNew(key: ApiKey, by: By, at: string): void {
  const beyond = key.permissions.find((permission) => !by.permissions.includes(permission))
  if (beyond !== undefined) {
    throw new Fault('forbidden', 'A key reaches no further than its owner', {
      field: 'permissions',
      reason: 'scope_beyond_own',
      params: { permission: beyond },
    })
  }
  checkLife(key, at)
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
