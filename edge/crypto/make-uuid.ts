import { orderedUuid } from '../../domain/ordered-uuid.ts'

/**
 * Make an id for a new record or operation. It shows when it was made: do not use it for secrets, nor where the age
 * must stay hidden.
 */
export function makeUuid(): string {
  return orderedUuid(Date.now(), crypto.randomUUID())
}
