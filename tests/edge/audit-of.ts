import { env, runInDurableObject } from 'cloudflare:test'
import type { Kind } from '../../domain/registry.ts'
import type { AuditEntry } from '../../domain/trail/entry.ts'
import { type KeptEntry, textOf } from '../../edge/store/kept-entry.ts'

/** Read the audit entries of a record, oldest first, past the calls: also of a deleted one. */
export async function readAuditOf(
  company: string,
  kind: Kind,
  uuid: string,
): Promise<AuditEntry[]> {
  return runInDurableObject(env.COMPANY_STORE.getByName(company), (_, state) =>
    state.storage.sql
      .exec<KeptEntry>(
        'SELECT entry, packed, named FROM audit WHERE kind = ? AND uuid = ? ORDER BY seq',
        kind,
        uuid,
      )
      .toArray()
      .map((row) => JSON.parse(textOf(row)) as AuditEntry),
  )
}
