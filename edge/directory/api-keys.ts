/** Owner of a key; its status and scope are in the company's store. */
export interface KnownKey {
  uuid: string
  user_uuid: string
  company_uuid: string
  secret_hash: string
  last_used_at: string | null
}

/** False when the key of this record is there already. */
export async function addKey(
  directory: D1Database,
  publicKey: string,
  key: Omit<KnownKey, 'last_used_at'>,
): Promise<boolean> {
  const { meta } = await directory
    .prepare(
      `INSERT OR IGNORE INTO api_keys (public_key, uuid, user_uuid, company_uuid, secret_hash)
       VALUES (?1, ?2, ?3, ?4, ?5)`,
    )
    .bind(publicKey, key.uuid, key.user_uuid, key.company_uuid, key.secret_hash)
    .run()
  return meta.changes > 0
}

export async function findKey(directory: D1Database, publicKey: string): Promise<KnownKey | null> {
  return directory
    .prepare(
      'SELECT uuid, user_uuid, company_uuid, secret_hash, last_used_at FROM api_keys WHERE public_key = ?1',
    )
    .bind(publicKey)
    .first<KnownKey>()
}

export async function removeKey(directory: D1Database, uuid: string): Promise<void> {
  await directory.prepare('DELETE FROM api_keys WHERE uuid = ?1').bind(uuid).run()
}

export async function noteKeyUse(directory: D1Database, uuid: string, at: string): Promise<void> {
  await directory
    .prepare('UPDATE api_keys SET last_used_at = ?2 WHERE uuid = ?1')
    .bind(uuid, at)
    .run()
}

/** Return the time of the last use of each key of a person, by the key's uuid. */
export async function keyUses(
  directory: D1Database,
  user: string,
): Promise<Map<string, string | null>> {
  const { results } = await directory
    .prepare('SELECT uuid, last_used_at FROM api_keys WHERE user_uuid = ?1')
    .bind(user)
    .all<{ uuid: string; last_used_at: string | null }>()
  return new Map(results.map(({ uuid, last_used_at }) => [uuid, last_used_at]))
}
