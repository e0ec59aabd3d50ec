import { DurableObject } from 'cloudflare:workers'
import type { Account, SessionEntry } from '../../domain/calls/session.ts'
import type { ApiKey } from '../../domain/entities/api-key.ts'
import type { SignIn } from '../../domain/entities/sign-in.ts'
import { can } from '../../domain/permissions.ts'
import { type Outcome, outcomeOf } from '../outcome.ts'
import { listKeys, readKeyPrincipal } from './api-keys.ts'
import { readSeenText } from './by.ts'
import { isFounded } from './migrations.ts'
import { PrincipalCache } from './principal-cache.ts'
import { type PlannedRead, type Principal, readPrincipal } from './principal.ts'
import {
  endSession,
  endSessions,
  listSessions,
  type NewSession,
  openSession,
  rotateSession,
  touchSession,
  type WhichSessions,
} from './sessions.ts'
import { noteSignIn, readSignIn, type SignInNote } from './sign-ins.ts'
import { Sql } from './sql.ts'

/** What is said of a session at every call: texts, which cross to the Worker in one piece. */
export interface SignedIn {
  /** A Principal as JSON, without the session's times: the same text as long as nothing of it has changed. */
  who: string
  times: Account['session']
  /** The record that was asked for, as JSON; null when none was, or it may not be looked up. */
  found: Outcome<string> | null
}

/**
 * The part of a company's store that knows who is signed in: sessions, keys, and what happened to people's way in.
 * CompanyStore is built on it; it is no object of its own.
 */
export class SignInStore extends DurableObject<Env> {
  protected readonly sql: Sql
  readonly #principals = new PrincipalCache()

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    this.sql = new Sql(ctx.storage)
  }

  /** Opens a session; null for somebody who is gone or inactive, and while the company is being restored. */
  openSession(given: NewSession): Principal | null {
    if (!isFounded(this.sql)) return null
    return this.sql.transaction(() => {
      const session = openSession(this.sql, given, Date.now())
      const principal = readPrincipal(this.sql, session)
      if (principal) this.#note({ ...given, event: 'opened' })
      else endSession(this.sql, given.secretHash)
      return principal
    })
  }

  /**
   * Who is signed in with this secret, and in the same step the record that the call is about: a read asks the store
   * once. Only what they may is looked up. Null when nobody is signed in.
   */
  authenticate(secretHash: string, background: boolean, read: PlannedRead | null): SignedIn | null {
    if (!isFounded(this.sql)) return null
    const session = touchSession(this.sql, secretHash, Date.now(), background)
    if (!session) return null
    const known = this.#principals.read(this.sql, secretHash, session, session.version)
    if (!known) return null
    const times = { idle_until: session.idle_until, ends_at: session.ends_at }
    return { who: known.text, times, found: read && this.#find(known.principal, read) }
  }

  #find({ account, sight }: Principal, read: PlannedRead): Outcome<string> | null {
    if (!can(account.permissions, read.needs)) return null
    return outcomeOf(() => readSeenText(this.sql, read.kind, read.uuid, sight))
  }

  /** Who acts by an API key; null when it does not hold. */
  authenticateKey(uuid: string, user: string): Principal | null {
    return isFounded(this.sql) ? readKeyPrincipal(this.sql, uuid, user, now()) : null
  }

  /** Ends the session of a secret; answers whose it was. */
  endSession(secretHash: string): string | null {
    return isFounded(this.sql) ? endSession(this.sql, secretHash) : null
  }

  endSessions(user: string, which: WhichSessions): number {
    return endSessions(this.sql, user, which)
  }

  rotateSession(oldHash: string, newHash: string): void {
    rotateSession(this.sql, oldHash, newHash)
  }

  /** A person's sessions, and how their newest sign-in came about. */
  sessions(user: string, secretHash: string): { list: SessionEntry[]; signIn: SignIn | null } {
    const list = listSessions(this.sql, user, secretHash, Date.now())
    return { list, signIn: readSignIn(this.sql, user) }
  }

  /** Nobody pulls these records, so nobody is told of them. */
  noteSignIn(note: SignInNote): void {
    if (isFounded(this.sql)) this.sql.transaction(() => this.#note(note))
  }

  /** Told of each entry made here; the trail is kept by the class built on this one. */
  protected noticeSignIn(): void {}

  #note(note: SignInNote): void {
    noteSignIn(this.sql, note, now())
    this.noticeSignIn()
  }

  apiKeys(user: string): ApiKey[] {
    return listKeys(this.sql, user)
  }
}

function now(): string {
  return new Date().toISOString()
}
