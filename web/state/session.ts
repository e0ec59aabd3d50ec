import { computed, type ReadonlySignal, signal } from '@preact/signals-react'
import * as v from 'valibot'
import { Account, sessionCalls, SessionEnding } from '../../domain/calls/session.ts'
import { clockSlackMs, offlineStayMs } from '../../domain/catalog/limits.ts'
import { Fault, isUnanswered } from '../../domain/fault.ts'
import { can, type Permission } from '../../domain/permissions.ts'
import { call } from '../client/call.ts'
import { takeEarlyAnswer } from '../client/early-answer.ts'
import { asVisitor, forgetVisit, visiting } from '../client/visiting.ts'
import { dropAnswers } from '../client/kept-answers.ts'
import { hasOpenWork } from './unsaved.ts'
import { keepItem } from '../keep-item.ts'
import { paths, safeReturn } from '../paths.ts'

/**
 * `unknown` until the first answer; `out` when nobody is signed in (`left`: by their own wish, `lapsed`: somebody was until now, or when
 * this browser was last open; `why` where it was ended before its time); `locked` when the session is over while
 * pages of the account are open: they stay, with what was typed in them, until somebody signs in again.
 */
type Session =
  | { state: 'unknown' }
  | { state: 'out'; left: boolean; lapsed: boolean; why: SessionEnding | null }
  | { state: 'in'; account: Account }
  | { state: 'locked'; account: Account; why: SessionEnding | null }

const current = signal<Session>({ state: 'unknown' })

export const session: ReadonlySignal<Session> = current
/** Account whose pages are open, also while they are locked. */
export const account: ReadonlySignal<Account | null> = computed(() =>
  'account' in current.value ? asVisitor(current.value.account) : null,
)

export function may(permission: Permission | null): boolean {
  return account.value !== null && can(account.value.permissions, permission)
}

/**
 * Hold on to the person who begins something of many calls: each call is made in the name of the person whose pages are open,
 * who may be another one by then. Returns a question to be asked before each.
 */
export function holdPerson(): () => boolean {
  const who = account.peek()?.uuid
  return () => account.peek()?.uuid === who
}

/** Return a check that the same person is still signed in. @throws Fault `not_signed_in` */
export function mustStay(): () => void {
  const isHere = holdPerson()
  return () => {
    if (isHere()) return
    throw new Fault('not_signed_in', 'Somebody else has signed in', { reason: 'other_account' })
  }
}

/**
 * Store the account as last seen, with the time, so that a page opened offline knows whose records to show, for a
 * limited time. It is not secret: it opens the data of this machine, and nothing at the edge.
 */
const savedAs = 'account'
const Saved = v.object({ account: Account, seen_at: v.number() })
/** Account whose pages were open in this tab until its session ended: its page is not opened for another person. */
const leftAs = 'left'
const lastSeen = signal<number | null>(null)

/** Until when this machine may be used without the service, in milliseconds; null before the service was asked. */
export const offlineUntil: ReadonlySignal<number | null> = computed(() =>
  lastSeen.value === null ? null : lastSeen.value + offlineStayMs,
)
/** Account whose sign-out has not reached the edge: it is sent before anything else on the next load. */
const leavingAs = 'leaving'
/** Place of that note, kept while nobody leaves: a storage that others have filled meanwhile would not take it. */
const leavingRoomAs = 'leaving-room'
const leavingRoom = ' '.repeat(leavingAs.length + 36)

function enter(entered: Account): void {
  lastSeen.value = Date.now()
  const saved = { account: entered, seen_at: lastSeen.value }
  keepItem(leavingRoomAs, leavingRoom)
  keepItem(savedAs, JSON.stringify(saved))
  current.value = { state: 'in', account: entered }
}

/** Return the reason that the service gives for a session that ended early; null where it only expired. */
function readWhy(error: unknown): SessionEnding | null {
  const why = error instanceof Fault ? error.first.params?.['why'] : null
  return v.is(SessionEnding, why) ? why : null
}

function leave(left: boolean, why: SessionEnding | null = null): void {
  // Count who was signed in here before the browser went and took the session's cookie with it.
  const wasHere = 'account' in current.peek() || localStorage.getItem(savedAs) !== null
  const own = account.peek()?.uuid
  if (own !== undefined) keepItem(leftAs, own, sessionStorage)
  // Forget them where a page is opened without a session: its address is from the person who opens it.
  else if (location.pathname !== paths.login()) sessionStorage.removeItem(leftAs)
  forgetSaved()
  const lapsed = !left && wasHere
  current.value = { state: 'out', left, lapsed, why }
}

/** Return the page to open after a sign-in: the one that this person, or nobody whom this tab knows, has left. */
export function returnAfterSignIn(from: string | null): string {
  const left = sessionStorage.getItem(leftAs)
  const isOthers = left !== null && left !== account.value?.uuid
  return isOthers ? paths.home() : safeReturn(from)
}

/** Forget the account of this tab; keep another one that has signed in at another tab since. */
function forgetSaved(): void {
  const own = account.peek()?.uuid
  const saved = readSaved()?.uuid
  if (own === undefined || saved === undefined || saved === own) localStorage.removeItem(savedAs)
}

function readSaved(): Account | null {
  try {
    const saved = v.parse(Saved, JSON.parse(localStorage.getItem(savedAs) ?? 'null'))
    const age = Date.now() - saved.seen_at
    // Refuse after a clock was turned back, which would make the time without end.
    if (age > offlineStayMs || age < -clockSlackMs) return null
    lastSeen.value = saved.seen_at
    return saved.account
  } catch {
    return null
  }
}

/**
 * Restore the session on load: ask the service for it; without network continue as the account last seen, for
 * `offlineStayMs`.
 */
export async function restoreSession(): Promise<void> {
  try {
    const leaving = localStorage.getItem(leavingAs)
    if (leaving) await tellLeaving(leaving)
    // Do not retry when an account is saved here: its records can be read without the service.
    const once = localStorage.getItem(savedAs) !== null
    enter(await call(sessionCalls.me, {}, { once, early: takeEarlyAnswer }))
  } catch (error) {
    const saved = isUnanswered(error) ? readSaved() : null
    if (saved) current.value = { state: 'in', account: saved }
    else leave(false, readWhy(error))
  }
}

/**
 * Sign in, also over locked pages: then calls that were waiting go on if it is the same person.
 * @param code of the second step, once it has been asked for.
 * @throws Fault `wrong_credentials`, with the reason `code_needed` or `code_wrong` where the password is right.
 */
export async function signIn(
  username: string,
  password: string,
  { code, fresh }: { code?: string | undefined; fresh?: string | undefined } = {},
): Promise<void> {
  const before = account.peek()
  const body = {
    username,
    password,
    ...(code ? { code } : {}),
    ...(fresh ? { new_password: fresh } : {}),
  }
  const entered = await call(sessionCalls.login, { body })
  // Forget the sign-out only now that the cookie is replaced; after a failed try they are still to be signed out.
  localStorage.removeItem(leavingAs)
  enter(entered)
  settleReturn(before?.uuid === entered.uuid)
}

/** Enter with the account that the service has signed in by the identity provider of a company. */
export function enterProven(entered: Account): void {
  localStorage.removeItem(leavingAs)
  enter(entered)
}

let refreshing: Promise<boolean> | null = null
/** Something that a person did waits for the refresh that is under way. */
let awaited = false
let returning: { promise: Promise<boolean>; settle: (same: boolean) => void } | null = null

/**
 * Ask for the account again, one request for however many callers. When the session is over the pages are
 * locked and the answer waits for the next sign-in: true when the same person is back, so that a save under
 * way goes through; false otherwise.
 */
export function refreshSession(
  options: { background?: boolean | undefined } = {},
): Promise<boolean> {
  const { state } = current.peek()
  if (state === 'locked') return lock()
  if (state !== 'in') return Promise.resolve(false)
  if (!options.background) awaited = true
  refreshing ??= call(sessionCalls.refresh, {}, options)
    .then(
      (fresh) => (current.peek().state === 'in' && enter(fresh), true),
      (error: unknown) => {
        const over =
          error instanceof Fault &&
          (error.code === 'session_expired' || error.code === 'not_signed_in')
        if (!over) return false
        // Lock the page where somebody waits or has open work: nobody waits for what the page asks by itself, and the login page follows (decisions
        // R7).
        if (awaited || hasOpenWork()) return lock(readWhy(error))
        leave(false, readWhy(error))
        return false
      },
    )
    .finally(() => {
      refreshing = null
      awaited = false
    })
  return refreshing
}

function lock(why: SessionEnding | null = null): Promise<boolean> {
  const open = current.peek()
  if (!('account' in open)) return Promise.resolve(false)
  if (open.state === 'in') {
    forgetSaved()
    current.value = { state: 'locked', account: open.account, why }
    // Let callers that wait for the refresh wait for the sign-in instead.
    refreshing = null
  }
  returning ??= makeReturn()
  return returning.promise
}

/**
 * End the session after a 401 from the live stream: clear the state of the account and show the login page.
 * @param options.stay true to keep pages open under a sign-in, with their unsaved content. Unsent work is never
 * touched.
 */
export function endSession({ stay }: { stay: boolean }): void {
  if (current.peek().state !== 'in') return
  if (stay) void lock()
  else leave(false)
}

/**
 * Follow the other tabs, with which this one shares the session. A sign-out there ends it here at once, as nothing else
 * says so without network or in a visit; work that is open stays under a sign-in. A locked tab is unlocked by a sign-in of
 * the same person, and asks again when it is shown. Another person's sign-in leaves it locked.
 * @returns ends it.
 */
export function followOtherTabs(): () => void {
  const hear = ({ key, newValue }: StorageEvent) => {
    if (newValue === null) return
    if (key === savedAs) void unlock()
    if (key === leavingAs && newValue === account.peek()?.uuid) leaveWith()
  }
  const look = () => {
    if (document.visibilityState === 'visible') void unlock()
  }
  addEventListener('storage', hear)
  document.addEventListener('visibilitychange', look)
  return () => {
    removeEventListener('storage', hear)
    document.removeEventListener('visibilitychange', look)
  }
}

/** Leave with the other tabs of this person. */
function leaveWith(): void {
  if (current.peek().state !== 'in') return
  if (hasOpenWork()) void lock()
  else leave(true)
}

async function unlock(): Promise<void> {
  const locked = current.peek()
  if (locked.state !== 'locked') return
  const options = { background: true, ownLapse: true } as const
  const back = await call(sessionCalls.me, {}, options).catch(() => null)
  const isStillLocked = current.peek() === locked
  if (back?.uuid !== locked.account.uuid || !isStillLocked) return
  enter(back)
  settleReturn(true)
}

function makeReturn(): NonNullable<typeof returning> {
  let settle: (same: boolean) => void = () => undefined
  const promise = new Promise<boolean>((resolve) => {
    settle = resolve
  })
  return { promise, settle }
}

function settleReturn(same: boolean): void {
  returning?.settle(same)
  returning = null
}

/** End the session here at once; tell the edge at the next load if it cannot be reached now. */
export async function signOut(): Promise<void> {
  const who = account.peek()
  // Forget the visit: the page is left for home, and what the visit wrote is deleted at the next start.
  if (visiting) forgetVisit()
  leave(true)
  settleReturn(false)
  // Delete curve files, which were kept under the account that has gone (web/local/blobs.ts).
  if (who) void globalThis.caches?.delete(`blobs-${who.uuid}`)
  if (who) void dropAnswers(who.uuid)
  if (who) {
    localStorage.removeItem(leavingRoomAs)
    keepItem(leavingAs, who.uuid)
  }
  await tellLeaving(who?.uuid).catch(() => undefined)
  // Reload, so that the next person gets a page that knows nothing of the visit.
  if (visiting) location.reload()
}

async function tellLeaving(as: string | undefined): Promise<void> {
  try {
    await call(sessionCalls.logout, {}, { as })
  } catch (error) {
    // Try again later where it cannot be reached. Anything else means that they have no session left to end.
    if (isUnanswered(error)) throw error
  }
  localStorage.removeItem(leavingAs)
}
