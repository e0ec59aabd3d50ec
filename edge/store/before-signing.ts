import type { Kind } from '../../domain/registry.ts'
import type { Body } from '../../domain/trail/entry.ts'
import { signaturesOf } from '../../domain/trail/signed.ts'
import { DamageFault, refuseDamaged } from './damage.ts'
import { findUnsealed } from './entry-seals.ts'
import type { Sql } from './sql.ts'
import { checkNewest } from './trail-checkpoints.ts'
import { followChain } from './trailed-row.ts'

/** A change puts an electronic signature into the record that was not in it. */
export function isSigning(before: Body | null, after: Body | null): boolean {
  const known = signaturesOf(before).map(({ record_hash, at }) => `${record_hash} ${at}`)
  return signaturesOf(after).some(({ record_hash, at }) => !known.includes(`${record_hash} ${at}`))
}

/**
 * Look closely before an electronic signature: the store is not damaged, the trail is the one that its newest checkpoint was
 * signed over, and every entry of the record and of the person who signs holds.
 * @throws Fault `refused`; a DamageFault where it is found here.
 */
export function checkBeforeSigning(
  sql: Sql,
  record: { kind: Kind; uuid: string },
  signer: string,
): void {
  refuseDamaged(sql)
  const differs = checkNewest(sql, null) ?? findUnsealed(sql)
  if (differs) throw new DamageFault(differs)
  for (const { kind, uuid } of [record, { kind: 'user', uuid: signer }]) {
    const { wrong } = followChain(sql, kind, uuid)
    if (wrong) throw new DamageFault(wrong)
  }
}
