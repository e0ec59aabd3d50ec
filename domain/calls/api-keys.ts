import * as v from 'valibot'
import { get, post } from '../call.ts'
import { ApiKey } from '../entities/api-key.ts'
import { Timestamp, Uuid, YesNo } from '../fields.ts'
import { longestOverlap } from '../rules/api-key.ts'
import { CodeText, PasswordText } from './session.ts'
import { byId, Page } from './shapes.ts'

/** A key as it is shown: its record, and its last use. Uses are noted once a day. */
export const ApiKeyEntry = v.strictObject({
  ...ApiKey.entries,
  last_used_at: v.nullable(Timestamp),
  /** Last use with the secret from before the rotation; null after a rotation that nothing has followed. */
  old_used_at: v.nullable(Timestamp),
  /** A token for SCIM, which opens no call of the API; null for every other key. */
  use: v.nullable(v.literal('scim')),
})
export type ApiKeyEntry = v.InferOutput<typeof ApiKeyEntry>

const own = { reach: 'own', person: true, needs: 'apiKeys.use' } as const

/** One's own API keys (spec §7 "API keys", decisions D25). A key may do none of this. */
export const apiKeyCalls = {
  /** `key` is the whole of it, shown this once. */
  create: post('/api_keys/create', {
    ...own,
    body: v.strictObject({
      description: ApiKey.entries.description,
      permissions: ApiKey.entries.permissions,
      expires_at: Timestamp,
      /** A token for SCIM: it has all permissions of its maker, who may set permissions. */
      use: v.optional(v.literal('scim')),
      /** A service account that one owns: the key is of that one. */
      service: v.optional(Uuid),
      password: PasswordText,
      code: v.optional(CodeText),
    }),
    data: v.strictObject({ record: ApiKeyEntry, key: v.string() }),
  }),
  /** One's own, and those of the service accounts that one owns. */
  search: get('/api_keys/search', { ...own, data: Page(ApiKeyEntry) }),
  /** Service accounts that one owns, with the permissions that a key of theirs may have. */
  services: get('/api_keys/services', {
    ...own,
    data: v.strictObject({
      services: v.array(
        v.strictObject({
          uuid: Uuid,
          name: v.string(),
          active: YesNo,
          permissions: v.array(v.string()),
        }),
      ),
    }),
  }),
  activate: post('/api_keys/activate/:id', { ...own, params: byId, data: ApiKeyEntry }),
  deactivate: post('/api_keys/deactivate/:id', { ...own, params: byId, data: ApiKeyEntry }),
  /** Give the key a new secret, shown this once, and a new end. The old secret stays valid for so many hours. */
  rotate: post('/api_keys/rotate/:id', {
    ...own,
    params: byId,
    body: v.strictObject({
      old_hours: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(longestOverlap)),
      expires_at: Timestamp,
      password: PasswordText,
      code: v.optional(CodeText),
    }),
    data: v.strictObject({ record: ApiKeyEntry, key: v.string() }),
  }),
  /** End the secret from before the last rotation now. */
  endOld: post('/api_keys/end_old/:id', { ...own, params: byId, data: ApiKeyEntry }),
  delete: post('/api_keys/delete/:id', { ...own, params: byId, data: v.strictObject({}) }),
  /** One's own, or somebody's with `users.apiKeys`. */
  ofUser: get('/users/api_keys/:id', {
    ...own,
    needs: null,
    params: byId,
    data: Page(ApiKeyEntry),
  }),
}
