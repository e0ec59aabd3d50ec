import { sameBytes } from '../../domain/trail/bytes.ts'
import { formatCheckpoint, parseCheckpoint } from '../../domain/trail/checkpoint.ts'
import type { DamagePlace } from '../../domain/trail/damage.ts'
import { parseNote } from '../../domain/trail/note.ts'
import { DamageFault, keepDamage } from './damage.ts'
import { readMeta, writeMeta } from './meta.ts'
import type { Sql } from './sql.ts'
import { type TrailSigner, trailSigner } from './trail-key.ts'
import { fillTree, rootAt, trailSize } from './trail-tree.ts'

/*
 * Each entry has a seal that only the service can make (HMAC of its leaf, which covers its number, who acted, when, what and
 * the record's entry before). Entries that somebody puts into the stopped store's file have none, so they are found
 * before a checkpoint is signed over them. Entries up to a checkpoint of the trail's own key need no seal: before it was
 * signed theirs were looked at, or they are from before there were seals.
 */

/** Name in `meta` of the note over the trail as it was when seals came. The first such note is kept outside as well. */
const coverName = 'sealed_from'

interface Looked {
  signer: TrailSigner
  /** Entries up to here were looked at; null before the first time. */
  upTo: number | null
  wrong: Map<number, DamagePlace>
}

interface SealedRow extends Record<string, string | number | null> {
  seq: number
  kind: string
  uuid: string
  leaf: string
  seal: string | null
}

/** Most entries that are listed: with another secret no entry of a store has its seal. */
const mostListed = 1000

const looked = new WeakMap<Sql, Looked>()

/** Make the seal of an entry, of its leaf; null in a store that is nobody's. */
export function sealOf(sql: Sql, leaf: string): string | null {
  return lookedAt(sql)?.signer.seal(leaf) ?? null
}

/** Return the first entry that has not the service's seal; null when there is none. */
export function findUnsealed(sql: Sql): DamagePlace | null {
  return listUnsealed(sql)[0] ?? null
}

/** Return the place of this entry when it has not the service's seal. */
export function unsealedAt(sql: Sql, seq: number | null): DamagePlace | null {
  const known = looked.get(sql)
  if (seq === null || !known || known.upTo === null) return null
  if (seq > known.upTo) listUnsealed(sql)
  // Take the first that is unsealed for one behind those that were listed, because none there was looked at.
  return known.wrong.get(seq) ?? (seq > known.upTo ? findUnsealed(sql) : null)
}

/** Take note of entries that were just written: they need not be looked at. */
export function noteSealed(sql: Sql, first: number, last: number): void {
  const known = looked.get(sql)
  if (known?.upTo === first - 1) known.upTo = last
}

/**
 * List the entries that have not the service's seal.
 * @param from `again` to look at all that no checkpoint covers, not only at what is new since the last time.
 */
export function listUnsealed(sql: Sql, from: 'last time' | 'again' = 'last time'): DamagePlace[] {
  const known = lookedAt(sql)
  if (!known) return []
  if (from === 'again' || known.upTo === null || known.upTo > trailSize(sql)) {
    known.wrong.clear()
    known.upTo = coveredSize(sql, known.signer)
  }
  while (known.wrong.size < mostListed) {
    const rows: SealedRow[] = sql.all<SealedRow>(
      'SELECT seq, kind, uuid, leaf, seal FROM audit WHERE seq > ? ORDER BY seq LIMIT 1000',
      known.upTo,
    )
    for (const { seq, kind, uuid, leaf, seal } of rows) {
      if (seal !== known.signer.seal(leaf)) {
        known.wrong.set(seq, { reason: 'entry_unsealed', kind, uuid, seq })
      }
      known.upTo = seq
    }
    if (rows.length < 1000) break
  }
  return [...known.wrong.values()]
}

/**
 * Take the entries that are there as the service's own: those of an earlier version, of a backup that the service signed,
 * or those that the operator has looked at.
 * @param kept note from outside the store that covers them; the note of another trail covers none.
 */
export function coverUnsealed(sql: Sql, kept: string | null = null): void {
  const signer = lookedAt(sql)?.signer
  const size = trailSize(sql)
  if (!signer || size === 0) return
  try {
    // Fill the tree of a store of the first versions, which keeps no hashes of subtrees yet.
    fillTree(sql)
    writeMeta(sql, coverName, kept ?? signNote(signer, size, rootAt(sql, size)))
    looked.delete(sql)
  } catch (error) {
    if (!(error instanceof DamageFault)) throw error
    keepDamage(sql, error.place)
  }
}

/** Return the note over the entries that need no seal, to be kept outside; null for a store without a company. */
export function coverNote(sql: Sql): string | null {
  const signer = lookedAt(sql)?.signer
  if (!signer) return null
  const cover = readMeta(sql, coverName)
  return coveredBy(sql, signer, cover) > 0 ? cover : signNote(signer, 0, rootAt(sql, 0))
}

function signNote({ origin, sign }: TrailSigner, size: number, root: Uint8Array): string {
  return sign(formatCheckpoint({ origin, size, root, at: new Date().toISOString() }))
}

/**
 * Do the work with the entries without a seal taken as the service's own, where an operator vouches for them up to a number
 * that covers them all. They are refused again when the work fails.
 */
export async function vouchUnsealed<Value>(
  sql: Sql,
  upTo: number | undefined,
  work: () => Promise<Value>,
): Promise<{ value: Value; upTo: number | null }> {
  const last = listUnsealed(sql, 'again').at(-1)?.seq ?? 0
  const listed = looked.get(sql)?.upTo ?? 0
  // Require the number of the newest entry where not all entries are listed.
  const needed = listed < trailSize(sql) ? trailSize(sql) : last
  if (last === 0 || upTo === undefined || upTo < needed) return { value: await work(), upTo: null }
  const before = readMeta(sql, coverName)
  coverUnsealed(sql)
  try {
    return { value: await work(), upTo }
  } catch (error) {
    writeMeta(sql, coverName, before ?? '')
    looked.delete(sql)
    throw error
  }
}

function lookedAt(sql: Sql): Looked | null {
  const known = looked.get(sql)
  if (known) return known
  const company = readMeta(sql, 'company')
  if (company === null) return null
  const made = { signer: trailSigner(sql.secrets, company), upTo: null, wrong: new Map() }
  looked.set(sql, made)
  return made
}

/**
 * Find the size of the longest trail that the service has signed, by those notes in the store that are its own and fit
 * the tree.
 */
function coveredSize(sql: Sql, signer: TrailSigner): number {
  const cover = coveredBy(sql, signer, readMeta(sql, coverName))
  const notes = sql.all<{ note: string }>(
    'SELECT note FROM checkpoints WHERE size > ? ORDER BY size DESC',
    cover,
  )
  for (const { note } of notes) {
    const size = coveredBy(sql, signer, note)
    if (size > cover) return size
  }
  return cover
}

function coveredBy(sql: Sql, signer: TrailSigner, note: string | null): number {
  const text = parseNote(note ?? '')?.text
  const checkpoint = text === undefined ? null : parseCheckpoint(text)
  // Sign once more and compare: Ed25519 signs the same text the same way.
  if (!checkpoint || signer.sign(formatCheckpoint(checkpoint)) !== note) return 0
  const { size, root } = checkpoint
  try {
    return size <= trailSize(sql) && sameBytes(root, rootAt(sql, size)) ? size : 0
  } catch (error) {
    if (error instanceof DamageFault) return 0
    throw error
  }
}
