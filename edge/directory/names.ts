import { foldName } from '../../domain/rules/plain-text.ts'
import { sha256Hex } from '../crypto/secret.ts'

/** Folded names of logins (migrations/0007_folded_names.sql): whose a name is, however it is spelled. */

/** Write the statements that add the folded names of a login, where it exists and no other login has them. */
export function keepNames(
  directory: D1Database,
  user: string,
  names: readonly string[],
): D1PreparedStatement {
  return directory
    .prepare(
      `INSERT OR IGNORE INTO login_names (folded, user_uuid)
       SELECT value, ?1 FROM json_each(?2) WHERE EXISTS (SELECT 1 FROM logins WHERE user_uuid = ?1)`,
    )
    .bind(user, JSON.stringify(names.map(foldName)))
}

/**
 * Fold the names of logins from before, and of those that a backup put back. Called before a name is given, so that
 * nobody gets one that somebody has in another spelling.
 */
export async function foldOlderNames(directory: D1Database): Promise<void> {
  const { results } = await directory
    .prepare(
      `SELECT user_uuid, username, email FROM logins
       WHERE (SELECT count(*) FROM login_names WHERE login_names.user_uuid = logins.user_uuid) < 2
       ORDER BY rowid LIMIT 1000`,
    )
    .all<{ user_uuid: string; username: string; email: string }>()
  if (results.length === 0) return
  await directory.batch(
    results.map(({ user_uuid, username, email }) =>
      keepNames(directory, user_uuid, [username, email]),
    ),
  )
}

/** Return the hashes under which a name that somebody had is kept: as it was spelled in small letters, and folded. */
export function nameHashes(name: string): string[] {
  return [...new Set([name.toLowerCase(), foldName(name)])].map((one) => sha256Hex(`name:${one}`))
}
