import { attachableKinds } from '../../domain/entities/attachment.ts'
import type { User } from '../../domain/entities/user.ts'
import { entityOf } from '../../domain/registry.ts'
import { planCurrentNotices } from './notices-for-joiners.ts'
import type { Applied, PlannedOfSomeKind, PlannedOperation, StoredBody } from './operations.ts'
import type { Sql } from './sql.ts'

/**
 * Plan the changes of a record's files and reports when it has changed: they move to its swarm, and files are deleted with it,
 * so that everybody who sees one sees the record it belongs to. Analyses take the new name of their swarm, and a person who joins gets the
 * notices that still count. Done in the transaction of the change itself.
 */
export function planFollowers(
  sql: Sql,
  { kind, uuid }: Pick<PlannedOperation, 'kind' | 'uuid'>,
  { record, before }: Applied,
): PlannedOfSomeKind[] {
  // Skip files and reports of a record that stays in its swarm: that is nearly every edit.
  const isMoved = record === null || before === null || swarmOf(record) !== swarmOf(before)
  return [
    ...(isMoved ? planFiles(sql, { kind, uuid }, record) : []),
    ...(isMoved ? planReports(sql, { kind, uuid }, record) : []),
    ...planNames(sql, { kind, uuid }, record),
    ...planPublications(sql, { kind, uuid }, record),
    ...(kind === 'user' ? planNotices(sql, before as User | null, record as User | null) : []),
  ]
}

/** Plan the current notices for a person who is new or may sign in again; programs read none. */
function planNotices(sql: Sql, before: User | null, user: User | null): PlannedOfSomeKind[] {
  if (!user || user.active !== 'Y' || before?.active === 'Y' || user.service) return []
  return planCurrentNotices(sql, user)
}

const swarmOf = (record: StoredBody): unknown => record['swarm_uuid'] ?? null

/** Withdraw an open request for publication with its archived or deleted recipe, or move it to the recipe's swarm. */
function planPublications(
  sql: Sql,
  { kind, uuid }: Pick<PlannedOperation, 'kind' | 'uuid'>,
  record: StoredBody | null,
): PlannedOfSomeKind[] {
  if (kind !== 'recipe') return []
  const isOver = record === null || record['archived'] === 1
  const swarm = (record?.['swarm_uuid'] as string | undefined) ?? null
  return sql
    .all<{ uuid: string; status: string; swarm_uuid: string | null }>(
      `SELECT uuid, status, swarm_uuid FROM records WHERE kind = 'publication' AND deleted_at IS NULL
         AND json_extract(body, '$.recipe_uuid') = ?`,
      uuid,
    )
    .filter((one) => (isOver ? one.status === 'requested' : one.swarm_uuid !== swarm))
    .map((one) => ({
      kind: 'publication',
      uuid: one.uuid,
      action: isOver ? 'publication.withdraw' : 'publication.follow',
      change: (before) =>
        before && isOver
          ? { ...before, status: 'withdrawn', waiting: 1 }
          : { ...before, swarm_uuid: swarm },
    }))
}

/** Copy a swarm's new name to its analyses; signed ones keep the name that was signed. */
function planNames(
  sql: Sql,
  { kind, uuid }: Pick<PlannedOperation, 'kind' | 'uuid'>,
  record: StoredBody | null,
): PlannedOfSomeKind[] {
  if (kind !== 'swarm' || !record) return []
  const { name } = record
  return sql
    .all<{ uuid: string }>(
      `SELECT uuid FROM records WHERE kind = 'analysis' AND swarm_uuid = ? AND deleted_at IS NULL
         AND status <> 'VALIDATION' AND json_extract(body, '$.swarm_name') <> ?
       ORDER BY created_at, uuid`,
      uuid,
      name as string,
    )
    .map((analysis) => ({
      kind: 'analysis',
      uuid: analysis.uuid,
      action: 'analysis.swarm_renamed',
      change: (before) => before && { ...before, swarm_name: name },
    }))
}

/** Keep reports visible to the people who see their analysis; approved ones stay as they were signed. */
function planReports(
  sql: Sql,
  { kind, uuid }: Pick<PlannedOperation, 'kind' | 'uuid'>,
  record: StoredBody | null,
): PlannedOfSomeKind[] {
  const swarm = record?.['swarm_uuid']
  if (kind !== 'analysis' || typeof swarm !== 'string') return []
  return sql
    .all<{ uuid: string }>(
      `SELECT uuid FROM records WHERE kind = 'report' AND deleted_at IS NULL
         AND json_extract(body, '$.analysis_uuid') = ? AND swarm_uuid <> ?
         AND json_extract(body, '$.signature') IS NULL`,
      uuid,
      swarm,
    )
    .map((report) => ({
      kind: 'report',
      uuid: report.uuid,
      action: 'report.follow',
      change: (before) => before && { ...before, swarm_uuid: swarm },
    }))
}

function planFiles(
  sql: Sql,
  { kind, uuid }: Pick<PlannedOperation, 'kind' | 'uuid'>,
  record: StoredBody | null,
): PlannedOfSomeKind[] {
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
