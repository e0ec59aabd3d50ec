import type { Kind, Stored } from '../../domain/registry.ts'
import { upgradeBody, upgrades } from '../../domain/upgrades.ts'

/**
 * Read a record from the text that the store keeps, in the shape of today's schema. Only what compares a record with the
 * trail parses that text itself: hashes are those of the text as it was written.
 */
export function openRecord<Of extends Kind>(kind: Of, text: string): Stored<Of> {
  return todaysRecord(kind, JSON.parse(text) as Stored<Of>)
}

/** Return a body as it was written in the shape of today's schema. */
export function todaysRecord<Of extends Kind>(kind: Of, body: Stored<Of>): Stored<Of> {
  return upgradeBody(kind, body as Record<string, unknown>) as Stored<Of>
}

/** Return the text of a record for readers of today's schema. It is not taken apart where no version needs a step. */
export function todaysText(kind: Kind, text: string): string {
  return kind in upgrades ? JSON.stringify(openRecord(kind, text)) : text
}
