import { sameBytes } from '../../domain/trail/bytes.ts'
import { formatCheckpoint, parseCheckpoint } from '../../domain/trail/checkpoint.ts'
import type { DamagePlace } from '../../domain/trail/damage.ts'
import { parseNote } from '../../domain/trail/note.ts'
import { DamageFault, keepDamage, readDamage } from './damage.ts'
import { findUnsealed } from './entry-seals.ts'
import { readMeta, writeMeta } from './migrations.ts'
import type { Sql } from './sql.ts'
import type { TrailSigner } from './trail-key.ts'
import { rootAt, trailSize } from './trail-tree.ts'

/** A checkpoint is made when so many entries, or so many ms, have passed since the last. */
export const sealEntries = 256
export const sealInterval = 5 * 60_000

export interface StoredCheckpoint extends Record<string, string | number | null> {
  size: number
  at: string
  /** The signed note, and the public key it was signed with. */
  note: string
  key: string
  /** When it was kept outside the store; null until then. */
  anchored_at: string | null
}

/** The newest checkpoint, or null when there is none yet. */
export function newestCheckpoint(sql: Sql): StoredCheckpoint | null {
  return sql.first<StoredCheckpoint>('SELECT * FROM checkpoints ORDER BY size DESC LIMIT 1')
}

export function checkpointAt(sql: Sql, size: number): StoredCheckpoint | null {
  return sql.first<StoredCheckpoint>('SELECT * FROM checkpoints WHERE size = ?', size)
}

/** Root that a checkpoint was signed over; null when its note cannot be read. */
export function rootIn(note: string): Uint8Array | null {
  const parsed = parseNote(note)
  return (parsed && parseCheckpoint(parsed.text))?.root ?? null
}

/** Compare the trail with the newest checkpoint that was signed over it. Null when it is the same still. */
export function checkNewest(sql: Sql): DamagePlace | null {
  const newest = newestCheckpoint(sql)
  if (!newest) return null
  const { size, note } = newest
  const root = size <= trailSize(sql) ? rootIn(note) : null
  const same = root !== null && sameBytes(root, rootAt(sql, size))
  return same ? null : { reason: 'checkpoint_differs', seq: size }
}

/**
 * Signs the trail as it stands; the checkpoint of this size when there is one already. What was signed before must be the
 * beginning of it: a history that was rewritten in the store is not signed anew.
 * @throws DamageFault when it is not.
 */
export function sealTrail(sql: Sql, signer: TrailSigner, at: string): StoredCheckpoint {
  const differs = checkNewest(sql)
  const wrong = differs ?? findUnsealed(sql)
  if (wrong) throw new DamageFault(wrong)
  const size = trailSize(sql)
  const known = checkpointAt(sql, size)
  if (known) return known
  const text = formatCheckpoint({ origin: signer.origin, size, root: rootAt(sql, size), at })
  const made = { size, at, note: signer.sign(text), key: signer.key, anchored_at: null }
  sql.run(
    'INSERT INTO checkpoints (size, at, note, key) VALUES (?, ?, ?, ?)',
    size,
    at,
    made.note,
    made.key,
  )
  return made
}

/** Sign the trail where it may be signed. That it turned out to be damaged is kept, and nothing is signed. */
export function sealSound(sql: Sql, signer: TrailSigner): void {
  if (!maySeal(sql)) return
  try {
    sealTrail(sql, signer, new Date().toISOString())
  } catch (error) {
    if (!(error instanceof DamageFault)) throw error
    keepDamage(sql, error.place)
  }
}

/** When the next checkpoint is due, in ms; null when there is nothing new to sign. */
export function nextSeal(sql: Sql): number | null {
  const size = trailSize(sql)
  const newest = newestCheckpoint(sql)
  if (size === (newest?.size ?? 0)) return null
  if (!newest || size - newest.size >= sealEntries) return 0
  return Date.parse(newest.at) + sealInterval
}

export function unanchored(sql: Sql): StoredCheckpoint[] {
  return sql.all<StoredCheckpoint>(
    'SELECT * FROM checkpoints WHERE anchored_at IS NULL ORDER BY size',
  )
}

export function markAnchored(sql: Sql, size: number, at: string): void {
  sql.run('UPDATE checkpoints SET anchored_at = ? WHERE size = ?', at, size)
}

/** Why the store is held to have been put back: an anchor says more than it holds, or something else. */
export interface Rewound {
  reason: 'anchor_ahead' | 'anchor_differs'
  /** Size of the trail that the anchor speaks of, and of the store's own when it was found. */
  anchor: number
  size: number
  found_at: string
  /**
   * Whoever operates the deployment has said why, in the trail. Anchors up to this size are of what was lost: the trail
   * is signed again from the first entry behind them on.
   */
  explained?: { at: string; up_to: number }
}

export function readRewound(sql: Sql): Rewound | null {
  const text = readMeta(sql, 'rewound')
  return text === null ? null : (JSON.parse(text) as Rewound)
}

/** The trail as it stands may be signed: not when damaged, nor while an anchor of the same size may say something else. */
export function maySeal(sql: Sql): boolean {
  if (readDamage(sql)) return false
  const rewound = readRewound(sql)
  return rewound === null || trailSize(sql) > (rewound.explained?.up_to ?? Number.POSITIVE_INFINITY)
}

export function writeRewound(sql: Sql, rewound: Rewound): void {
  writeMeta(sql, 'rewound', JSON.stringify(rewound))
}
