import type { ApiKey } from '../entities/api-key.ts'

export type ApiKeyState = ApiKey['status'] | 'expired'
export type ApiKeyAction = 'activate' | 'deactivate' | 'delete'

/** States in which each action on a key is allowed; all others are refused (spec §4 "API keys"). */
const allowed: Readonly<Record<ApiKeyAction, readonly ApiKeyState[]>> = {
  activate: ['inactive'],
  deactivate: ['active', 'expired'],
  delete: ['active', 'inactive', 'expired'],
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
