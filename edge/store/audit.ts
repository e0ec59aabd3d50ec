import { canonicalJson } from '../../domain/canonical.ts'
import {
  type AuditEntry,
  type Body,
  type FieldChange,
  hashRecord,
} from '../../domain/trail/entry.ts'
import { toHex } from '../../domain/trail/bytes.ts'
import { hashLeaf } from '../../domain/trail/tree.ts'
import type { Kind } from '../../domain/registry.ts'
import type { Sql } from './sql.ts'
import { trailTools } from './trail-tools.ts'
import { growTree } from './trail-tree.ts'

/** Fields that differ, by top-level name; a side that lacks the field lacks it in the change too. */
export function listChanges(before: Body, after: Body): FieldChange[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names]
    .filter((field) => field !== 'updated_at')
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map((field) => ({
      field,
      ...(before[field] === undefined ? {} : { before: before[field] }),
      ...(after[field] === undefined ? {} : { after: after[field] }),
    }))
}

/** An entry before it is tied to the record's earlier ones. */
export type NewEntry = Omit<AuditEntry, 'changes' | 'previous' | 'record_hash'>

/**
 * Appends the entry of a change with its leaf hash: SHA-256 of a zero byte and the canonical JSON (RFC 6962 §2.1,
 * RFC 8785). It names the record's previous entry and the hash of the record after the change.
 */
export function appendAudit(
  sql: Sql,
  entry: NewEntry,
  before: Body | null,
  after: Body | null,
): void {
  const { seq, kind, uuid } = entry
  const text = canonicalJson({
    ...entry,
    changes: listChanges(before ?? {}, after ?? {}),
    previous: newestLeaf(sql, kind, uuid),
    record_hash: after && hashRecord(after, trailTools),
  } satisfies AuditEntry)
  const leaf = toHex(hashLeaf(trailTools.encode(text), trailTools.sha256))
  sql.run(
    'INSERT INTO audit (seq, kind, uuid, entry, leaf) VALUES (?, ?, ?, ?, ?)',
    seq,
    kind,
    uuid,
    text,
    leaf,
  )
  growTree(sql, seq)
}

/** Leaf of the newest entry of a record, also of one that was removed; null when it never was. */
function newestLeaf(sql: Sql, kind: string, uuid: string): string | null {
  return (
    sql.first<{ leaf: string }>(
      'SELECT leaf FROM audit WHERE kind = ? AND uuid = ? ORDER BY seq DESC LIMIT 1',
      kind,
      uuid,
    )?.leaf ?? null
  )
}

/** Entries of one record, oldest first. */
export function readAudit(sql: Sql, kind: Kind, uuid: string): AuditEntry[] {
  return sql
    .all<{ entry: string }>(
      'SELECT entry FROM audit WHERE kind = ? AND uuid = ? ORDER BY seq',
      kind,
      uuid,
    )
    .map((row) => JSON.parse(row.entry) as AuditEntry)
}
