import * as v from 'valibot'
import { entity } from '../entity.ts'
import { Name, stamps, Timestamp, Uuid } from '../fields.ts'

/**
 * A key with which a programme acts as a person, in a part of what they may do (spec §3). The secret is shown once
 * and is nowhere stored; its hash is kept in the directory, never in the record.
 */
export const ApiKey = v.strictObject({
  ...stamps,
  user_uuid: Uuid,
  /** The part of the key that may be shown: finds it, opens nothing. */
  public_key: v.pipe(v.string(), v.regex(/^bk_[\w-]{16}$/, 'public_key')),
  description: Name,
  /** Permissions of the key: a part of the person's, and never more than the person has at that moment. */
  permissions: v.pipe(v.array(v.pipe(v.string(), v.maxLength(60))), v.minLength(1)),
  expires_at: Timestamp,
  status: v.picklist(['active', 'inactive']),
  /** Time until which the secret from before the last rotation opens the key too. Absent if it was never rotated. */
  old_until: v.optional(Timestamp),
  /**
   * Swarms of the account when the key was made: it is in no other one, however many the account gets later. Absent for keys
   * from before, which are in those of the account until they are rotated. Only the service writes it.
   */
  swarms: v.optional(v.array(Uuid)),
  /** Person who answers for a key of a service account: who made, rotated, activated or took it over last (decision 58). */
  owner: v.optional(v.strictObject({ user_uuid: Uuid, user_name: v.string() })),
})
export type ApiKey = v.InferOutput<typeof ApiKey>

export const apiKey = entity({
  kind: 'api_key',
  path: '/api_keys',
  // Ask for it for all keys, without secrets; everybody has their own by calls without it.
  permission: 'users.apiKeys',
  schema: ApiKey,
  indexes: ['user_uuid'],
  scope: 'company',
  local: null,
  trash: null,
})
