import { type Kind, kinds } from '../../domain/registry.ts'
import { fromHex, toHex } from '../../domain/trail/bytes.ts'
import type { DamagePlace } from '../../domain/trail/damage.ts'
import { appendLeaf, foldComplete, rootOf } from '../../domain/trail/tree.ts'
import { dropUnknownFacts, mendFacts } from './analysis-rows.ts'
import { leafOf, parseEntry, readChain } from './audit.ts'
import { BodyHashes } from './body-hashes.ts'
import { listUnsealed } from './entry-seals.ts'
import { entryColumns, type Kept, openRow } from './kept-entry.ts'
import { findWrong } from './row-check.ts'
import type { Sql } from './sql.ts'
import { checkNewest, isOver, type StoredCheckpoint } from './trail-checkpoints.ts'
import type { TrailSigner } from './trail-key.ts'
import { trailTools } from './trail-tools.ts'
import { readTrailedMany } from './trailed-row.ts'

/*
 * The whole store is compared with its trail: at its start and once a day. First what SQL can count (entries, numbers of
 * rows), then every entry with its leaf, the tree and the checkpoints, then every record with its newest entry. It goes on
 * in slices, so that nobody waits for it, and from where it was broken off.
 */

/** Entries of a slice: the leaves of one kept tile of the tree. */
const span = 256
const { sha256 } = trailTools

/** Takes what is found. */
export type Report = (place: DamagePlace) => void

/** Progress of a comparison: plain data, kept in the store so that a restart continues it. */
export interface SweepProgress {
  part: 'numbers' | 'entries' | 'rows'
  /** The record after which the numbers or the rows go on. */
  kind: string
  uuid: string
  /** Entries that were compared, the roots of their complete subtrees, and those of the last tiles (hexadecimal). */
  size: number
  hashes: string[]
  tiles: string[]
  /** Roots that were wanted and have been met since the slice before. */
  roots: Map<number, Uint8Array>
}

/** Return the progress that a comparison begins with. */
export function newSweep(): SweepProgress {
  return { part: 'numbers', kind: '', uuid: '', size: 0, hashes: [], tiles: [], roots: new Map() }
}

/**
 * Compare the store with its trail, a slice at each step, which gives the number of characters that were looked at.
 * `progress` is brought up to date at each step.
 * @param wanted sizes at which the root of the tree is asked for.
 */
export function* sweepStore(
  sql: Sql,
  signer: TrailSigner,
  progress: SweepProgress,
  wanted: ReadonlySet<number>,
  report: Report,
): Generator<number, void> {
  checkCounts(sql, report)
  const differs = checkNewest(sql, signer)
  if (differs) report(differs)
  for (const place of listUnsealed(sql, 'again')) report(place)
  if (progress.part === 'numbers') {
    yield* compareNumbers(sql, progress, report)
    enter(progress, 'entries')
  }
  if (progress.part === 'entries') {
    yield* checkTrail(sql, signer, progress, wanted, report)
    enter(progress, 'rows')
  }
  yield* checkRows(sql, progress, report)
}

function enter(progress: SweepProgress, part: SweepProgress['part']): void {
  Object.assign(progress, { part, kind: '', uuid: '' })
}

/** Check that each operation has its entry, and that no number is left out. */
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

/**
 * Check by their numbers alone that the row of each record is of its newest entry; this finds records without a row
 * too.
 */
function* compareNumbers(sql: Sql, progress: SweepProgress, report: Report): Generator<number> {
  for (const kind of kinds.slice(Math.max(0, kinds.indexOf(progress.kind as Kind)))) {
    for (let after = progress.kind === kind ? progress.uuid : ''; ;) {
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
      Object.assign(progress, { kind, uuid: last })
      yield rows.length * 100
    }
  }
}

interface EntryRow {
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
  progress: SweepProgress,
  wanted: ReadonlySet<number>,
  report: Report,
): Generator<number, void> {
  const range = { size: progress.size, hashes: progress.hashes.map(bytesOf) }
  for (;;) {
    const rows = readEntries(sql, range.size)
    const notes = readNotes(sql, range.size)
    const leaves: Uint8Array[] = []
    for (const kept of rows) {
      const row = openRow(kept)
      const leaf = fromHex(row.leaf)
      // Report a gap: numbers and leaves behind it are of no use.
      if (row.seq !== range.size + 1 || leaf?.length !== 32) {
        return report({ reason: 'entries_missing', seq: range.size + 1 })
      }
      checkEntry(row, report)
      appendLeaf(range, leaf, sha256)
      leaves.push(leaf)
      const { size } = range
      const note = notes.get(size)
      if (note && !isOver(note, rootOf(range, sha256), signer)) {
        report({ reason: 'checkpoint_differs', seq: size })
      }
      if (wanted.has(size)) progress.roots.set(size, rootOf(range, sha256))
      yield row.entry.length
    }
    if (leaves.length < span) return
    progress.tiles = checkTiles(
      sql,
      progress.tiles,
      range.size,
      foldComplete(leaves, sha256),
      report,
    )
    progress.size = range.size
    progress.hashes = range.hashes.map(toHex)
    yield 0
  }
}

function bytesOf(hex: string): Uint8Array {
  return fromHex(hex) ?? new Uint8Array()
}

function readEntries(sql: Sql, after: number): Kept<EntryRow>[] {
  return sql.all<Kept<EntryRow>>(
    `SELECT audit.seq, audit.kind, audit.uuid, ${entryColumns}, leaf,
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

/** Compare an entry with its leaf, and with the columns that are searched beside it. */
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

/**
 * Check the kept hashes of complete subtrees, of 256 entries and of 65,536.
 * @param tiles of the present 65,536, hexadecimal.
 * @returns the same with the fresh one; none when they are complete.
 */
function checkTiles(
  sql: Sql,
  tiles: readonly string[],
  size: number,
  fresh: Uint8Array,
  report: Report,
): string[] {
  compareTile(sql, 1, size / span - 1, fresh, report)
  const known = [...tiles, toHex(fresh)]
  if (known.length < span) return known
  compareTile(sql, 2, size / span ** 2 - 1, foldComplete(known.map(bytesOf), sha256), report)
  return []
}

function compareTile(sql: Sql, level: number, tile: number, fresh: Uint8Array, report: Report) {
  const query = 'SELECT hash FROM audit_tiles WHERE level = ? AND tile = ?'
  const kept = sql.first<{ hash: string }>(query, level, tile)?.hash
  if (kept !== undefined && kept !== toHex(fresh)) {
    report({ reason: 'tree_differs', seq: (tile + 1) * span ** level })
  }
}

/** Compare every row with its newest entry, and the columns beside an analysis with its record. */
function* checkRows(sql: Sql, progress: SweepProgress, report: Report): Generator<number> {
  // Use hashes of its own, so that those in use meanwhile stay in the store's.
  const hashes = new BodyHashes(0)
  for (;;) {
    const rows = sql.all<{ kind: string; uuid: string }>(
      'SELECT kind, uuid FROM records WHERE (kind, uuid) > (?, ?) ORDER BY kind, uuid LIMIT 40',
      progress.kind,
      progress.uuid,
    )
    const last = rows.at(-1)
    if (!last) return dropUnknownFacts(sql)
    let length = 0
    for (const [of, some] of Map.groupBy(rows, (row) => row.kind)) {
      const uuids = some.map((row) => row.uuid)
      for (const row of readTrailedMany(sql, of, uuids)) {
        const reason =
          findWrong(of, row.uuid, row, hashes) ?? findWrongRemoved(sql, of, row, hashes)
        if (reason) report({ reason, kind: of, uuid: row.uuid, ...(row.seq && { seq: row.seq }) })
        else if (of === 'analysis')
          mendFacts(sql, row.uuid, row.deleted_at === null ? row.body : null)
        length += row.body?.length ?? 0
      }
    }
    Object.assign(progress, last)
    yield length
  }
}

/** Find removed records whose kept body differs from the last entry before their removal. */
function findWrongRemoved(
  sql: Sql,
  kind: string,
  { uuid, record_hash, body }: { uuid: string; record_hash: string | null; body: string | null },
  hashes: BodyHashes,
): 'record_altered' | null {
  if (record_hash !== null || body === null) return null
  for (const { entry } of readChain(sql, kind, uuid).toReversed()) {
    const last = parseEntry(entry)?.record_hash ?? null
    if (last !== null) return hashes.of(uuid, body) === last ? null : 'record_altered'
  }
  return null
}
