import type { Call } from '../domain/call.ts'
import { liveCalls } from '../domain/calls/live.ts'
import { sessionCalls } from '../domain/calls/session.ts'
import { Fault } from '../domain/fault.ts'

/** Calls that a deployment with frozen writes still accepts: read-only sessions, and listening to the live bus. */
const goesOn: ReadonlySet<string> = new Set(
  [sessionCalls.login, sessionCalls.logout, liveCalls.accountToken].map(({ path }) => path),
)

/** Return true while `WRITES_FROZEN` is set: records are being moved to another deployment (docs/move-region.md). */
export function isFrozen(env: Pick<Env, 'WRITES_FROZEN'>): boolean {
  return !['', '0', undefined].includes(env.WRITES_FROZEN)
}

export function frozen(): Fault {
  return new Fault(
    'frozen',
    'The service is being moved: it can be read, nothing is written for now',
  )
}

/**
 * Refuse every call that writes, of people, devices and programs alike, before anybody is looked up. The operator's calls
 * go on: they take the backups, and put them back into a new deployment that is still frozen.
 * @throws Fault `frozen`
 */
export function checkFrozen(env: Pick<Env, 'WRITES_FROZEN'>, row: Call): void {
  if (!isFrozen(env) || row.safe || row.caller === 'operator' || goesOn.has(row.path)) return
  throw frozen()
}
