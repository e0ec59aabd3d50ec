import {
  type Explanation,
  formatExplanation,
  type LostRange,
} from '../../domain/trail/explanation.ts'
import { readDamage } from './damage.ts'
import { readMeta, writeMeta } from './meta.ts'
import type { Sql } from './sql.ts'
import type { TrailSigner } from './trail-key.ts'
import { trailSize } from './trail-tree.ts'

/** Evidence that the store was restored to an older state: an anchor has more entries than the store, or others. */
export interface Finding {
  reason: 'anchor_ahead' | 'anchor_differs'
  /** Size of the trail that the anchor speaks of, and of the store's own when it was found. */
  anchor: number
  size: number
  found_at: string
}

export interface Rewound extends Finding {
  /**
   * The operator has explained it in the trail. The trail is signed again from the first entry behind
   * `up_to` on.
   */
  explained?: Explained
}

/** The explanation with the signature by which it is believed. */
export interface Explained {
  at: string
  up_to: number
  /** Numbers of the entries that were lost. */
  lost: LostRange[]
  /** The trail when it was explained. */
  size: number
  root: string
  note: string
}

/** Note as an earlier version wrote it, without a signature: anybody who reaches the store's file may have. */
export interface UnsignedExplained {
  at: string
  up_to: number
}

/**
 * Read why the store is held to have been put back. An explanation counts only with the signature of the trail's own key:
 * the row is one like others, and may have been written by somebody who wants the anchors to be overlooked.
 */
export function readRewound(sql: Sql, signer: TrailSigner | null): Rewound | null {
  const stored = readStored(sql)
  if (!stored) return null
  const { explained, ...finding } = stored
  return explained && signer && isSigned(finding, explained, signer)
    ? { ...finding, explained }
    : finding
}

/** Read an explanation that is there and not signed by the trail's present key. */
export function readUnsigned(
  sql: Sql,
  signer: TrailSigner,
): { finding: Finding; explained: UnsignedExplained } | null {
  const stored = readStored(sql)
  if (!stored?.explained) return null
  const { explained, ...finding } = stored
  return isSigned(finding, explained, signer) ? null : { finding, explained }
}

export function writeFinding(sql: Sql, finding: Finding): void {
  writeMeta(sql, 'rewound', JSON.stringify(finding))
}

/** Keep the explanation of a finding, signed. */
export function writeExplained(
  sql: Sql,
  signer: TrailSigner,
  finding: Finding,
  explained: Omit<Explained, 'note'>,
): void {
  const note = signer.sign(textOf(finding, explained, signer))
  writeMeta(sql, 'rewound', JSON.stringify({ ...finding, explained: { ...explained, note } }))
}

/** Return true for an anchor of lost entries that the operator has explained. */
export function isLost(rewound: Rewound | null, size: number): boolean {
  return rewound?.explained?.lost.some(({ after, to }) => size > after && size <= to) ?? false
}

/**
 * Return true when the present trail may be signed: not when damaged, nor while an anchor of the same size may
 * contradict it.
 */
export function maySeal(sql: Sql, signer: TrailSigner): boolean {
  if (readDamage(sql)) return false
  const rewound = readRewound(sql, signer)
  return rewound === null || trailSize(sql) > (rewound.explained?.up_to ?? Number.POSITIVE_INFINITY)
}

function readStored(sql: Sql): Rewound | null {
  const text = readMeta(sql, 'rewound')
  return text === null ? null : (JSON.parse(text) as Rewound)
}

/** Ed25519 signs the same text the same way. */
function isSigned(finding: Finding, explained: Explained, signer: TrailSigner): boolean {
  const { lost, note } = explained
  if (!Array.isArray(lost) || typeof note !== 'string') return false
  return signer.sign(textOf(finding, explained, signer)) === note
}

function textOf(
  { reason, anchor, size: found, found_at }: Finding,
  { lost, up_to, size, root, at }: Omit<Explained, 'note'>,
  { origin }: TrailSigner,
): string {
  const finding = { reason, anchor, size: found, found_at }
  return formatExplanation({ origin, finding, lost, up_to, size, root, at } satisfies Explanation)
}
