import * as v from 'valibot'
import type { Call } from '../../domain/call.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { Fault } from '../../domain/fault.ts'
import type { CallContext } from '../context.ts'
import { type KnownLogin, signInOf } from '../directory/sign-in.ts'
import { sha256Hex } from '../crypto/secret.ts'
import type { Principal } from '../store/principal.ts'
import { seal, unseal } from './seal.ts'

/** Time for which people can read before they sign in again; by then there may be room. */
export const readingMs = 30 * 60_000

const Sealed = v.strictObject({ user: v.string(), ends: v.string(), stamp: v.string() })

/**
 * Make a session for a company whose store is full or frozen: no row can be written, so the sealed cookie itself names
 * the person. It only reads, and ends with its time, a new password or another second step.
 */
export function makeReadingSession(env: Env, login: KnownLogin, now: number) {
  const ends = new Date(now + readingMs).toISOString()
  const text = JSON.stringify({ user: login.user_uuid, ends, stamp: stampOf(login) })
  return { secret: seal(env.SEALING_SECRET, placeOf(login.company_uuid), text), ends }
}

/** Recognise a read-only session by the cookie's secret. */
export function isReadingSession(secret: string): boolean {
  return secret.startsWith('s1.')
}

/** Return the account of a read-only session; null when it has ended. */
export async function readReadingSession(
  context: Pick<CallContext, 'env' | 'store'>,
  { company, secret }: { company: string; secret: string },
  now: number,
): Promise<Principal | null> {
  const text = unseal(context.env.SEALING_SECRET, placeOf(company), secret)
  if (text === null) return null
  const { user, ends, stamp } = v.parse(Sealed, JSON.parse(text))
  if (Date.parse(ends) <= now) return null
  const login = await signInOf(context.env.DIRECTORY, user)
  if (!login || login.company_uuid !== company || stampOf(login) !== stamp) return null
  return context.store(company).readOnly(user, ends)
}

/** @throws Fault `store_full` for a call that writes; signing out only takes the cookie away. */
export function checkReads(row: Call): void {
  if (row.safe || row.path === sessionCalls.logout.path) return
  throw new Fault(
    'store_full',
    'Signed in while nothing could be written: this session only reads',
    {
      reason: 'reading_session',
    },
  )
}

function placeOf(company: string) {
  return { purpose: 'reading-session', bound: company } as const
}

/** Return a stamp that changes with the person's password and second step. */
function stampOf({ password_version, sealed_secret }: KnownLogin): string {
  return sha256Hex(JSON.stringify([password_version, sealed_secret])).slice(0, 32)
}
