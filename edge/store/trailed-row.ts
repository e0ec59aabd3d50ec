import type { Kind, Stored } from '../../domain/registry.ts'
import { type Chain, takeEntry } from '../../domain/trail/chain.ts'
import type { DamagePlace } from '../../domain/trail/damage.ts'
import type { AuditAction } from '../../domain/trail/actions.ts'
import type { AuditEntry, Body } from '../../domain/trail/entry.ts'
import { leafOf, parseEntry, readChain, type TrailRow } from './audit.ts'
import { DamageFault, keepDamage } from './damage.ts'
import { unsealedAt } from './entry-seals.ts'
import { entryColumns, type Kept, type KeptEntry, openRow, textOf } from './kept-entry.ts'
import { bodyColumns, type KeptBody, textOfBody } from './kept-body.ts'
import { coveredSize, knownLeaves, type Standing } from './known-leaves.ts'
import { findWrong, type TrailedRow } from './row-check.ts'
import { openRecord, todaysRecord } from './open-record.ts'
import { type PackedEntry, pieceOf } from './packed-entry.ts'
import type { Sql } from './sql.ts'
import { trailTools } from './trail-tools.ts'

/*
 * A record's row beside its newest entry in the trail. The row can be overwritten by anyone with access to the database; the
 * entry is in a signed tree. Whatever is changed or signed is compared here first.
 */

const columns = `records.seq AS row_seq, records.swarm_uuid, records.name, records.status, records.created_at,
  records.updated_at, records.deleted_at, ${bodyColumns},
  newest.seq, newest.leaf, newest.entry, newest.packed, newest.named,
  newest.entry ->> '$.record_hash' AS record_hash, newest.entry ->> '$.at' AS at,
  (SELECT max(size) FROM checkpoints) AS covered`

const join = `LEFT JOIN records ON records.kind = one.kind AND records.uuid = one.uuid
  LEFT JOIN audit AS newest ON newest.seq =
    (SELECT max(seq) FROM audit WHERE audit.kind = one.kind AND audit.uuid = one.uuid)`

/** Read a record's row and its newest entry, each as it is kept. */
export function readTrailed(sql: Sql, kind: string, uuid: string): TrailedRow {
  const row = sql.first<KeptRow>(
    `SELECT ${columns} FROM (SELECT ? AS kind, ? AS uuid) AS one ${join}`,
    kind,
    uuid,
  )
  return openTrailed(row as KeptRow)
}

type KeptRow = TrailedRow & Pick<KeptEntry, keyof PackedEntry> & Pick<KeptBody, 'packed_order'>

/** Read the texts of the body and of the newest entry in either form, and what that says of the record. */
function openTrailed<Row extends KeptRow>({
  packed,
  named,
  packed_order,
  ...kept
}: Row): Omit<Row, keyof PackedEntry | 'packed_order'> {
  const body = kept.body === null ? null : textOfBody({ body: kept.body, packed_order })
  const row = { ...kept, body }
  if (row.entry === null || (packed === null && named === null)) return row
  const entry = textOf({ entry: row.entry, packed, named })
  const { record_hash = null, at = null } = parseEntry(entry) ?? {}
  return { ...row, entry, record_hash, at }
}

/** Read the same for several records of a kind; one that never was has no row. */
export function readTrailedMany(
  sql: Sql,
  kind: string,
  uuids: readonly string[],
): (TrailedRow & { uuid: string })[] {
  return sql
    .all<KeptRow & { uuid: string }>(
      `SELECT one.uuid, ${columns} FROM (SELECT ? AS kind, value AS uuid FROM json_each(?)) AS one ${join}
       WHERE newest.seq IS NOT NULL OR records.seq IS NOT NULL`,
      kind,
      JSON.stringify(uuids),
    )
    .map(openTrailed)
}

/**
 * Find in what a row and its newest entry differ from what was signed: the row from the entry, the entry from its leaf, the
 * leaf from the tree. Null when all hold.
 */
function findDamage(
  sql: Sql,
  kind: string,
  uuid: string,
  row: TrailedRow,
  read?: (body: string) => Body,
): DamagePlace | null {
  // Name the entry, not the record, where it does not open.
  const reason = row.entry === '' ? 'entry_altered' : findWrong(kind, uuid, row, sql.hashes, read)
  if (reason) return { reason, kind, uuid, ...(row.seq && { seq: row.seq }) }
  const { seq, leaf, entry, covered } = row
  if (seq === null || leaf === null || entry === null) return null
  const isItself = sql.hashes.leafOf(`${kind}/${uuid}`, entry) === leaf
  const standing = isItself ? knownLeaves(sql).find(sql, seq, leaf, covered ?? 0) : 'not_in_tree'
  if (standing === 'in_tree') return null
  return standing === 'tree_differs'
    ? { reason: 'tree_differs', seq }
    : { reason: 'entry_altered', kind, uuid, seq }
}

/**
 * Return the record of a row as it was written, or null where there is none. Where another part of the tree differs, the store says that it
 * is damaged and signs nothing, but a run can end.
 * @throws DamageFault when the row or its newest entry is not what the trail says.
 */
export function bodyInForce<Of extends Kind>(
  sql: Sql,
  kind: Of,
  uuid: string,
  row: TrailedRow,
): Stored<Of> | null {
  let body: Stored<Of> | null = null
  const read = (text: string) => (body ??= JSON.parse(text) as Stored<Of>)
  const place = findDamage(sql, kind, uuid, row, read)
  if (place?.reason === 'tree_differs') keepDamage(sql, place)
  else if (place) throw new DamageFault(place)
  const unsealed = unsealedAt(sql, row.seq)
  if (unsealed) throw new DamageFault(unsealed)
  return row.record_hash === null || row.body === null ? null : read(row.body)
}

/** A record that says what somebody may do, as it is in force. */
export interface InForce<Of extends Kind> {
  record: Stored<Of> | null
  /** True where it cannot be proven: its entry or one beside it was written over together with its leaf. */
  isUnproven: boolean
}

/**
 * Read a record that says what somebody may do: people, profiles, companies, keys. A row that was bent in the store is
 * not in force: the record as its entries lead to it is, or none where they do not hold either, or the newest has no seal. One
 * that cannot be proven is good for reading only. Where another part of the tree differs, the record is in force and the
 * store says that it is damaged: otherwise nobody could read it.
 */
export function readInForce<Of extends Kind>(sql: Sql, kind: Of, uuid: string): InForce<Of> {
  const row = readTrailed(sql, kind, uuid)
  const place = findDamage(sql, kind, uuid, row)
  if (place) keepDamage(sql, place)
  // Refuse it also where all hashes fit: somebody put the entry in.
  if (place?.reason !== 'entry_altered' && unsealedAt(sql, row.seq)) {
    return { record: null, isUnproven: false }
  }
  const own = () => (row.record_hash === null ? null : openRecord(kind, row.body ?? ''))
  if (place === null || place.reason === 'tree_differs') return { record: own(), isUnproven: false }
  if (place.reason === 'entry_altered') {
    // Return nothing for an entry that does not give its own leaf: it is known to be the altered one.
    const isItself = leafOf(row.entry ?? '') !== row.leaf
    return { record: isItself ? null : own(), isUnproven: true }
  }
  const { record, wrong } = followChain(sql, kind, uuid)
  const holds = wrong === null || wrong.reason === 'tree_differs'
  const followedRecord = holds ? (record as Stored<Of> | null) : null
  return { record: followedRecord && todaysRecord(kind, followedRecord), isUnproven: false }
}

/** A record as its entries tell it up to one of them. */
interface Followed extends Chain {
  seq: number
}

/** Chains that were followed, for as long as the store is open: what was found to hold need not be followed again. */
const followed = new WeakMap<Sql, Map<string, Followed>>()
const mostFollowed = 200
/** Entries that are followed between two pauses. */
const entriesAtOnce = 100

/**
 * Follow all entries of a record: each gives its leaf, which is in the tree, is this record's, names the one before, and
 * leads to the record whose hash it names.
 */
export function followChain(
  sql: Sql,
  kind: string,
  uuid: string,
): { record: Body | null; wrong: DamagePlace | null } {
  const known = knownChain(sql, kind, uuid)
  const step = followSome(sql, kind, uuid, known, readChain(sql, kind, uuid, known?.seq))
  return { record: step.chain?.record ?? null, wrong: step.wrong }
}

/**
 * Follow the entries of a record in slices, before a transaction that follows them to the end: those of thousands of
 * sign-ins would hold up everybody.
 */
export async function followAhead(sql: Sql, kind: string, uuid: string): Promise<void> {
  for (;;) {
    const known = knownChain(sql, kind, uuid)
    const rows = readChain(sql, kind, uuid, known?.seq, entriesAtOnce)
    if (followSome(sql, kind, uuid, known, rows).wrong || rows.length < entriesAtOnce) return
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
}

/** Follow the entries of what is signed, and of who signs it, before the transaction of the signature. */
export async function followSigned(
  sql: Sql,
  change: { type: string } & ({ uuid: string } | { runs: readonly { uuid: string }[] }),
  signer: string,
): Promise<void> {
  const [kind = ''] = change.type.split('.')
  const signed = 'runs' in change ? change.runs.map(({ uuid }) => uuid) : [change.uuid]
  for (const uuid of signed) await followAhead(sql, kind, uuid)
  await followAhead(sql, 'user', signer)
}

function followSome(
  sql: Sql,
  kind: string,
  uuid: string,
  known: Followed | null,
  rows: readonly TrailRow[],
): { chain: Followed | null; wrong: DamagePlace | null } {
  let chain = known
  let elsewhere: DamagePlace | null = null
  for (const row of rows) {
    const { seq, entry: text, leaf } = row
    const entry = parseEntry(text)
    const own = entry?.kind === kind && entry.uuid === uuid && entry.seq === seq
    const wrong = { reason: 'entry_altered', kind, uuid, seq } as const
    if (!own) return { chain: null, wrong }
    const standing = standingOf(sql, row)
    if (standing === 'not_in_tree') return { chain: null, wrong }
    if (standing === 'tree_differs') elsewhere ??= { reason: standing, seq }
    const step = takeEntry(chain, entry, leaf, trailTools)
    if (step.problems.length > 0) return { chain: null, wrong }
    chain = { ...step.chain, seq }
  }
  if (chain && !elsewhere) keepChain(sql, `${kind}/${uuid}`, chain)
  return { chain, wrong: elsewhere }
}

/** Return the part of a record's chain that was followed before, unless its last entry has changed since. */
function knownChain(sql: Sql, kind: string, uuid: string): Followed | null {
  const known = followed.get(sql)?.get(`${kind}/${uuid}`)
  if (!known) return null
  const query = 'SELECT leaf FROM audit WHERE seq = ?'
  return sql.first<{ leaf: string }>(query, known.seq)?.leaf === known.leaf ? known : null
}

function keepChain(sql: Sql, key: string, chain: Followed): void {
  const known = followed.get(sql) ?? new Map<string, Followed>()
  followed.set(sql, known)
  known.delete(key)
  known.set(key, chain)
  const [oldest] = known.keys()
  if (oldest !== undefined && known.size > mostFollowed) known.delete(oldest)
}

function standingOf(sql: Sql, { seq, entry, leaf }: TrailRow, covered?: number): Standing {
  return leafOf(entry) === leaf ? knownLeaves(sql).find(sql, seq, leaf, covered) : 'not_in_tree'
}

/** Read a record that is what the trail says, in today's shape; null for none or a removed one. @throws DamageFault */
export function readTrueBody<Of extends Kind>(sql: Sql, kind: Of, uuid: string): Stored<Of> | null {
  const body = bodyInForce(sql, kind, uuid, readTrailed(sql, kind, uuid))
  return body && todaysRecord(kind, body)
}

/**
 * Read the body of a record, or the one that it had when it was removed, as the entry of the removal tells it; null for none.
 * @throws DamageFault
 */
export function readLastBody<Of extends Kind>(sql: Sql, kind: Of, uuid: string): Stored<Of> | null {
  const body = readTrueBody(sql, kind, uuid)
  if (body) return body
  // Look behind notes without changes, such as that of a restore, for the removal.
  for (const row of readChain(sql, kind, uuid).toReversed()) {
    const { changes } = trueEntry(sql, row)
    if (changes.length === 0) continue
    const fields = changes.flatMap((one) => ('before' in one ? [[one.field, one.before]] : []))
    return todaysRecord(kind, Object.fromEntries(fields) as Stored<Of>)
  }
  return null
}

/**
 * Parse an entry that something is decided by.
 * @param covered number of entries that the newest checkpoint covers, where many are read at once.
 * @throws DamageFault when it was written over.
 */
export function trueEntry(sql: Sql, row: TrailRow, covered?: number): AuditEntry {
  const { seq } = row
  const entry = parseEntry(row.entry)
  const standing = standingOf(sql, row, covered)
  if (entry && entry.seq === seq && standing === 'in_tree') return entry
  throw new DamageFault({ reason: standing === 'tree_differs' ? standing : 'entry_altered', seq })
}

/**
 * Read all entries of a record that something is decided by.
 * @throws DamageFault when one was written over, or moved to another record.
 */
export function readTrueAudit(sql: Sql, kind: Kind, uuid: string): AuditEntry[] {
  const follow = makeFollower(sql)
  return readChain(sql, kind, uuid).map((row) => follow({ ...row, kind, uuid }))
}

/** Entries that are read at once: some are as long as a recipe with many targets. */
const mostRead = 50

/**
 * Read all entries of all records of some kinds that something is decided by, in the order of the trail, so that each part of the tree is
 * compared with its root once.
 * @throws DamageFault when one was written over, or moved to another record.
 */
export function* eachTrueEntry(sql: Sql, kinds: readonly Kind[]): Generator<AuditEntry> {
  const follow = makeFollower(sql)
  const seqs = sql
    .all<{ seq: number }>(
      'SELECT seq FROM audit WHERE kind IN (SELECT value FROM json_each(?)) ORDER BY seq',
      JSON.stringify(kinds),
    )
    .map(({ seq }) => seq)
  for (let from = 0; from < seqs.length; from += mostRead) {
    const rows = sql.all<Kept<FollowedRow>>(
      `SELECT seq, kind, uuid, ${entryColumns}, leaf FROM audit
       WHERE seq IN (SELECT value FROM json_each(?)) ORDER BY seq`,
      JSON.stringify(seqs.slice(from, from + mostRead)),
    )
    for (const row of rows) yield follow(openRow(row))
  }
}

type FollowedRow = TrailRow & { kind: string; uuid: string }

/**
 * Make a function that takes the entries of records one after the other: each is the record's own and names the one before, so that none
 * can be left out between two others.
 */
function makeFollower(sql: Sql): (row: FollowedRow) => AuditEntry {
  const leaves = new Map<string, string>()
  const covered = coveredSize(sql)
  return (row) => {
    const { kind, uuid, seq, leaf } = row
    const entry = trueEntry(sql, row, covered)
    const key = `${kind}/${uuid}`
    const isOwn = entry.kind === kind && entry.uuid === uuid
    if (!isOwn || entry.previous !== (leaves.get(key) ?? null)) {
      throw new DamageFault({ reason: 'entry_altered', kind, uuid, seq })
    }
    leaves.set(key, leaf)
    return entry
  }
}

/**
 * Find the records that an action has made with this value of a field, by their entries: rows and what is searched beside
 * them may have been written over. Removed ones are left out.
 * @throws DamageFault when one of them is not what the trail says.
 */
export function madeWith<Of extends Kind>(
  sql: Sql,
  { kind, action, field, value }: { kind: Of; action: AuditAction; field: string; value: string },
): Stored<Of>[] {
  // Spell it as canonical JSON does, in which nothing else can be spelled like this.
  const mark = `{"after":${JSON.stringify(value)},"field":${JSON.stringify(field)}}`
  const rows = sql.all<Kept<{ uuid: string }>>(
    `SELECT operations.uuid, ${entryColumns} FROM operations JOIN audit USING (seq)
     WHERE operations.kind = ? AND operations.action = ? AND (instr(entry, ?) > 0 OR instr(named, ?) > 0)`,
    kind,
    action,
    mark,
    pieceOf(value),
  )
  const made = new Set(rows.filter((row) => textOf(row).includes(mark)).map(({ uuid }) => uuid))
  return [...made].flatMap((uuid): Stored<Of>[] => {
    const body = readTrueBody(sql, kind, uuid)
    return body ? [body] : []
  })
}
