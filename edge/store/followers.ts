import { attachableKinds } from '../../domain/entities/attachment.ts'
import { entityOf } from '../../domain/registry.ts'
import type { PlannedOperation, StoredBody } from './operations.ts'
import type { Sql } from './sql.ts'

/**
 * What must happen with a record's files when it has changed: they move to its swarm, and go when it goes, so that
 * whoever sees a file sees the record it belongs to. Made in the transaction of the change itself.
 */
export function planFollowers(
  sql: Sql,
  { kind, uuid }: Pick<PlannedOperation, 'kind' | 'uuid'>,
  record: StoredBody | null,
): PlannedOperation[] {
  if (!(attachableKinds as readonly string[]).includes(kind)) return []
  const swarm =
    entityOf(kind).scope === 'swarm' ? ((record?.['swarm_uuid'] as string) ?? null) : null
  return sql
    .all<{ uuid: string; swarm_uuid: string | null }>(
      `SELECT uuid, swarm_uuid FROM records WHERE kind = 'attachment' AND deleted_at IS NULL
         AND json_extract(body, '$.resource_uuid') = ?`,
      uuid,
    )
    .filter((file) => record === null || file.swarm_uuid !== swarm)
    .map((file) => ({
      kind: 'attachment',
      uuid: file.uuid,
      action: record ? 'attachment.follow' : 'attachment.delete',
      change: (before) => (record ? { ...before, swarm_uuid: swarm } : null),
    }))
}
