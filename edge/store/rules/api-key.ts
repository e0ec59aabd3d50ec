import type { ApiKey } from '../../../domain/entities/api-key.ts'
import { Fault } from '../../../domain/fault.ts'
import { refuseKey, stateOfKey } from '../../../domain/rules/api-key.ts'
import type { By } from '../by.ts'
import type { RecordRules } from '../record-rule.ts'

/** Only the person's own, of part of what they hold, and only from one status to the other. */
export const apiKeyRules: RecordRules<'api_key'> = {
  check: (_sql, next, known, by, at) => {
    checkOwner(known ?? next, by)
    if (!known) return checkNew(next, by, at)
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
  const life = Date.parse(key.expires_at) - Date.parse(at)
  if (life <= 0 || life > longestMs) {
    throw new Fault('invalid', 'A key ends within a year and a day from now', {
      field: 'expires_at',
      reason: 'key_expiry',
    })
  }
}

const longestMs = 367 * 24 * 3_600_000

function checkState(action: 'activate' | 'deactivate', key: ApiKey, at: string): void {
  const reason = refuseKey(action, stateOfKey(key, at))
  if (reason) throw new Fault('refused', `Not possible: ${reason.replace('_', ' ')}`, { reason })
}
