import { toBase64 } from '../../domain/trail/bytes.ts'
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

/** Signs the trail for the last time, and a note of what goes, when and why. Nothing is erased yet. */
export function signErasure(sql: Sql, signer: TrailSigner, reason: string, at: string): Erasure {
  const entries = trailSize(sql)
  const records = sql.first<{ count: number }>('SELECT count(*) AS count FROM records')?.count ?? 0
  if (entries > 0) sealSound(sql, signer)
  const root = toBase64(rootAt(sql, entries))
  const proof = signer.sign(
    `bapp-erasure/1\n${signer.origin}\n${entries}\n${root}\nrecords ${records}\nreason ${JSON.stringify(reason)}\ntime ${at}\n`,
  )
  return { records, entries, proof }
}
