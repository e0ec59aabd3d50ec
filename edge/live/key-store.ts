import type { Grant } from './user-jwt.ts'

const tables = `
  CREATE TABLE IF NOT EXISTS revoked (who TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS issued (
    public_key TEXT PRIMARY KEY, name TEXT NOT NULL, expires_at INTEGER NOT NULL
  ) WITHOUT ROWID;
`

/** The part of a Durable Object's SQLite that is used here. */
export interface Statements {
  exec(query: string, ...values: (string | number)[]): Iterable<unknown>
}

/** Tokens that were made and revoked, of one company. */
export class KeyStore {
  #sql: Statements

  constructor(sql: Statements) {
    this.#sql = sql
    sql.exec(tables)
  }

  /** Refuse from now on the tokens made for `who` (a name or a public key) up to this second (since 1970). */
  revoke(who: string, at: number): void {
    this.#sql.exec('INSERT OR REPLACE INTO revoked VALUES (?, ?)', who, at)
  }

  isRevoked({ name, publicKey, issuedAt }: Grant): boolean {
    const query = 'SELECT 1 FROM revoked WHERE who IN (?, ?) AND at >= ?'
    return [...this.#sql.exec(query, name, publicKey, issuedAt)].length > 0
  }

  /** Forget revocations whose tokens have all expired. */
  forgetRevoked(before: number): void {
    this.#sql.exec('DELETE FROM revoked WHERE at < ?', before)
  }

  /** Revoked public keys that are not older than `since`, with the second up to which their tokens are refused. */
  revokedKeys(since: number): Record<string, number> {
    const query = "SELECT who, at FROM revoked WHERE at >= ? AND who LIKE 'U%' AND length(who) = 56"
    const rows = [...this.#sql.exec(query, since)] as { who: string; at: number }[]
    return Object.fromEntries(rows.map(({ who, at }) => [who, at]))
  }

  /** Remember whose key it is until its token has run out (ms since 1970). Older ones are forgotten. */
  issue(publicKey: string, name: string, expiresAt: number): void {
    this.#sql.exec('DELETE FROM issued WHERE expires_at < ?', Date.now())
    this.#sql.exec('INSERT OR REPLACE INTO issued VALUES (?, ?, ?)', publicKey, name, expiresAt)
  }

  /** List public keys with a token that was made for the name or the key. */
  issuedTo(who: string): string[] {
    const query = 'SELECT public_key AS key FROM issued WHERE name = ? OR public_key = ?'
    return ([...this.#sql.exec(query, who, who)] as { key: string }[]).map(({ key }) => key)
  }
}
