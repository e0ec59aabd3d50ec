import { Fault } from '../../domain/fault.ts'
import { foldName } from '../../domain/rules/plain-text.ts'
import { clearFailures, countFailure, forgetFailures, waitOf } from '../directory/failed-tries.ts'
import type { Brake } from '../directory/tries-in-memory.ts'
import { logNote } from '../log.ts'
import { sha256Hex } from '../crypto/secret.ts'
import { describeNetwork, sourceOf } from '../agent.ts'

const minute = 60_000
const hour = 60 * minute

export const guesses = { from: 5, firstMs: 2000, longestMs: 15 * minute, forgetMs: hour }

/**
 * Slow guesses at an account from its fifth failure: 2 s, then twice as long each time, 15 minutes at most, never
 * locked for good (trust-and-performance §2.3). Counts by the name that was typed, in any spelling, whether somebody has it or not:
 * counted by the person, another spelling of it, or the other name of the person, would have to wait only where there is one.
 */
export function accountBrake(name: string): Brake {
  return brake('account', `name:${foldName(name)}`, guesses)
}

/** Slow a person at a session who proves their identity, in a bucket that no stranger can fill. */
export function selfBrake(user: string): Brake {
  return brake('self', user, guesses)
}

/** Slow tries of a signing PIN, which is locked after the fifth (edge/directory/signing-pins.ts). */
export function pinBrake(user: string): Brake {
  return brake('pin', user, { ...guesses, from: 3 })
}

/** Slow an address (of IPv6, a network), later than an account: a whole laboratory may share one. */
export function addressBrake(address: string): Brake {
  return brake('address', sourceOf(address), {
    from: 30,
    firstMs: 1000,
    longestMs: 15 * minute,
    forgetMs: hour,
  })
}

/** Guesses spread over many names and addresses slow down everybody who has failed before. */
export const everybodyBrake: Brake = {
  bucket: 'everybody',
  shared: true,
  from: 1000,
  firstMs: 250,
  longestMs: 5000,
  forgetMs: 10 * minute,
}

/** Allow five codes in ten minutes, counted apart for sign-in and for an open session. */
export function codeBrake(user: string, at: 'sign-in' | 'session'): Brake {
  return brake(at === 'session' ? 'self-code' : 'code', user, {
    from: 5,
    firstMs: 10 * minute,
    longestMs: 10 * minute,
    forgetMs: 10 * minute,
  })
}

/** Lifetime of a link to set a password that a person requested for themselves. */
export const resetMinutes = 30

/**
 * Allow three mails to one person at a time. Links from the public form are counted apart from those of administrators, and
 * blocked no longer than a link is valid: a person who gets no further one has one that works.
 */
export function mailBrake(kind: 'reset' | 'sent-reset', who: string): Brake {
  return upTo(3, kind, who, kind === 'reset' ? resetMinutes * minute : hour)
}

/** Requests for an account that the whole service takes in an hour before it slows them. */
const signUpsAnHour = 60

/**
 * Count a request for an account, which anybody sends and each of which is a mail to the provider: by the address and its network,
 * by the person and the company that it names, and by all of an hour, because a sender may have many of each. What one of them
 * refuses does not use up the next, or a single sender would shut out everybody. Beyond the limit of the service one a minute comes through at
 * first and one in ten minutes at last, so that a laboratory that asks meanwhile is not refused for good.
 * @throws Fault `too_many` with the seconds to wait; the log says when it is the service's limit.
 */
export async function countSignUp(
  directory: D1Database,
  address: string,
  { email, company }: { email: string; company: string },
  now: number,
): Promise<void> {
  const network = describeNetwork(address)
  const brakes = [
    upTo(3, 'sign-up', sourceOf(address), hour),
    ...(network === '' ? [] : [upTo(12, 'sign-up-network', network, hour)]),
    upTo(3, 'sign-up-email', email.toLowerCase(), hour),
    upTo(6, 'sign-up-company', foldName(company), hour),
  ]
  for (const one of brakes) await noteFailure(directory, [one], now)
  const all = { from: signUpsAnHour, firstMs: minute, longestMs: 10 * minute, forgetMs: hour }
  try {
    // Count by the hour of the clock: a brake forgets only after an hour without any request, so steady honest ones would add up.
    const ofHour = String(Math.floor(now / hour))
    await noteFailure(directory, [brake('sign-up-service', ofHour, all)], now)
  } catch (error) {
    if (error instanceof Fault && error.code === 'too_many')
      logNote('requests for an account are held back: too many in an hour', {
        taken: signUpsAnHour,
      })
    throw error
  }
}

function upTo(count: number, kind: string, who: string, waitMs: number): Brake {
  return brake(kind, who, { from: count, firstMs: waitMs, longestMs: waitMs, forgetMs: waitMs })
}

/** Slow the sign-ins with a provider that an address begins: each asks a provider, and a whole company may share one. */
export function providerBrake(address: string): Brake {
  return brake('provider', sourceOf(address), {
    from: 300,
    firstMs: 1000,
    longestMs: minute,
    forgetMs: 10 * minute,
  })
}

/**
 * Slow a person or token whose new names are those of people of other companies. A list of staff has a few of them, who worked
 * elsewhere before.
 */
export function nameBrake(user: string): Brake {
  return brake('names', user, { ...guesses, from: 20 })
}

/** Slow a token for SCIM, late: a first sync of a large company is some thousands of requests. */
export function scimBrake(key: string): Brake {
  return brake('scim', key, {
    from: 3000,
    firstMs: 1000,
    longestMs: minute,
    forgetMs: minute,
  })
}

/** Slow a person who types codes that no device shows. */
export function claimBrake(user: string): Brake {
  return brake('claim', user, guesses)
}

/** @throws Fault `too_many` with the seconds to wait. */
export async function checkWait(
  directory: D1Database,
  brakes: readonly Brake[],
  now: number,
): Promise<void> {
  const ms = await waitOf(directory, brakes, now)
  if (ms > 0) throw tooMany(ms)
}

/**
 * Count a failure everywhere. The answer to a try that came while others were being counted says no more than
 * that there were too many, so a burst of tries teaches nothing beyond the fifth.
 * @returns how many failures the first brake has counted.
 * @throws Fault `too_many` when one of the brakes was on by now.
 */
export async function noteFailure(
  directory: D1Database,
  brakes: readonly Brake[],
  now: number,
): Promise<number> {
  const counts = await countFailure(directory, brakes, now)
  if (counts.includes(null)) throw tooMany(await waitOf(directory, brakes, now))
  const [first] = counts
  if (Math.random() < 0.01) await forgetFailures(directory, now - 24 * hour)
  return first ?? 0
}

/** Record a try that succeeded. @throws Fault `too_many` when failures sent at the same time have come first. */
export async function noteSuccess(
  directory: D1Database,
  brakes: readonly Brake[],
  now: number,
): Promise<void> {
  for (const one of brakes) {
    if (!(await clearFailures(directory, one.bucket, now))) {
      throw tooMany(await waitOf(directory, [one], now))
    }
  }
}

export function tooMany(ms: number): Fault {
  const seconds = Math.max(1, Math.ceil(ms / 1000))
  return new Fault('too_many', `Too many attempts. Try again in ${seconds} s`, {
    reason: 'too_many_tries',
    params: { seconds },
  })
}

function brake(kind: string, who: string, limits: Omit<Brake, 'bucket'>): Brake {
  return { bucket: `${kind}:${sha256Hex(`${kind}:${who}`).slice(0, 32)}`, ...limits }
}
