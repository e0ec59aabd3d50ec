import { createHash } from 'node:crypto'
import { canonicalJson } from '../../domain/canonical.ts'
import type { Sql } from './sql.ts'

export interface FieldChange {
  field: string
  before: unknown
  after: unknown
}

/** Who, what old and new, when and why (21 CFR 11.10(e), Annex 11 §12). Times are the server's, UTC. */
export interface AuditEntry {
  seq: number
  op_id: string
  at: string
  actor: { uuid: string; name: string; via: string }
  action: string
  kind: string
  uuid: string
  reason: string
  changes: FieldChange[]
}

/** Fields that differ, by top-level name. */
export function listChanges(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): FieldChange[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names]
    .filter((field) => field !== 'updated_at')
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }))
}

/** Appends an entry with its leaf hash: SHA-256 of a zero byte and the canonical JSON (RFC 6962 §2.1, RFC 8785). */
export function appendAudit(sql: Sql, entry: AuditEntry): void {
  const text = canonicalJson(entry)
  const leaf = createHash('sha256')
    .update(new Uint8Array([0]))
    .update(text)
    .digest('hex')
  sql.run(
    'INSERT INTO audit (seq, kind, uuid, entry, leaf) VALUES (?, ?, ?, ?, ?)',
    entry.seq,
    entry.kind,
    entry.uuid,
    text,
    leaf,
  )
}

export function readAudit(sql: Sql, kind: string, uuid: string): AuditEntry[] {
  return sql
    .all<{ entry: string }>(
      'SELECT entry FROM audit WHERE kind = ? AND uuid = ? ORDER BY seq',
      kind,
      uuid,
    )
    .map((row) => JSON.parse(row.entry) as AuditEntry)
}
