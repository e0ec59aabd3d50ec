/** Owner of a key; its status and scope are in the company's store. */
export interface KnownKey {
  uuid: string
  user_uuid: string
  company_uuid: string
  secret_hash: string
  last_used_at: string | null
  old_secret_hash: string | null
  old_until: string | null
  old_used_at: string | null
  /** Addresses that it opens: null for the API, `scim` for SCIM. */
  use: 'scim' | null
}

/** Last uses of a key: with its secret, and with the one from before its rotation. */
export type KeyUses = Pick<KnownKey, 'last_used_at' | 'old_used_at' | 'use'>

/** Add a key; false when the key of this record is there already. */
export async function addKey(
  directory: D1Database,
  publicKey: string,
  key: Pick<KnownKey, 'uuid' | 'user_uuid' | 'company_uuid' | 'secret_hash' | 'use'>,
): Promise<boolean> {
  const { meta } = await directory
    .prepare(
      `INSERT OR IGNORE INTO api_keys (public_key, uuid, user_uuid, company_uuid, secret_hash, use)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6)`,
    )
    .bind(publicKey, key.uuid, key.user_uuid, key.company_uuid, key.secret_hash, key.use)
    .run()
  return meta.changes > 0
}

export async function findKey(directory: D1Database, publicKey: string): Promise<KnownKey | null> {
  return directory
    .prepare(
      `SELECT uuid, user_uuid, company_uuid, secret_hash, last_used_at, old_secret_hash, old_until, old_used_at, use
       FROM api_keys WHERE public_key = ?1`,
    )
    .bind(publicKey)
    .first<KnownKey>()
}

/**
 * Return how a secret of a key counts now: the one in force, one from before a rotation, or none of it.
 * @param secretHash of the secret that was shown.
 */
export async function judgeSecret(
  directory: D1Database,
  uuid: string,
  secretHash: string,
): Promise<{ oldUntil?: string } | null> {
  const known = await directory
    .prepare('SELECT secret_hash, old_secret_hash, old_until FROM api_keys WHERE uuid = ?1')
    .bind(uuid)
    .first<Pick<KnownKey, 'secret_hash' | 'old_secret_hash' | 'old_until'>>()
  if (known?.secret_hash === secretHash) return {}
  return known?.old_secret_hash === secretHash ? { oldUntil: known.old_until ?? '' } : null
}

export async function removeKey(directory: D1Database, uuid: string): Promise<void> {
  await directory.prepare('DELETE FROM api_keys WHERE uuid = ?1').bind(uuid).run()
}

export type KnownSecret = Pick<KnownKey, 'secret_hash' | 'old_until'>

/** Return the secret of a key that is in force, and the end of the one before; null for a key that is gone. */
export async function secretOf(directory: D1Database, uuid: string): Promise<KnownSecret | null> {
  return directory
    .prepare('SELECT secret_hash, old_until FROM api_keys WHERE uuid = ?1')
    .bind(uuid)
    .first<KnownSecret>()
}

/**
 * Put a new secret in place of the one that was seen, which becomes the old one. Returns false when this rotation was made before,
 * and where another one has taken its place since.
 * @param oldUntil what the record of the key says, so that an old secret without such a record opens nothing.
 */
export async function rotateSecret(
  directory: D1Database,
  uuid: string,
  { seen, secretHash, oldUntil }: { seen: string; secretHash: string; oldUntil: string },
): Promise<boolean> {
  const { meta } = await directory
    .prepare(
      `UPDATE api_keys
       SET old_secret_hash = secret_hash, secret_hash = ?2, old_until = ?3, old_used_at = NULL
       WHERE uuid = ?1 AND secret_hash = ?4 AND (old_until IS NULL OR old_until <> ?3)`,
    )
    .bind(uuid, secretHash, oldUntil, seen)
    .run()
  return meta.changes > 0
}

export async function noteKeyUse(
  directory: D1Database,
  uuid: string,
  { at, isOld }: { at: string; isOld: boolean },
): Promise<void> {
  const column = isOld ? 'old_used_at' : 'last_used_at'
  await directory.prepare(`UPDATE api_keys SET ${column} = ?2 WHERE uuid = ?1`).bind(uuid, at).run()
}

/** Return the last uses of each key of a person, by the key's uuid. */
export async function keyUses(directory: D1Database, user: string): Promise<Map<string, KeyUses>> {
  const { results } = await directory
    .prepare('SELECT uuid, last_used_at, old_used_at, use FROM api_keys WHERE user_uuid = ?1')
    .bind(user)
    .all<KeyUses & { uuid: string }>()
  return new Map(results.map(({ uuid, ...uses }) => [uuid, uses]))
}
