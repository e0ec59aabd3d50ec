import { DurableObject } from 'cloudflare:workers'
import type { SessionEntry } from '../../domain/calls/session.ts'
import type { ApiKey } from '../../domain/entities/api-key.ts'
import type { SignIn } from '../../domain/entities/sign-in.ts'
import { can } from '../../domain/permissions.ts'
import { type Outcome, outcomeOf } from '../outcome.ts'
import { listKeys, readKeyPrincipal } from './api-keys.ts'
import { readSeen } from './by.ts'
import { asSeen } from './lists.ts'
import { isFounded } from './migrations.ts'
import type { StoredBody } from './operations.ts'
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

/**
 * The part of a company's store that knows who is signed in: sessions, keys, and what happened to people's way in.
 * CompanyStore is built on it; it is no object of its own.
 */
export class SignInStore extends DurableObject<Env> {
  protected readonly sql: Sql

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

  /** Who is signed in with this secret; null when nobody is. */
  authenticate(secretHash: string, background = false): Principal | null {
    if (!isFounded(this.sql)) return null
    const session = touchSession(this.sql, secretHash, Date.now(), background)
    return session && readPrincipal(this.sql, session)
  }

  /**
   * Who is signed in, and in the same step the record that the call is about: a read asks the store once. Only what
   * they may is looked up.
   */
  authenticateFor(
    secretHash: string,
    background: boolean,
    { needs, kind, uuid }: PlannedRead,
  ): { principal: Principal; found: Outcome<StoredBody> | null } | null {
    const principal = this.authenticate(secretHash, background)
    if (!principal) return null
    const { account, sight } = principal
    if (!can(account.permissions, needs)) return { principal, found: null }
    const found = outcomeOf(() => asSeen(kind, readSeen(this.sql, kind, uuid, sight), sight))
    return { principal, found }
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
