import { canonicalJson } from '../canonical.ts'
import { toHex } from './bytes.ts'
import type { TrailTools } from './tools.ts'

export type Body = Record<string, unknown>

/** `before` is absent where the field was, `after` where it is no longer. */
export interface FieldChange {
  field: string
  before?: unknown
  after?: unknown
}

/** The person or device that acted, as the server knew them. */
export interface EntryActor {
  uuid: string
  name: string
  via: string
  role?: string
  zone?: string
  /** The API key that acted in the person's name. */
  key?: string
}

/**
 * Who, what old and new, when and why (21 CFR 11.10(e), Annex 11 §12). Times are the server's, UTC. The entries
 * of one record are a chain that replays to the record.
 */
export interface AuditEntry {
  seq: number
  op_id: string
  at: string
  actor: EntryActor
  action: string
  kind: string
  uuid: string
  reason: string
  changes: FieldChange[]
  /** Leaf of the record's entry before this one; null for its first. */
  previous: string | null
  /** SHA-256 of the record's canonical JSON after the change; null when it was removed. */
  record_hash: string | null
}

/** Return the hash of a record, as in entries, statements and bundles. */
export function hashRecord(record: Body, tools: Pick<TrailTools, 'sha256' | 'encode'>): string {
  return toHex(tools.sha256(tools.encode(canonicalJson(record))))
}

/** Return the record after an entry, from the record before it; null if there is none. */
export function replayEntry(before: Body | null, entry: AuditEntry): Body | null {
  if (entry.record_hash === null) return null
  const after: Body = { ...before }
  for (const change of entry.changes) {
    if ('after' in change) after[change.field] = change.after
    else delete after[change.field]
  }
  after['updated_at'] = entry.at
  return after
}

/** Return the fields whose old value in the entry differs from the record. */
export function findWrongBefore(before: Body | null, entry: AuditEntry): string[] {
  const held = before ?? {}
  return entry.changes
    .filter((change) => spelled(change.before) !== spelled(held[change.field]))
    .map(({ field }) => field)
}

function spelled(value: unknown): string {
  return value === undefined ? '' : canonicalJson(value)
}

/** Return true when a value read from JSON has the layout of an entry; the values of its fields are not checked. */
export function isEntry(value: unknown): value is AuditEntry {
  if (typeof value !== 'object' || value === null) return false
  const entry = value as Partial<AuditEntry>
  return (
    Number.isSafeInteger(entry.seq) &&
    [entry.op_id, entry.at, entry.action, entry.kind, entry.uuid, entry.reason].every(isText) &&
    typeof entry.actor === 'object' &&
    entry.actor !== null &&
    [entry.actor.uuid, entry.actor.name, entry.actor.via].every(isText) &&
    Array.isArray(entry.changes) &&
    entry.changes.every((change) => isText(change?.field)) &&
    (entry.previous === null || isText(entry.previous)) &&
    (entry.record_hash === null || isText(entry.record_hash))
  )
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}
