import { computed, type ReadonlySignal, signal } from '@preact/signals-react'
import * as v from 'valibot'
import { Account, sessionCalls } from '../../domain/calls/session.ts'
import { Fault } from '../../domain/fault.ts'
import { can, type Permission } from '../../domain/permissions.ts'
import { call } from '../client/call.ts'

/** `unknown` until the first answer; `out` when nobody is signed in. */
type Session = { state: 'unknown' } | { state: 'out'; expired: boolean } | { state: 'in'; account: Account }

const current = signal<Session>({ state: 'unknown' })

export const session: ReadonlySignal<Session> = current
export const account: ReadonlySignal<Account | null> = computed(() =>
  current.value.state === 'in' ? current.value.account : null,
)

export function may(permission: Permission | null): boolean {
  return account.value !== null && can(account.value.permissions, permission)
}

/** The account as last seen, so that a page opened without network knows whose records to show. Nothing secret. */
const savedAs = 'account'

function enter(entered: Account): void {
  localStorage.setItem(savedAs, JSON.stringify(entered))
  current.value = { state: 'in', account: entered }
}

function leave(expired: boolean): void {
  localStorage.removeItem(savedAs)
  current.value = { state: 'out', expired }
}

function readSaved(): Account | null {
  try {
    const saved = v.parse(Account, JSON.parse(localStorage.getItem(savedAs) ?? 'null'))
    return Date.parse(saved.session.ends_at) > Date.now() ? saved : null
  } catch {
    return null
  }
}

/** On load: asks who is signed in; without network goes on as the account last seen, until its session would end. */
export async function restoreSession(): Promise<void> {
  try {
    enter(await call(sessionCalls.me, {}))
  } catch (error) {
    const unreachable = error instanceof Fault && ['offline', 'network', 'timeout'].includes(error.code)
    const saved = unreachable ? readSaved() : null
    if (saved) current.value = { state: 'in', account: saved }
    else leave(false)
  }
}

/** @throws Fault `wrong_credentials`. */
export async function signIn(username: string, password: string): Promise<void> {
  enter(await call(sessionCalls.login, { body: { username, password } }))
}

let refreshing: Promise<boolean> | null = null

/** Asks for the account again, one request for however many callers; false when the session is over. */
export function refreshSession(): Promise<boolean> {
  refreshing ??= call(sessionCalls.refresh, {})
    .then(
      (fresh) => (enter(fresh), true),
      (error: unknown) => {
        const over = error instanceof Fault && (error.code === 'session_expired' || error.code === 'not_signed_in')
        if (over && current.value.state === 'in') leave(true)
        return false
      },
    )
    .finally(() => {
      refreshing = null
    })
  return refreshing
}

export async function signOut(): Promise<void> {
  try {
    await call(sessionCalls.logout, {})
  } finally {
    leave(false)
  }
}
