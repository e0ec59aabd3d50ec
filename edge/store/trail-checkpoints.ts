import { sameBytes } from '../../domain/trail/bytes.ts'
import { formatCheckpoint, parseCheckpoint } from '../../domain/trail/checkpoint.ts'
import type { DamagePlace } from '../../domain/trail/damage.ts'
import { parseNote } from '../../domain/trail/note.ts'
import { DamageFault, keepDamage } from './damage.ts'
import { findUnsealed } from './entry-seals.ts'
import { maySeal } from './rewound.ts'
import type { Sql } from './sql.ts'
import { notBehind } from './store-time.ts'
import type { TrailSigner } from './trail-key.ts'
import { lastTile, rootAt, trailSize } from './trail-tree.ts'

/** A checkpoint is made when so many entries, or so many ms, have passed since the last. */
export const sealEntries = 256
const sealInterval = 5 * 60_000

export interface StoredCheckpoint extends Record<string, string | number | null> {
  size: number
  at: string
  /** The signed note, and the public key it was signed with. */
  note: string
  key: string
  /** Time at which it was kept outside the store; null until then. */
  anchored_at: string | null
}

/** Return the newest checkpoint, or null when there is none yet. */
export function newestCheckpoint(sql: Sql): StoredCheckpoint | null {
  return sql.first<StoredCheckpoint>('SELECT * FROM checkpoints ORDER BY size DESC LIMIT 1')
}

export function checkpointAt(sql: Sql, size: number): StoredCheckpoint | null {
  return sql.first<StoredCheckpoint>('SELECT * FROM checkpoints WHERE size = ?', size)
}

/** Read the root that a checkpoint was signed over; null when its note cannot be read. */
export function rootIn(note: string): Uint8Array | null {
  const parsed = parseNote(note)
  return (parsed && parseCheckpoint(parsed.text))?.root ?? null
}

/** Return true when the note was signed over this root, by the trail's own key where it is the present one. */
export function isOver(
  { note, key }: StoredCheckpoint,
  root: Uint8Array,
  signer: TrailSigner | null,
): boolean {
  const parsed = parseNote(note)
  const checkpoint = parsed && parseCheckpoint(parsed.text)
  if (!checkpoint || !sameBytes(checkpoint.root, root)) return false
  // Sign once more and compare: Ed25519 signs the same text the same way.
  return key !== signer?.key || signer.sign(formatCheckpoint(checkpoint)) === note
}

/**
 * Compare the trail with the newest checkpoint that was signed over it. Its last 256 entries are folded from their leaves:
 * the hash that is kept of them may have been written over. Null when it is the same still.
 */
export function checkNewest(sql: Sql, signer: TrailSigner | null): DamagePlace | null {
  const newest = newestCheckpoint(sql)
  if (!newest) return null
  const { size } = newest
  const same = size <= trailSize(sql) && isOver(newest, rootAt(sql, size, lastTile(size)), signer)
  return same ? null : { reason: 'checkpoint_differs', seq: size }
}

/**
 * Sign the trail as it is; the checkpoint of this size when there is one already. What was signed before must be the
 * beginning of it: a history that was rewritten in the store is not signed again.
 * @throws DamageFault when it is not.
 */
export function sealTrail(sql: Sql, signer: TrailSigner, at: string): StoredCheckpoint {
  const differs = checkNewest(sql, signer)
  const wrong = differs ?? findUnsealed(sql)
  if (wrong) throw new DamageFault(wrong)
  const size = trailSize(sql)
  const known = checkpointAt(sql, size)
  if (known) return known
  // Date it no earlier than its newest entry, also when the clock of the machine was set back meanwhile.
  const dated = notBehind(sql, at)
  const text = formatCheckpoint({ origin: signer.origin, size, root: rootAt(sql, size), at: dated })
  const made = { size, at: dated, note: signer.sign(text), key: signer.key, anchored_at: null }
  sql.run(
    'INSERT INTO checkpoints (size, at, note, key) VALUES (?, ?, ?, ?)',
    size,
    dated,
    made.note,
    made.key,
  )
  return made
}

/** Sign the trail where it may be signed. That it turned out to be damaged is kept, and nothing is signed. */
export function sealSound(sql: Sql, signer: TrailSigner): void {
  if (!maySeal(sql, signer)) return
  try {
    sealTrail(sql, signer, new Date().toISOString())
  } catch (error) {
    if (!(error instanceof DamageFault)) throw error
    keepDamage(sql, error.place)
  }
}

/** Return the time of the next checkpoint in ms; null when there is nothing new to sign. */
export function nextSeal(sql: Sql): number | null {
  const size = trailSize(sql)
  const newest = newestCheckpoint(sql)
  if (size === (newest?.size ?? 0)) return null
  if (!newest || size - newest.size >= sealEntries) return 0
  return sealAfter(newest)
}

/** Return the time of the checkpoint after this one (ms). One from a clock that was ahead delays nothing. */
export function sealAfter(newest: StoredCheckpoint | null): number {
  const at = newest ? Date.parse(newest.at) : Date.now()
  return Math.min(at, Date.now()) + sealInterval
}

export function unanchored(sql: Sql): StoredCheckpoint[] {
  return sql.all<StoredCheckpoint>(
    'SELECT * FROM checkpoints WHERE anchored_at IS NULL ORDER BY size',
  )
}

export function markAnchored(sql: Sql, size: number, at: string): void {
  sql.run('UPDATE checkpoints SET anchored_at = ? WHERE size = ?', at, size)
}
