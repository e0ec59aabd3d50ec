import { DurableObject } from 'cloudflare:workers'
import type { Account, SessionEnding, SessionEntry } from '../../domain/calls/session.ts'
import type { ApiKey } from '../../domain/entities/api-key.ts'
import type { SignIn } from '../../domain/entities/sign-in.ts'
import { Fault } from '../../domain/fault.ts'
import { can } from '../../domain/permissions.ts'
import { logNote } from '../log.ts'
import { judgeSecret } from '../directory/api-keys.ts'
import { findCompany } from '../directory/companies.ts'
import { type Outcome, outcomeOf, outcomeOfAsync, unwrap } from '../outcome.ts'
import { endKeys, listKeys, readKeyPrincipal } from './api-keys.ts'
import { type By, type KeyCredential, type PersonBy, readSeenText, type Right } from './by.ts'
import { DamageFault } from './damage.ts'
import { forgetMove, noteMove, type PersonMove } from './people-moving.ts'
import { isFounded, readCompanyId } from './meta.ts'
import type { OperationActor } from './operations.ts'
import { otherStore } from './other-store.ts'
import { PrincipalCache } from './principal-cache.ts'
import { describeCompany, type PlannedRead, type Principal, readPrincipal } from './principal.ts'
import {
  asOfPartner,
  byElsewhere,
  byOf,
  checkVisit,
  leaveOff,
  refuseWithout,
  roadTo,
} from './right.ts'
import { noteRights } from './rights-changed.ts'
import {
  endSession,
  endSessions,
  keepEndings,
  listSessions,
  type NewSession,
  openSession,
  readEnding,
  rotateSession,
  touchSession,
  type WhichSessions,
} from './sessions.ts'
import { noteSignIn, readSignIn, type SignInNote } from './sign-ins.ts'
import { Sql } from './sql.ts'
import { storeTime } from './store-time.ts'
import { wakeBy } from './wake.ts'

/** A session as each call needs it: texts, which are sent to the Worker in one piece. */
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
    this.sql = new Sql(ctx.storage, env)
  }

  /** Open a session; null for somebody who is gone or inactive, and while the company is being restored. */
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
   * Return the account of this secret, and in the same step the record that the call is about, so that a read asks the store
   * once. Only records that the account may see are read. Null when nobody is signed in.
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

  /** Return the account that reads without a session in a full store; null for one that is deleted or inactive. */
  readOnly(user: string, ends: string): Principal | null {
    if (!isFounded(this.sql)) return null
    return readPrincipal(this.sql, { user_uuid: user, idle_until: ends, ends_at: ends })
  }

  #find({ account, sight }: Principal, read: PlannedRead): Outcome<string> | null {
    if (!can(account.permissions, read.needs)) return null
    return outcomeOf(() => readSeenText(this.sql, read.kind, read.uuid, sight))
  }

  /** Return the account of an API key; null when the key is not valid. */
  authenticateKey(credential: KeyCredential, user: string): Principal | null {
    return isFounded(this.sql) ? readKeyPrincipal(this.sql, credential, user, now()) : null
  }

  /** Return the account that a right of this company belongs to now. @throws Fault as a new request would be refused. */
  vouch(right: Right): Outcome<Principal> {
    return outcomeOf(() => {
      if (!isFounded(this.sql)) throw sessionExpired()
      return this.#holderOf(right)
    })
  }

  #holderOf({ credential, user }: Right): Principal {
    if ('key' in credential) {
      const holder = this.authenticateKey(credential, user)
      if (holder) return holder
      throw new Fault('not_signed_in', 'This API key does not hold')
    }
    const hash = credential.session
    const session = touchSession(this.sql, hash, Date.now(), true)
    const known = session && this.#principals.read(this.sql, hash, session, session.version)
    if (known && session.user_uuid === user) return known.principal
    throw sessionExpired()
  }

  /**
   * Make ready to ask for a caller's right again: other companies' stores and the directory are asked now, this store
   * by the function that is given back. Called at the beginning of a transaction, it gives the caller as they are by
   * then; nothing else runs in between. What another company's store said is as old as the way from there; one that does not
   * answer in time is `timeout`, so that a change here does not wait for a store that hangs.
   * @throws Fault as a new request of the same kind would be refused; `not_found` in a store that is nobody's, as that of an erased company.
   */
  protected async askAgain<Caller extends By>(by: Caller): Promise<() => Caller> {
    if (!isFounded(this.sql)) throw new Fault('not_found', 'No such company')
    if (!by.right) return () => by
    const right = { ...by.right, credential: await this.#asOfNow(by.right.credential) }
    const { home, company } = right
    const here = readCompanyId(this.sql)
    const isHome = home === here
    const from = isHome ? null : await unwrap(otherStore(this.env, home).vouch(right))
    const target = company === home ? null : await findCompany(this.env.DIRECTORY, company)
    const isThere = company === home || company === here
    const outline = isThere ? null : await unwrap(otherStore(this.env, company).describe())
    return () => {
      const principal = from ?? this.#holderOf(right)
      const { account } = principal
      const held = leaveOff(account.permissions, right)
      const atHome = byOf(principal, right)
      const there =
        company === home ? null : asOfPartner(outline ?? describeCompany(this.sql), target)
      if (there && right.visit !== undefined) checkVisit(there, right.visit, account.uuid)
      const fresh = there
        ? byElsewhere(atHome, held, {
            company,
            via: roadTo({ ...account, permissions: [...held] }, target),
            outline: there,
          })
        : { ...atHome, actor: { ...atHome.actor, via: by.actor.via } }
      for (const { permission, company: where } of right.needs) {
        refuseWithout(permission, where === company ? fresh.permissions : held)
      }
      return { ...by, ...fresh } satisfies PersonBy as Caller
    }
  }

  /**
   * Ask once more by which secret the key came: a rotation while the request was under way makes it an old one, which holds as
   * long as the overlap or not at all.
   */
  async #asOfNow(credential: Right['credential']): Promise<Right['credential']> {
    if (!('key' in credential)) return credential
    const { key, secret } = credential
    const now = await judgeSecret(this.env.DIRECTORY, key, secret)
    if (now) return { key, secret, ...now }
    throw new Fault('not_signed_in', 'This API key does not hold')
  }

  /** End the session of a secret; answers whose it was. */
  endSession(secretHash: string): string | null {
    if (!isFounded(this.sql)) return null
    return this.sql.transaction(() => {
      const user = endSession(this.sql, secretHash)
      if (user) noteRights(this.sql, user, now())
      return user
    })
  }

  /** End sessions, together with passes for use without the service. */
  endSessions(user: string, which: WhichSessions, why: SessionEnding): number {
    const ended = this.sql.transaction(() => {
      noteRights(this.sql, user, now())
      return endSessions(this.sql, user, which)
    })
    keepEndings(this.sql, ended, why, Date.now())
    return ended.length
  }

  /** Return the reason that the session of a secret ended early; null for one that expired or never existed. */
  whyEnded(secretHash: string): SessionEnding | null {
    return isFounded(this.sql) ? readEnding(this.sql, secretHash) : null
  }

  rotateSession(oldHash: string, newHash: string): void {
    rotateSession(this.sql, oldHash, newHash)
  }

  /** A person's sessions, and how their newest sign-in came about. */
  sessions(user: string, secretHash: string): { list: SessionEntry[]; signIn: SignIn | null } {
    const list = listSessions(this.sql, user, secretHash, Date.now())
    return { list, signIn: readSignIn(this.sql, user) }
  }

  /**
   * Send no hint of these records, which no browser pulls.
   * @param opId of a change of the directory.
   * @returns whether the entry is written.
   */
  noteSignIn(note: SignInNote, opId?: string): boolean {
    return isFounded(this.sql) && this.sql.transaction(() => this.#note(note, opId))
  }

  /** Note each entry made here; the trail is kept by the class built on this one. */
  protected noticeSignIn(): void {}

  /**
   * Write an entry. A damaged store takes none; people still sign in, to read it and to see that it is damaged.
   * @returns whether it is written.
   */
  #note(note: SignInNote, opId?: string): boolean {
    try {
      this.sql.transaction(() => noteSignIn(this.sql, note, storeTime(this.sql), opId))
      return true
    } catch (error) {
      if (!(error instanceof DamageFault)) throw error
      logNote('a sign-in has no entry in the trail: the store is damaged', { event: note.event })
      return false
    } finally {
      this.noticeSignIn()
    }
  }

  /**
   * Make a person's active keys inactive: all or, in a damaged store, none. To be called before the change that they must
   * not outlive. @returns how many there were.
   */
  endKeys(user: string, reason: string, actor: OperationActor): Outcome<number> {
    return outcomeOf(() => {
      const given = { reason, actor, at: now() }
      const ended = this.sql.transaction(() => endKeys(this.sql, user, given))
      if (ended > 0) this.noticeSignIn()
      return ended
    })
  }

  /** Note that a person begins to move to another company (people-moving.ts). */
  noteMove(move: PersonMove): Promise<Outcome<void>> {
    return outcomeOfAsync(() => wakeBy(this.ctx.storage, noteMove(this.sql, move)))
  }

  /** Forget a move that was carried out. */
  forgetMove(user: string, opId: string): void {
    forgetMove(this.sql, user, opId)
  }

  apiKeys(user: string): ApiKey[] {
    return listKeys(this.sql, user)
  }
}

function sessionExpired(): Fault {
  return new Fault('session_expired', 'Session expired! Login again')
}

function now(): string {
  return new Date().toISOString()
}
