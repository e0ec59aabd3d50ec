import { type ApiKeyEntry, apiKeyCalls } from '../../domain/calls/api-keys.ts'
import type { BrowserPage } from './browser-page.ts'
import { must, password, send, type Sender } from './lab.ts'

/** Return the day so many days from now, in ISO 8601. */
export const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString()

/** Make the wish of a person for a key of 30 days. */
export const keyWish = (permissions: string[] = ['recipes.search']) => ({
  description: 'Nightly export',
  permissions,
  expires_at: inDays(30),
  password,
})

/** Make a key for the person of a page. */
export async function makeKey(
  from: BrowserPage,
  permissions?: string[],
): Promise<{ record: ApiKeyEntry; key: string }> {
  const { data } = await must(from.send(apiKeyCalls.create, { body: keyWish(permissions) }))
  return data
}

/** Return a sender that has a key, and no cookie. */
export const byKey =
  (key: string): Sender =>
  (row, parts = {}) =>
    send(row, { ...parts, headers: { ...parts.headers, Authorization: `Bearer ${key}` } })

export const byId = (id: string) => ({ params: { id } })
