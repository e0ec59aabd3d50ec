import { orderedUuid } from '../domain/ordered-uuid.ts'

/** A new id of a record or an operation. Not for what must not be guessed, nor for what shall not tell its age. */
export function makeUuid(): string {
  return orderedUuid(Date.now(), crypto.randomUUID())
}
