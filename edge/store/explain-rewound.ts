import { createHash } from 'node:crypto'
import { sameBytes, toBase64 } from '../../domain/trail/bytes.ts'
import type { LostRange } from '../../domain/trail/explanation.ts'
import { listAnchors, readAnchor } from '../anchors.ts'
import { logNote } from '../log.ts'
import { type Finding, readUnsigned, writeExplained } from './rewound.ts'
import type { Sql } from './sql.ts'
import { isOver, rootIn, type StoredCheckpoint } from './trail-checkpoints.ts'
import type { TrailSigner } from './trail-key.ts'
import { rootAt, trailSize } from './trail-tree.ts'

/** Say whose anchors to read, and with which bindings: they are outside the store, in the bucket. */
export interface Outside {
  env: Env
  company: string
}

/**
 * Sign the operator's word for why the store was put back: with it the trail as it is now, and which anchors are of what
 * was lost. Those that agree with the trail go on being compared.
 */
export async function explainFinding(
  sql: Sql,
  signer: TrailSigner,
  outside: Outside,
  finding: Finding,
): Promise<void> {
  const { lost, up_to } = await findLost(sql, outside)
  // Await nothing from here on: size and root are of one moment.
  const size = trailSize(sql)
  const root = toBase64(rootAt(sql, size))
  const at = new Date().toISOString()
  writeExplained(sql, signer, finding, { at, up_to, lost, size, root })
}

/**
 * Sign an explanation of an earlier version, which signed none, where the trail proves that it changes nothing: a
 * checkpoint of the trail's own key behind all that was lost agrees with the trail. Without that it does not count, and the
 * operator must say once more why the store was put back.
 */
export async function adoptExplanation(
  sql: Sql,
  signer: TrailSigner,
  outside: Outside,
): Promise<void> {
  const unsigned = readUnsigned(sql, signer)
  if (!unsigned) return
  const { finding, explained } = unsigned
  const { at, up_to } = explained
  const proof = findProof(sql, signer, Number(up_to))
  const { lost } = await findLost(sql, outside)
  if (!proof || !isNoted(sql) || lost.some(({ to }) => to > up_to)) {
    return logNote('why the store was put back is not signed by it: its operator says it again', {
      found_at: finding.found_at,
    })
  }
  const root = toBase64(rootAt(sql, proof.size))
  writeExplained(sql, signer, finding, { at, up_to, lost, size: proof.size, root })
}

/** Find an own checkpoint of more entries than `up_to` that agrees with the trail. */
function findProof(sql: Sql, signer: TrailSigner, up_to: number): StoredCheckpoint | undefined {
  return sql
    .all<StoredCheckpoint>(
      'SELECT * FROM checkpoints WHERE size > ? AND size <= ? AND key = ? ORDER BY size DESC LIMIT 1',
      up_to,
      trailSize(sql),
      signer.key,
    )
    .find((one) => isOver(one, rootAt(sql, one.size), signer))
}

/** Return true when the operator's explanation has its entry in the trail. */
function isNoted(sql: Sql): boolean {
  const query = `SELECT 1 FROM operations WHERE kind = 'company'
    AND action IN ('company.explain_rewound', 'company.restore') LIMIT 1`
  return sql.first(query) !== null
}

/** Find the anchors that the trail does not agree with, as ranges between those that it does agree with. */
async function findLost(
  sql: Sql,
  { env, company }: Outside,
): Promise<{ lost: LostRange[]; up_to: number }> {
  const anchors = (await listAnchors(env, company)).sort((one, other) => one.size - other.size)
  const own = ownNotes(sql)
  const lost: LostRange[] = []
  let range: LostRange | null = null
  let after = 0
  for (const { size, md5 } of anchors) {
    if (own.get(size) === md5 || (await agrees(sql, env, company, size))) {
      after = size
      range = null
    } else if (range) {
      range.to = size
    } else {
      range = { after, to: size }
      lost.push(range)
    }
  }
  return { lost, up_to: anchors.at(-1)?.size ?? 0 }
}

async function agrees(sql: Sql, env: Env, company: string, size: number): Promise<boolean> {
  if (size > trailSize(sql)) return false
  const note = await readAnchor(env, company, size)
  return !differsFrom(note, rootAt(sql, size))
}

/** MD5 of each own checkpoint's note, by its size: the bucket tells that of an anchor without reading it. */
export function ownNotes(sql: Sql): Map<number, string> {
  return new Map(
    sql
      .all<Pick<StoredCheckpoint, 'size' | 'note'>>('SELECT size, note FROM checkpoints')
      .map(({ size, note }) => [size, createHash('md5').update(note).digest('hex')]),
  )
}

/** Compare an anchor's note with the root of the trail at its size. */
export function differsFrom(note: string, root: Uint8Array): boolean {
  const signed = rootIn(note)
  return signed === null || !sameBytes(signed, root)
}
