import type { Sql } from './sql.ts'

/** Lab default: half an hour without a call, twelve hours at most (trust-and-performance §2.3). */
export const idleMs = 30 * 60_000
export const longestMs = 12 * 3_600_000
/** `seen_at` is written at most this often, so that reads do not become writes. */
const touchMs = 60_000

export interface Session {
  user_uuid: string
  idle_until: string
  ends_at: string
}

interface SessionRow extends Record<string, string> {
  user_uuid: string
  seen_at: string
  ends_at: string
}

export function openSession(sql: Sql, secretHash: string, user: string, now: number): Session {
  const at = new Date(now).toISOString()
  const ends = new Date(now + longestMs).toISOString()
  sql.run('DELETE FROM sessions WHERE ends_at < ?', at)
  sql.run(
    'INSERT INTO sessions (secret_hash, user_uuid, created_at, seen_at, ends_at) VALUES (?, ?, ?, ?, ?)',
    secretHash,
    user,
    at,
    at,
    ends,
  )
  return { user_uuid: user, idle_until: new Date(now + idleMs).toISOString(), ends_at: ends }
}

/** The session of a secret, kept alive by being asked for; null when there is none or it has run out. */
export function touchSession(sql: Sql, secretHash: string, now: number): Session | null {
  const row = sql.first<SessionRow>(
    'SELECT user_uuid, seen_at, ends_at FROM sessions WHERE secret_hash = ?',
    secretHash,
  )
  if (!row) return null
  const seen = Date.parse(row.seen_at)
  if (now > seen + idleMs || now > Date.parse(row.ends_at)) {
    endSession(sql, secretHash)
    return null
  }
  if (now > seen + touchMs) {
    sql.run(
      'UPDATE sessions SET seen_at = ? WHERE secret_hash = ?',
      new Date(now).toISOString(),
      secretHash,
    )
  }
  return {
    user_uuid: row.user_uuid,
    idle_until: new Date(now + idleMs).toISOString(),
    ends_at: row.ends_at,
  }
}

export function endSession(sql: Sql, secretHash: string): void {
  sql.run('DELETE FROM sessions WHERE secret_hash = ?', secretHash)
}
