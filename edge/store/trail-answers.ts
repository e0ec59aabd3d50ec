import { Fault } from '../../domain/fault.ts'
import type { Kind } from '../../domain/registry.ts'
import type { Damage } from '../../domain/trail/damage.ts'
import { newestEntry } from './audit.ts'
import { readDamage, refuseDamaged } from './damage.ts'
import type { Sql } from './sql.ts'
import { type Finding, maySeal, readRewound } from './rewound.ts'
import type { NotChecked } from './sweeper.ts'
import { newestCheckpoint, sealTrail, type StoredCheckpoint } from './trail-checkpoints.ts'
import { bundleRecord, pageTrail, type TrailPage } from './trail-export.ts'
import type { TrailKeeper } from './trail-keeper.ts'
import type { TrailSigner } from './trail-key.ts'
import { trailSize } from './trail-tree.ts'

/** State of the store's trail as a whole. */
export interface TrailState {
  origin: string
  key: string
  size: number
  checkpoint: StoredCheckpoint | null
  /** Put back to an earlier moment; its operator has said why where it is `explained`. */
  rewound: (Finding & { explained?: { at: string; up_to: number } }) | null
  /** Places in which the store differs from its trail, when the whole of it was last compared. */
  damaged: Damage | null
  checked_at: string | null
  /** Name what the last comparison could not read, so that nobody takes it for checked. */
  not_checked?: NotChecked
}

/** Look at the anchors first, so that the answer is of this moment. */
export async function describeTrail(sql: Sql, keeper: TrailKeeper): Promise<TrailState> {
  const { origin, key } = mustSign(keeper)
  await keeper.firstSweep()
  await keeper.look()
  const checkpoint = newestCheckpoint(sql)
  const { sweptAt: checked_at, notChecked } = keeper
  return {
    origin,
    key,
    size: trailSize(sql),
    checkpoint,
    rewound: describeRewound(sql, keeper),
    damaged: readDamage(sql),
    checked_at,
    ...(notChecked && { not_checked: notChecked }),
  }
}

function describeRewound(sql: Sql, keeper: TrailKeeper): TrailState['rewound'] {
  const rewound = readRewound(sql, keeper.signer())
  if (!rewound) return null
  const { explained, ...finding } = rewound
  if (!explained) return finding
  const { at, up_to } = explained
  return { ...finding, explained: { at, up_to } }
}

/** Return the public key of the trail in C2SP spelling. */
export function readKey(keeper: TrailKeeper): { origin: string; key: string } {
  const { origin, key } = mustSign(keeper)
  return { origin, key }
}

/**
 * Export one record with all that proves it (domain/trail/record-bundle.ts). Signs the trail first where the newest
 * checkpoint does not cover the record.
 * @throws Fault `not_found` for what never was, `refused` when the store was put back or is damaged.
 */
export async function exportRecord(
  sql: Sql,
  keeper: TrailKeeper,
  kind: Kind,
  uuid: string,
): Promise<string> {
  const signer = mustSign(keeper)
  const known = newestEntry(sql, kind, uuid)
  if (known === 0) throw new Fault('not_found', `No such ${kind}`)
  await keeper.firstSweep()
  await keeper.inspect()
  // Await nothing from here on: record, entries and checkpoint are of one moment.
  const checkpoint = sealFor(sql, signer, newestEntry(sql, kind, uuid))
  const bundle = sql.transaction(() =>
    bundleRecord(sql, kind, uuid, checkpoint, signer, checkpoint.at),
  )
  await keeper.keep()
  return bundle
}

/**
 * Export a page of the whole trail. The first one of an export signs the present trail; the others name its size.
 * @throws Fault `not_found` when there is no such checkpoint, `refused` when the store was put back.
 */
export async function exportTrail(
  sql: Sql,
  keeper: TrailKeeper,
  after: number,
  size: number | null,
): Promise<TrailPage> {
  const signer = mustSign(keeper)
  if (size !== null) return pageTrail(sql, signer.origin, after, size)
  await keeper.firstSweep()
  await keeper.inspect()
  const checkpoint = sealFor(sql, signer, trailSize(sql))
  const page = pageTrail(sql, signer.origin, after, checkpoint.size)
  await keeper.keep()
  return page
}

/** Return the newest checkpoint when it covers entry `seq`, or a new one. Refuses a damaged store. */
function sealFor(sql: Sql, signer: TrailSigner, seq: number): StoredCheckpoint {
  refuseDamaged(sql)
  const newest = newestCheckpoint(sql)
  if (newest && newest.size >= seq && newest.key === signer.key) return newest
  if (!maySeal(sql, signer)) {
    throw new Fault(
      'refused',
      'The store was put back to an earlier moment: nothing new is signed',
      {
        reason: 'trail_rewound',
      },
    )
  }
  return sql.transaction(() => sealTrail(sql, signer, new Date().toISOString()))
}

function mustSign(keeper: TrailKeeper): TrailSigner {
  const signer = keeper.signer()
  if (!signer) throw new Fault('not_found', 'No such company')
  return signer
}
