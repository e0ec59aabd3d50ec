import { orderedUuid } from '../../domain/ordered-uuid.ts'

/** A new id of a record or an operation: in the order of time, which is how the service's store keeps them fastest. */
export function makeUuid(): string {
  return orderedUuid(Date.now(), crypto.randomUUID())
}
