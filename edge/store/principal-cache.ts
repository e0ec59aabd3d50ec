import { type Principal, readPrincipal } from './principal.ts'
import type { Session } from './sessions.ts'
import type { Sql } from './sql.ts'

/** Most sessions that are remembered, as many as are likely at work at once; each takes some 15 kB. */
const most = 200

interface Known {
  /** Version of the records that it was made from. */
  version: string
  principal: Principal
  /** The principal as JSON, without the session's times. */
  text: string
}

/**
 * Cache the accounts of a company's sessions until a user, a profile or the company changes: every change gives another
 * `version`, so that nobody keeps a permission that was removed. Use it outside of transactions only, which may be rolled
 * back.
 */
export class PrincipalCache {
  readonly #known = new Map<string, Known>()

  /** Return the principal; null when the user is gone or inactive. */
  read(sql: Sql, secretHash: string, session: Session, version: string): Known | null {
    const known = this.#known.get(secretHash)
    if (known?.version === version) return known
    this.#known.delete(secretHash)
    const principal = readPrincipal(sql, session)
    if (!principal) return null
    const { session: _, ...account } = principal.account
    const fresh = { version, principal, text: JSON.stringify({ ...principal, account }) }
    const [oldest] = this.#known.keys()
    if (oldest !== undefined && this.#known.size >= most) this.#known.delete(oldest)
    this.#known.set(secretHash, fresh)
    return fresh
  }
}
