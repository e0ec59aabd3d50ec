import { analysis } from '../../domain/entities/analysis.ts'
import { Fault } from '../../domain/fault.ts'
import type { PulledRecord, Service } from '../sync/ports.ts'
import type { LocalStore } from './document-store.ts'

/** Tries until records are written: each page of a pull that comes between is one more. */
const mostTries = 10

/**
 * Fetch an analysis that this machine does not have, and keep it as if it had been pulled; all that changes later is.
 * @returns false where the service does not have it, or the account may not see it.
 * @throws Fault where the service gives no answer.
 */
export async function fetchAnalysis(
  store: LocalStore,
  service: Pick<Service, 'standing'>,
  uuid: string,
): Promise<boolean> {
  const id = `${analysis.kind}|${uuid}`
  for (let tries = 0; tries < mostTries; tries += 1) {
    // Read the mark before the record: it may be deleted, and that be pulled, while the answer is on its way.
    const mark = await store.mark('analyses')
    const found = await service.standing(uuid)
    if (!found) return false
    const { record: body, seq } = found
    const record: PulledRecord = { kind: analysis.kind, uuid, seq, body }
    await store.takeFound('analyses', [record], mark)
    if ((await store.find(id))?.body) return true
  }
  throw new Fault('internal', 'What is pulled meanwhile is always newer')
}
