import { env, runInDurableObject } from 'cloudflare:test'
import type { Kind } from '../../domain/registry.ts'
import type { AuditEntry } from '../../domain/trail/entry.ts'

/** Read the audit entries of a record, oldest first, past the calls: also of a deleted one. */
export async function readAuditOf(
  company: string,
  kind: Kind,
  uuid: string,
): Promise<AuditEntry[]> {
  return runInDurableObject(env.COMPANY_STORE.getByName(company), (_, state) =>
    state.storage.sql
      .exec<{ entry: string }>(
        'SELECT entry FROM audit WHERE kind = ? AND uuid = ? ORDER BY seq',
        kind,
        uuid,
      )
      .toArray()
      .map(({ entry }) => JSON.parse(entry) as AuditEntry),
  )
}
