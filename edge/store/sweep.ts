import { kinds } from '../../domain/registry.ts'
import { fromHex, sameBytes, toHex } from '../../domain/trail/bytes.ts'
import { formatCheckpoint, parseCheckpoint } from '../../domain/trail/checkpoint.ts'
import type { DamagePlace } from '../../domain/trail/damage.ts'
import { parseNote } from '../../domain/trail/note.ts'
import { appendLeaf, emptyRange, foldComplete, rootOf } from '../../domain/trail/tree.ts'
import { leafOf, parseEntry } from './audit.ts'
import { BodyHashes } from './body-hashes.ts'
import { listUnsealed } from './entry-seals.ts'
import { findWrong } from './row-check.ts'
import type { Sql } from './sql.ts'
import { checkNewest, type StoredCheckpoint } from './trail-checkpoints.ts'
import type { TrailSigner } from './trail-key.ts'
import { trailTools } from './trail-tools.ts'
import { readTrailedMany } from './trailed-row.ts'

/*
 * The whole store is compared with its trail: at its start and once a day. First what SQL can count (entries, numbers of
 * rows), then every entry with its leaf, the tree and the checkpoints, then every record with its newest entry. It goes on
 * in slices, so that nobody waits for it.
 */

/** Entries of a slice: the leaves of one kept tile of the tree. */
const span = 256
const { sha256 } = trailTools

/** Takes what is found. */
export type Report = (place: DamagePlace) => void

/**
 * Compare the store with its trail, a slice at each step, which gives the number of rows that were looked at.
 * @param wanted sizes at which the root of the tree is asked for.
 * @returns the roots of these sizes, as far as the trail goes.
 */
export function* sweepStore(
  sql: Sql,
  signer: TrailSigner,
  wanted: ReadonlySet<number>,
  report: Report,
): Generator<number, Map<number, Uint8Array>> {
  checkCounts(sql, report)
  const differs = checkNewest(sql)
  if (differs) report(differs)
  for (const place of listUnsealed(sql, 'again')) report(place)
  yield* compareNumbers(sql, report)
  const roots = yield* checkTrail(sql, signer, wanted, report)
  yield* checkRows(sql, report)
  return roots
}

/** Each operation has its entry, and no number is left out. */
function checkCounts(sql: Sql, report: Report): void {
  const counts = sql.first<Record<'made' | 'last' | 'entries' | 'newest', number>>(
    `SELECT (SELECT count(*) FROM operations) AS made, (SELECT coalesce(max(seq), 0) FROM operations) AS last,
       (SELECT count(*) FROM audit) AS entries, (SELECT coalesce(max(seq), 0) FROM audit) AS newest`,
  )
  if (!counts) return
  const { made, last, entries, newest } = counts
  const whole = made === last && last === newest && newest === entries
  if (!whole) report({ reason: 'entries_missing', seq: Math.min(made, entries, newest) + 1 })
}

/** The row of each record is of its newest entry, by their numbers alone; records without a row are seen here. */
function* compareNumbers(sql: Sql, report: Report): Generator<number> {
  for (const kind of kinds) {
    for (let after = ''; ;) {
      const rows = sql.all<{ uuid: string; seq: number; row_seq: number | null }>(
        `SELECT newest.uuid, newest.seq, records.seq AS row_seq FROM
           (SELECT uuid, max(seq) AS seq FROM audit WHERE kind = ?1 AND uuid > ?2
            GROUP BY uuid ORDER BY uuid LIMIT 1000) AS newest
         LEFT JOIN records ON records.kind = +?1 AND records.uuid = newest.uuid`,
        kind,
        after,
      )
      for (const { uuid, seq, row_seq } of rows) {
        if (row_seq === null) report({ reason: 'record_missing', kind, uuid, seq })
        else if (row_seq < seq) report({ reason: 'record_rolled_back', kind, uuid, seq })
      }
      const last = rows.at(-1)?.uuid
      if (last === undefined) break
      after = last
      yield rows.length
    }
  }
}

interface EntryRow extends Record<string, string | number | null> {
  seq: number
  kind: string
  uuid: string
  entry: string
  leaf: string
  /** The same fields as the operation beside the entry has them, as one JSON array. */
  beside: string | null
}

function* checkTrail(
  sql: Sql,
  signer: TrailSigner,
  wanted: ReadonlySet<number>,
  report: Report,
): Generator<number, Map<number, Uint8Array>> {
  const roots = new Map<number, Uint8Array>()
  const range = emptyRange()
  const tiles: Uint8Array[] = []
  for (;;) {
    const rows = readEntries(sql, range.size)
    const notes = readNotes(sql, range.size)
    const leaves: Uint8Array[] = []
    for (const row of rows) {
      const leaf = fromHex(row.leaf)
      // A gap: numbers and leaves behind it are of no use.
      if (row.seq !== range.size + 1 || leaf?.length !== 32) {
        report({ reason: 'entries_missing', seq: range.size + 1 })
        return roots
      }
      checkEntry(row, report)
      appendLeaf(range, leaf, sha256)
      leaves.push(leaf)
      const { size } = range
      const note = notes.get(size)
      if (note && !isOver(note, rootOf(range, sha256), signer)) {
        report({ reason: 'checkpoint_differs', seq: size })
      }
      if (wanted.has(size)) roots.set(size, rootOf(range, sha256))
    }
    if (leaves.length < span) return roots
    checkTiles(sql, tiles, foldComplete(leaves, sha256), report)
    yield rows.length
  }
}

function readEntries(sql: Sql, after: number): EntryRow[] {
  return sql.all<EntryRow>(
    `SELECT audit.seq, audit.kind, audit.uuid, entry, leaf,
       json_array(operations.op_id, operations.kind, operations.uuid, action, actor, at) AS beside
     FROM audit LEFT JOIN operations USING (seq) WHERE audit.seq > ? ORDER BY audit.seq LIMIT ${span}`,
    after,
  )
}

function readNotes(sql: Sql, after: number): Map<number, StoredCheckpoint> {
  const rows = sql.all<StoredCheckpoint>(
    'SELECT * FROM checkpoints WHERE size > ? AND size <= ?',
    after,
    after + span,
  )
  return new Map(rows.map((row) => [row.size, row]))
}

/** The entry is the one that its leaf was made of, and what is searched beside it says the same. */
function checkEntry(
  { seq, kind, uuid, entry: text, leaf, beside }: EntryRow,
  report: Report,
): void {
  const entry = parseEntry(text)
  const same =
    entry !== null &&
    leafOf(text) === leaf &&
    entry.seq === seq &&
    entry.kind === kind &&
    entry.uuid === uuid &&
    spelled(beside) ===
      JSON.stringify([entry.op_id, kind, uuid, entry.action, entry.actor.uuid, entry.at])
  if (!same) report({ reason: 'entry_altered', kind, uuid, seq })
}

/** SQLite escapes some signs in another way. */
function spelled(json: string | null): string {
  return JSON.stringify(JSON.parse(json ?? 'null'))
}

/** The note was signed over this root, by the trail's own key where it is the present one. */
function isOver({ note, key }: StoredCheckpoint, root: Uint8Array, signer: TrailSigner): boolean {
  const parsed = parseNote(note)
  const checkpoint = parsed && parseCheckpoint(parsed.text)
  if (!checkpoint || !sameBytes(checkpoint.root, root)) return false
  // Ed25519 signs the same text the same way.
  return key !== signer.key || signer.sign(formatCheckpoint(checkpoint)) === note
}

/** The hashes that are kept of complete subtrees, of 256 entries and of 65,536. */
function checkTiles(sql: Sql, tiles: Uint8Array[], fresh: Uint8Array, report: Report): void {
  tiles.push(fresh)
  compareTile(sql, 1, tiles.length - 1, fresh, report)
  if (tiles.length % span > 0) return
  const level = tiles.length / span - 1
  compareTile(sql, 2, level, foldComplete(tiles.slice(-span), sha256), report)
}

function compareTile(sql: Sql, level: number, tile: number, fresh: Uint8Array, report: Report) {
  const query = 'SELECT hash FROM audit_tiles WHERE level = ? AND tile = ?'
  const kept = sql.first<{ hash: string }>(query, level, tile)?.hash
  if (kept !== undefined && kept !== toHex(fresh)) {
    report({ reason: 'tree_differs', seq: (tile + 1) * span ** level })
  }
}

/** Every row is what its newest entry says. */
function* checkRows(sql: Sql, report: Report): Generator<number> {
  // Of its own: what is in use meanwhile stays in the store's.
  const hashes = new BodyHashes(0)
  for (let [kind, uuid] = ['', '']; ;) {
    const rows = sql.all<{ kind: string; uuid: string }>(
      'SELECT kind, uuid FROM records WHERE (kind, uuid) > (?, ?) ORDER BY kind, uuid LIMIT 200',
      kind,
      uuid,
    )
    for (const [of, some] of Map.groupBy(rows, (row) => row.kind)) {
      const uuids = some.map((row) => row.uuid)
      for (const row of readTrailedMany(sql, of, uuids)) {
        const reason =
          findWrong(of, row.uuid, row, hashes) ?? findWrongRemoved(sql, of, row, hashes)
        if (reason) report({ reason, kind: of, uuid: row.uuid, ...(row.seq && { seq: row.seq }) })
      }
    }
    const last = rows.at(-1)
    if (!last) return
    kind = last.kind
    uuid = last.uuid
    yield rows.length
  }
}

/** What a removed record held is kept in its row: it is what the last entry before its removal says. */
function findWrongRemoved(
  sql: Sql,
  kind: string,
  { uuid, record_hash, body }: { uuid: string; record_hash: string | null; body: string | null },
  hashes: BodyHashes,
): 'record_altered' | null {
  if (record_hash !== null || body === null) return null
  const last = sql.first<{ hash: string }>(
    `SELECT entry ->> '$.record_hash' AS hash FROM audit WHERE kind = ? AND uuid = ?
       AND entry ->> '$.record_hash' IS NOT NULL ORDER BY seq DESC LIMIT 1`,
    kind,
    uuid,
  )
  return last && hashes.of(uuid, body) !== last.hash ? 'record_altered' : null
}

/** Compare an anchor's note with the root of the trail at its size. */
export function differsFrom(note: string, root: Uint8Array): boolean {
  const parsed = parseNote(note)
  const checkpoint = parsed && parseCheckpoint(parsed.text)
  return !checkpoint || !sameBytes(checkpoint.root, root)
}
