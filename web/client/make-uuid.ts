import { orderedUuid } from '../../domain/ordered-uuid.ts'

/** Make a new id of a record or an operation, in the order of time, which is fastest for the service's store. */
export function makeUuid(): string {
  return orderedUuid(Date.now(), crypto.randomUUID())
}
