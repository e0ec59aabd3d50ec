import { sha256 } from '@noble/hashes/sha2.js'
import { toBase64, toHex } from '../../domain/trail/bytes.ts'
import { type ErasedPart, writeErasure } from '../../domain/trail/erasure.ts'
import { Fault } from '../../domain/fault.ts'
import type { Sql } from './sql.ts'
import { sealSound } from './trail-checkpoints.ts'
import type { TrailSigner } from './trail-key.ts'
import { rootAt, trailSize } from './trail-tree.ts'

/** Content that is erased, with the signed note about it. */
export interface Erasure {
  records: number
  entries: number
  proof: string
}

/**
 * Sign the trail for the last time, and a note of what goes, when and why, with counts and hashes by kind. Nothing is erased yet.
 * @param files the company's files, which are kept beside its store.
 */
export function signErasure(
  sql: Sql,
  signer: TrailSigner,
  { reason, at, files }: { reason: string; at: string; files: ErasedPart },
): Erasure {
  refuseHeld(sql)
  const entries = trailSize(sql)
  if (entries > 0) sealSound(sql, signer)
  const root = toBase64(rootAt(sql, entries))
  const kinds = listKinds(sql)
  const parts = [...kinds, files]
  const facts = { origin: signer.origin, entries, root, parts, reason, at }
  const records = kinds.reduce((sum, { count }) => sum + count, 0)
  return { records, entries, proof: signer.sign(writeErasure(facts)) }
}

/** @throws Fault `refused` where the company, or one of its analyses, was on legal hold when it was closed. */
function refuseHeld(sql: Sql): void {
  const held = sql.first(
    `SELECT 1 FROM records WHERE (kind = 'company' OR kind = 'analysis' AND deleted_at IS NULL)
       AND json_extract(body, '$.legal_hold') IS NOT NULL LIMIT 1`,
  )
  if (held) throw new Fault('refused', 'Something is on legal hold', { reason: 'legal_hold' })
}

/** Rows that are read at a time. */
const slice = 1000

/** Count the records of each kind, removed ones too, and hash their ids with the leaves of their newest entries. */
function listKinds(sql: Sql): ErasedPart[] {
  const kinds = sql.all<{ kind: string }>('SELECT DISTINCT kind FROM records ORDER BY kind')
  return kinds.map(({ kind }) => {
    const hash = sha256.create()
    let count = 0
    for (let after = ''; ;) {
      const rows = sql.all<{ uuid: string; leaf: string | null }>(
        `SELECT records.uuid, leaf FROM records LEFT JOIN audit ON audit.seq = records.seq
         WHERE records.kind = ? AND records.uuid > ? ORDER BY records.uuid LIMIT ${slice}`,
        kind,
        after,
      )
      for (const { uuid, leaf } of rows)
        hash.update(new TextEncoder().encode(`${uuid} ${leaf ?? ''}\n`))
      count += rows.length
      const last = rows.at(-1)?.uuid
      if (last === undefined) return { kind, count, hash: toHex(hash.digest()) }
      after = last
    }
  })
}
