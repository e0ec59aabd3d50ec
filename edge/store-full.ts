import type { Call } from '../domain/call.ts'
import { deviceCalls } from '../domain/calls/devices.ts'
import { lanPassCalls } from '../domain/calls/lan.ts'
import { liveCalls } from '../domain/calls/live.ts'
import { sessionCalls } from '../domain/calls/session.ts'
import { Fault } from '../domain/fault.ts'

/**
 * Recognise the errors with which SQLite, a Durable Object or D1 reports that it is full: at its limit, or on a full
 * disk, where SQLite cannot even make the file that readers share. Compares messages, because only text crosses the
 * border of an object.
 */
export function isStoreFull(error: unknown): boolean {
  if (error instanceof Fault) return error.code === 'store_full'
  return (
    error instanceof Error &&
    /SQLITE_FULL|SQLITE_IOERR_SHM|disk is full|maximum DB size/i.test(error.message)
  )
}

export function storeFull(): Fault {
  return new Fault('store_full', 'The store is full: nothing can be written until there is room')
}

/** Header by which the server on a machine of one's own says that its disk has no room left: `full`. */
export const diskHeader = 'X-BApp-Disk'

/** Calls that may still write then, into the reserved room: sign-out, and orders to a run, on the bus and beside it. */
const goesOn: ReadonlySet<string> = new Set(
  [sessionCalls.logout, deviceCalls.command, lanPassCalls.pass, liveCalls.accountToken].map(
    ({ path }) => path,
  ),
)

/**
 * Refuse what a person would write to a disk that is full, before anything fails half-way. Signing in goes on, and so do
 * devices with their runs.
 * @throws Fault `store_full`
 */
export function checkDisk(row: Call, disk: string | undefined): void {
  if (disk !== 'full' || row.safe || goesOn.has(row.path)) return
  if ((row.caller ?? 'account') === 'account') throw storeFull()
}

/**
 * Do something that writes; where the store is full, does the same without writing.
 * @throws what is thrown for another reason.
 */
export async function unlessFull<Value, Other = Value>(
  write: () => Promise<Value>,
  otherwise: () => Promise<Other> | Other,
): Promise<Value | Other> {
  try {
    return await write()
  } catch (error) {
    if (!isStoreFull(error)) throw error
    return otherwise()
  }
}
