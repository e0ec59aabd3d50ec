import type { KnownProvider } from './identity-providers.ts'

/** Wrong tries after which a PIN is locked: 5 of a million are hit by chance once in 200,000. */
export const mostTries = 5

/** A person's signing PIN, without its hash. */
export interface KnownPin {
  set_at: string
  tries: number
}

/** Condition on `pin` and `link`: it was set by the identity that is bound to the person now, under today's settings. */
const isCurrent = `pin.user_uuid = ?1 AND pin.company_uuid = ?2 AND pin.issuer = ?3 AND pin.version = ?4
  AND EXISTS (SELECT 1 FROM identity_links AS link WHERE link.user_uuid = pin.user_uuid
    AND link.company_uuid = pin.company_uuid AND link.issuer = pin.issuer AND link.subject = pin.subject)`

const keyOf = (provider: KnownProvider, user: string) =>
  [user, provider.company_uuid, provider.issuer, provider.version] as const

/** Read whether a person has a PIN that counts with these settings of the provider; null without one. */
export async function readPin(
  directory: D1Database,
  provider: KnownProvider,
  user: string,
): Promise<KnownPin | null> {
  return directory
    .prepare(`SELECT set_at, tries FROM signing_pins AS pin WHERE ${isCurrent}`)
    .bind(...keyOf(provider, user))
    .first<KnownPin>()
}

/** Keep a PIN in place of the one before. Returns false where the person is no longer bound to an identity at the provider. */
export async function keepPin(
  directory: D1Database,
  provider: KnownProvider,
  { user, hash, at }: { user: string; hash: string; at: string },
): Promise<boolean> {
  const { meta } = await directory
    .prepare(
      `INSERT INTO signing_pins (user_uuid, company_uuid, issuer, subject, version, pin_hash, set_at)
       SELECT link.user_uuid, link.company_uuid, link.issuer, link.subject, provider.version, ?5, ?6
       FROM identity_links AS link JOIN identity_providers AS provider
         ON provider.company_uuid = link.company_uuid AND provider.issuer = link.issuer
       WHERE link.user_uuid = ?1 AND link.company_uuid = ?2 AND link.issuer = ?3
         AND provider.version = ?4 AND provider.signing = 'provider' AND provider.pins = 1
       ON CONFLICT (user_uuid) DO UPDATE SET company_uuid = excluded.company_uuid,
         issuer = excluded.issuer, subject = excluded.subject, version = excluded.version,
         pin_hash = excluded.pin_hash, tries = 0, set_at = excluded.set_at`,
    )
    .bind(...keyOf(provider, user), hash, at)
    .run()
  return meta.changes > 0
}

/**
 * Count a try before it is compared, so that tries at the same time are no more than the limit.
 * @returns the hash, and the tries with this one; null without a PIN, and for one that is locked.
 */
export async function beginTry(
  directory: D1Database,
  provider: KnownProvider,
  user: string,
): Promise<{ pin_hash: string; tries: number } | null> {
  return directory
    .prepare(
      `UPDATE signing_pins AS pin SET tries = tries + 1 WHERE ${isCurrent} AND tries < ${mostTries}
       RETURNING pin_hash, tries`,
    )
    .bind(...keyOf(provider, user))
    .first<{ pin_hash: string; tries: number }>()
}

/** Forget the wrong tries of a PIN after a right one, unless it was set otherwise meanwhile. Returns false then. */
export async function endTry(directory: D1Database, user: string, hash: string): Promise<boolean> {
  const { meta } = await directory
    .prepare('UPDATE signing_pins SET tries = 0 WHERE user_uuid = ?1 AND pin_hash = ?2')
    .bind(user, hash)
    .run()
  return meta.changes > 0
}

/** Remove a person's PIN. Returns false where there is none. */
export async function removePin(directory: D1Database, user: string): Promise<boolean> {
  const { meta } = await directory
    .prepare('DELETE FROM signing_pins WHERE user_uuid = ?1')
    .bind(user)
    .run()
  return meta.changes > 0
}
