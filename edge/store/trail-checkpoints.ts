import { formatCheckpoint } from '../../domain/trail/checkpoint.ts'
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

/** Signs the trail as it stands; the checkpoint of this size when there is one already. */
export function sealTrail(sql: Sql, signer: TrailSigner, at: string): StoredCheckpoint {
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

/** Whether the trail as it stands may be signed: not while an anchor of the same size may say something else. */
export function maySeal(sql: Sql): boolean {
  const rewound = readRewound(sql)
  return rewound === null || trailSize(sql) > (rewound.explained?.up_to ?? Number.POSITIVE_INFINITY)
}

export function writeRewound(sql: Sql, rewound: Rewound): void {
  writeMeta(sql, 'rewound', JSON.stringify(rewound))
}
