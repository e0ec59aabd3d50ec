import { Fault } from '../../../domain/fault.ts'
import { isFounded } from '../migrations.ts'
import type { Sql } from '../sql.ts'

/** Protocols of this company that stand on a recipe, its own or a published one. */
export function countProtocolsOf(sql: Sql, recipe: string): number {
  return isFounded(sql) ? count(sql, `json_extract(body, '$.recipe_uuid') = ?`, recipe) : 0
}

/** Protocols that an application is linked to. */
export function countProtocolsWith(sql: Sql, application: string): number {
  return count(sql, linked, application)
}

const linked = `EXISTS (SELECT 1 FROM json_each(body, '$.application_uuids') WHERE value = ?)`

/** Protocols with a recipe or an application that people outside a swarm see: they could not follow it there. */
export function countProtocolsOutside(
  sql: Sql,
  kind: 'recipe' | 'application',
  uuid: string,
  swarm: string,
): number {
  const uses = kind === 'recipe' ? `json_extract(body, '$.recipe_uuid') = ?` : linked
  return count(sql, `${uses} AND swarm_uuid IS NOT ?`, uuid, swarm)
}

function count(sql: Sql, where: string, ...values: string[]): number {
  const row = sql.first<{ count: number }>(
    `SELECT count(*) AS count FROM records WHERE kind = 'protocol' AND deleted_at IS NULL AND ${where}`,
    ...values,
  )
  return row?.count ?? 0
}

/** Kits that name a recipe. They lie in the provider's store, as do the recipes that they can name. */
export function countKitsOf(sql: Sql, recipe: string): number {
  const row = sql.first<{ count: number }>(
    `SELECT count(*) AS count FROM records WHERE kind = 'bkit' AND deleted_at IS NULL
       AND EXISTS (SELECT 1 FROM json_each(body, '$.recipe_uuids') WHERE value = ?)`,
    recipe,
  )
  return row?.count ?? 0
}

/** Analyses that have not ended and were made with a protocol: their launch still looks at it. */
export function countOpenAnalyses(sql: Sql, protocol: string): number {
  const row = sql.first<{ count: number }>(
    `SELECT count(*) AS count FROM records
     WHERE kind = 'analysis' AND json_extract(body, '$.status') IN ('INIT', 'RUNNING')
       AND deleted_at IS NULL AND json_extract(body, '$.method.protocol_uuid') = ?`,
    protocol,
  )
  return row?.count ?? 0
}

/** @throws Fault `refused` with how many still use it. */
export function refuseInUse(count: number, by: 'PROTOCOL' | 'ANALYSIS' | 'BKIT'): void {
  if (count === 0) return
  throw new Fault('refused', `${count} of kind ${by} still use this`, {
    reason: 'in_use',
    params: { count, by },
  })
}
