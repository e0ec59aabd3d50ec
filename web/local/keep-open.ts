import { Fault } from '../../domain/fault.ts'
import type { Connection } from './database.ts'

/**
 * Do something with the database, which reopens itself where it was closed under it (spec §4 "Socket"): by the browser,
 * by somebody who cleared the site's data, by another version of the app.
 * @param reopened before the work, where it had been closed.
 * @throws Fault `refused` with reason `machine_full` when there is no room on the disk.
 */
export async function keepOpen<Value>(
  connection: Connection,
  work: () => PromiseLike<Value>,
  reopened: () => Promise<void> = () => Promise.resolve(),
): Promise<Value> {
  const open = async () => {
    await connection.open()
    await reopened()
  }
  try {
    if (!connection.isOpen()) await open()
    return await work()
  } catch (error) {
    if (isFull(error)) throw fullFault()
    if (!wasClosed(error)) throw error
  }
  try {
    connection.close()
    await open()
    return await work()
  } catch (error) {
    throw isFull(error) ? fullFault() : error
  }
}

function fullFault(): Fault {
  return new Fault('refused', 'There is no room left on this machine', { reason: 'machine_full' })
}

function wasClosed(error: unknown): boolean {
  return namesOf(error).some((name) =>
    ['DatabaseClosedError', 'InvalidStateError', 'DatabaseClosed'].includes(name),
  )
}

function isFull(error: unknown): boolean {
  return namesOf(error).includes('QuotaExceededError')
}

/** Return the names of an error and its causes: an aborted write has its reason only inside. */
function namesOf(error: unknown): string[] {
  const names: string[] = []
  let at = error as { name?: string; inner?: unknown; failures?: unknown[] } | null | undefined
  while (at && names.length < 5) {
    if (at.name) names.push(at.name)
    at = (at.inner ?? at.failures?.[0]) as typeof at
  }
  return names
}
