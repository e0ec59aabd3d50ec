import { canonicalJson } from '../../domain/canonical.ts'
import type { Kind } from '../../domain/registry.ts'
import { type AuditEntry, type Body, isEntry } from '../../domain/trail/entry.ts'
import { hashText } from '../crypto/hash-text.ts'
import { DamageFault } from './damage.ts'
import { noteSealed, sealOf } from './entry-seals.ts'
import { entryColumns, type Kept, keepEntry, openRow } from './kept-entry.ts'
import type { Sql } from './sql.ts'
import { growTree } from './trail-tree.ts'

/** An entry before it is tied to the record: what it changed, what came before, what it led to. */
export type NewEntry = Omit<AuditEntry, 'changes' | 'previous' | 'record_hash'>

/** The record's entry before: its number and its leaf. */
export interface Previous {
  seq: number
  leaf: string
}

/**
 * Append the entry of a change with its leaf hash: SHA-256 of a zero byte and the canonical JSON (RFC 6962 §2.1,
 * RFC 8785). It names the leaf of the record's previous entry and the hash of the record after the change.
 * @returns that hash; null where the record was removed.
 */
export function appendAudit(
  sql: Sql,
  entry: NewEntry,
  before: Body | null,
  after: Body | null,
  previous: Previous | null,
): string | null {
  return appendAudits(sql, [[entry, before, after, previous]])[0] ?? null
}

/** Arguments of `appendAudit`. */
export type NewAudit = [
  entry: NewEntry,
  before: Body | null,
  after: Body | null,
  previous: Previous | null,
]

/** Append entries of different records, whose numbers follow each other. @returns the hash of each record. */
export function appendAudits(sql: Sql, audits: readonly NewAudit[]): (string | null)[] {
  const hashes: (string | null)[] = []
  const rows = audits.map(([entry, before, after, previous]) => {
    const { text, record_hash } = spellEntry(entry, before, after, previous)
    hashes.push(record_hash)
    const leaf = leafOf(text)
    const { seq, kind, uuid } = entry
    // Keep the leaf: the next change of this record compares the same text, which need not be hashed again.
    if (audits.length === 1) sql.hashes.keepLeaf(`${kind}/${uuid}`, text, leaf)
    const { entry: kept, packed, named } = keepEntry(kind, text)
    const seal = sealOf(sql, leaf)
    return [seq, kind, uuid, kept, leaf, previous?.seq ?? null, seal, packed, named]
  })
  const columns = 'seq, kind, uuid, entry, leaf, previous_seq, seal, packed, named'
  sql.runRows(`INSERT INTO audit (${columns}) VALUES`, rows)
  for (const [{ seq }] of audits) growTree(sql, seq)
  const [first, last] = [audits[0], audits.at(-1)]
  if (first && last) noteSealed(sql, first[0].seq, last[0].seq)
  return hashes
}

/**
 * Write the canonical JSON of the whole entry, its members in their order. Each value of the record is written once,
 * for the changes and for the record's hash, as this happens at every write.
 */
function spellEntry(
  { seq, op_id, at, actor, action, kind, uuid, reason }: NewEntry,
  before: Body | null,
  after: Body | null,
  previous: Previous | null,
): { text: string; record_hash: string | null } {
  const old = spellFields(before)
  const fresh = spellFields(after, before, old)
  const record_hash = after && hashText(spellRecord(fresh))
  const text =
    `{"action":${quote(action)},"actor":${canonicalJson(actor)},"at":${quote(at)},` +
    `"changes":${spellChanges(old, fresh)},"kind":${quote(kind)},"op_id":${quote(op_id)},` +
    `"previous":${quote(previous?.leaf ?? null)},"reason":${quote(reason)},` +
    `"record_hash":${quote(record_hash)},"seq":${seq},"uuid":${quote(uuid)}}`
  return { text, record_hash }
}

/** Return the leaf hash of an entry as it is stored (RFC 6962 §2.1). */
export function leafOf(entry: string): string {
  return hashText(`\0${entry}`)
}

/** Read the text of an entry; null where it has not the layout of one, as somebody may have written it over. */
export function parseEntry(text: string): AuditEntry | null {
  try {
    const entry = JSON.parse(text) as unknown
    return isEntry(entry) ? entry : null
  } catch {
    return null
  }
}

function quote(text: string | null): string {
  return JSON.stringify(text)
}

/**
 * Write the canonical JSON of each present field.
 * @param before the record before and its fields: a value that a change has passed on is not written twice.
 */
function spellFields(
  record: Body | null,
  before: Body | null = null,
  old?: ReadonlyMap<string, string>,
): Map<string, string> {
  const spelled = new Map<string, string>()
  for (const name in record) {
    const value = record[name]
    if (value === undefined) continue
    const known = before?.[name] === value ? old?.get(name) : undefined
    spelled.set(name, known ?? canonicalJson(value))
  }
  return spelled
}

function spellRecord(fields: ReadonlyMap<string, string>): string {
  let members = ''
  for (const name of [...fields.keys()].sort()) {
    members += `${members === '' ? '' : ','}${JSON.stringify(name)}:${fields.get(name)}`
  }
  return `{${members}}`
}

/** List the fields that differ, old and new; a side that lacks the field lacks it in the change too. */
function spellChanges(
  old: ReadonlyMap<string, string>,
  fresh: ReadonlyMap<string, string>,
): string {
  let changes = ''
  const names = old.size === 0 ? fresh.keys() : new Set([...old.keys(), ...fresh.keys()])
  for (const name of names) {
    const [before, after] = [old.get(name), fresh.get(name)]
    if (name === 'updated_at' || before === after) continue
    const sides =
      (after === undefined ? '' : `"after":${after},`) +
      (before === undefined ? '' : `"before":${before},`)
    changes += `${changes === '' ? '' : ','}{${sides}"field":${JSON.stringify(name)}}`
  }
  return `[${changes}]`
}

export interface TrailRow {
  seq: number
  entry: string
  leaf: string
}

/** Number of a record's newest entry; 0 when there is none. Also of a record that was removed. */
export function newestEntry(sql: Sql, kind: string, uuid: string): number {
  const query = 'SELECT coalesce(max(seq), 0) AS seq FROM audit WHERE kind = ? AND uuid = ?'
  return sql.first<{ seq: number }>(query, kind, uuid)?.seq ?? 0
}

/**
 * Read all entries of a record from the trail, oldest first, without reading the record's row.
 * @param after number of the entry behind which they begin.
 * @param most number of entries at most.
 */
export function readChain(
  sql: Sql,
  kind: string,
  uuid: string,
  after = 0,
  most = Number.MAX_SAFE_INTEGER,
): TrailRow[] {
  return sql
    .all<Kept<TrailRow>>(
      `SELECT seq, ${entryColumns}, leaf FROM audit
       WHERE kind = ? AND uuid = ? AND seq > ? ORDER BY seq LIMIT ?`,
      kind,
      uuid,
      after,
      most,
    )
    .map(openRow)
}

/**
 * Read the entries of one record, oldest first, as they are kept.
 * @throws DamageFault for one that does not open.
 */
export function readAudit(sql: Sql, kind: Kind, uuid: string): AuditEntry[] {
  return readChain(sql, kind, uuid).map(({ seq, entry }) => {
    if (entry === '') throw new DamageFault({ reason: 'entry_altered', kind, uuid, seq })
    return JSON.parse(entry) as AuditEntry
  })
}
