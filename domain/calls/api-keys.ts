import * as v from 'valibot'
import { get, post } from '../call.ts'
import { ApiKey } from '../entities/api-key.ts'
import { Timestamp } from '../fields.ts'
import { CodeText, PasswordText } from './session.ts'
import { byId, Page } from './shapes.ts'

/** A key as it is shown: its record, and when it was last used. */
export const ApiKeyEntry = v.strictObject({
  ...ApiKey.entries,
  last_used_at: v.nullable(Timestamp),
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
      password: PasswordText,
      code: v.optional(CodeText),
    }),
    data: v.strictObject({ record: ApiKeyEntry, key: v.string() }),
  }),
  search: get('/api_keys/search', { ...own, data: Page(ApiKeyEntry) }),
  activate: post('/api_keys/activate/:id', { ...own, params: byId, data: ApiKeyEntry }),
  deactivate: post('/api_keys/deactivate/:id', { ...own, params: byId, data: ApiKeyEntry }),
  delete: post('/api_keys/delete/:id', { ...own, params: byId, data: v.strictObject({}) }),
  /** One's own, or somebody's with `users.apiKeys`. */
  ofUser: get('/users/api_keys/:id', {
    ...own,
    needs: null,
    params: byId,
    data: Page(ApiKeyEntry),
  }),
}
