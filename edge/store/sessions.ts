import type { SessionEnding, SessionEntry } from '../../domain/calls/session.ts'
import { isStoreFull } from '../store-full.ts'
import type { Sql } from './sql.ts'

/** Lab default: half an hour without a call, twelve hours at most (trust-and-performance §2.3). */
const idleMs = 30 * 60_000
export const longestMs = 12 * 3_600_000
/** `seen_at` is written at most this often, so that reads do not become writes. */
const touchMs = 60_000

export interface Session {
  user_uuid: string
  idle_until: string
  ends_at: string
}

/** Facts of a new session. `agent` and `network` are coarse (session/agent.ts). */
export interface NewSession {
  secretHash: string
  uuid: string
  user: string
  agent: string
  network: string
}

interface SessionRow extends Record<string, string> {
  user_uuid: string
  seen_at: string
  ends_at: string
  version: string
}

export function openSession(sql: Sql, given: NewSession, now: number): Session {
  const { secretHash, uuid, user, agent, network } = given
  const at = new Date(now).toISOString()
  const ends = new Date(now + longestMs).toISOString()
  dropEnded(sql, now)
  sql.run(
    `INSERT INTO sessions (secret_hash, uuid, user_uuid, agent, network, created_at, seen_at, ends_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    secretHash,
    uuid,
    user,
    agent,
    network,
    at,
    at,
    ends,
  )
  return { user_uuid: user, idle_until: new Date(now + idleMs).toISOString(), ends_at: ends }
}

const newestOf = (kind: string) =>
  `(SELECT coalesce(max(seq), 0) FROM records INDEXED BY records_by_seq WHERE kind = '${kind}')`

/**
 * `version` is the number of the last change of what accounts are made of (principal.ts), with the moment at which the
 * store found that it had been put back: what clients have of it does not hold from then on.
 */
const sessionSql = `SELECT user_uuid, seen_at, ends_at,
    max(${['user', 'profile', 'company'].map(newestOf).join(', ')})
      || coalesce((SELECT json_extract(value, '$.found_at') FROM meta WHERE name = 'rewound'), '') AS version
  FROM sessions WHERE secret_hash = ?`

/**
 * Return the session of a secret and keep it alive; null when there is none or it has expired. A call made in the
 * `background` does not prolong it: a page that pulls by itself is no person at work.
 */
export function touchSession(
  sql: Sql,
  secretHash: string,
  now: number,
  background = false,
): (Session & { version: string }) | null {
  const row = sql.first<SessionRow>(sessionSql, secretHash)
  if (!row) return null
  const seen = Date.parse(row.seen_at)
  if (now > seen + idleMs || now > Date.parse(row.ends_at)) {
    if (!background) endSession(sql, secretHash)
    return null
  }
  if (!background && now > seen + touchMs) {
    sql.run(
      'UPDATE sessions SET seen_at = ? WHERE secret_hash = ?',
      new Date(now).toISOString(),
      secretHash,
    )
  }
  return {
    user_uuid: row.user_uuid,
    idle_until: new Date((background ? seen : now) + idleMs).toISOString(),
    ends_at: row.ends_at,
    version: row.version,
  }
}

/** Give a session another secret: the old one opens nothing from then on. */
export function rotateSession(sql: Sql, oldHash: string, newHash: string): void {
  sql.run('UPDATE sessions SET secret_hash = ? WHERE secret_hash = ?', newHash, oldHash)
}

/** @returns whose it was, or null when there was none. */
export function endSession(sql: Sql, secretHash: string): string | null {
  const row = sql.first<{ user_uuid: string }>(
    'DELETE FROM sessions WHERE secret_hash = ? RETURNING user_uuid',
    secretHash,
  )
  return row?.user_uuid ?? null
}

/** Sessions of a person to end: one by its uuid, all but one, or all. */
export type WhichSessions = { uuid: string } | { exceptHash: string } | 'all'

/** @returns the hashes of the secrets that open nothing from now on. */
export function endSessions(sql: Sql, user: string, which: WhichSessions): string[] {
  const ended = sql.all<{ secret_hash: string }>(
    `DELETE FROM sessions WHERE user_uuid = ? AND (? IS NULL OR uuid = ?) AND secret_hash <> ?
     RETURNING secret_hash`,
    user,
    ...twice(which !== 'all' && 'uuid' in which ? which.uuid : null),
    which !== 'all' && 'exceptHash' in which ? which.exceptHash : '',
  )
  return ended.map(({ secret_hash }) => secret_hash)
}

/**
 * Keep why sessions were ended, as long as a session can last, for browsers that still have their secret. A full store
 * ends them too, without a reason.
 */
export function keepEndings(
  sql: Sql,
  secretHashes: readonly string[],
  why: SessionEnding,
  now: number,
): void {
  if (secretHashes.length === 0) return
  const at = new Date(now).toISOString()
  try {
    sql.transaction(() => {
      sql.run(
        'DELETE FROM ended_sessions WHERE ended_at < ?',
        new Date(now - longestMs).toISOString(),
      )
      sql.runRows(
        'INSERT OR REPLACE INTO ended_sessions (secret_hash, why, ended_at) VALUES',
        secretHashes.map((hash) => [hash, why, at]),
      )
    })
  } catch (error) {
    if (!isStoreFull(error)) throw error
  }
}

/** Return the reason that the session of a secret ended early; null for one that expired or never existed. */
export function readEnding(sql: Sql, secretHash: string): SessionEnding | null {
  const row = sql.first<{ why: SessionEnding }>(
    'SELECT why FROM ended_sessions WHERE secret_hash = ?',
    secretHash,
  )
  return row?.why ?? null
}

/** List a person's live sessions, the newest first. */
export function listSessions(
  sql: Sql,
  user: string,
  secretHash: string,
  now: number,
): SessionEntry[] {
  dropEnded(sql, now)
  const rows = sql.all<Omit<SessionEntry, 'current'> & { secret_hash: string }>(
    `SELECT uuid, created_at, seen_at, ends_at, agent, network, secret_hash FROM sessions
     WHERE user_uuid = ? ORDER BY created_at DESC, uuid`,
    user,
  )
  return rows.map(({ secret_hash, ...entry }) => ({
    ...entry,
    current: secret_hash === secretHash,
  }))
}

function dropEnded(sql: Sql, now: number): void {
  sql.run(
    'DELETE FROM sessions WHERE ends_at < ? OR seen_at < ?',
    new Date(now).toISOString(),
    new Date(now - idleMs).toISOString(),
  )
}

function twice<Value>(value: Value): [Value, Value] {
  return [value, value]
}
