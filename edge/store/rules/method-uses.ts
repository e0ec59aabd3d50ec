import { Fault } from '../../../domain/fault.ts'
import { isFounded } from '../meta.ts'
import { isOpenAnalysis } from '../open-analyses.ts'
import type { Sql } from '../sql.ts'

/** Count the protocols of this company that use a recipe, its own or a published one. */
export function countProtocolsOf(sql: Sql, recipe: string): number {
  return isFounded(sql) ? count(sql, `json_extract(body, '$.recipe_uuid') = ?`, recipe) : 0
}

/** Count the protocols that an application is linked to. */
export function countProtocolsWith(sql: Sql, application: string): number {
  return count(sql, linked, application)
}

const linked = `EXISTS (SELECT 1 FROM json_each(body, '$.application_uuids') WHERE value = ?)`

/**
 * Count the protocols with a recipe or an application that people outside a swarm see: they could not follow it there.
 */
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

/** Count the kits that name a recipe; both are in the provider's store. */
export function countKitsOf(sql: Sql, recipe: string): number {
  const row = sql.first<{ count: number }>(
    `SELECT count(*) AS count FROM records WHERE kind = 'bkit' AND deleted_at IS NULL
       AND EXISTS (SELECT 1 FROM json_each(body, '$.recipe_uuids') WHERE value = ?)`,
    recipe,
  )
  return row?.count ?? 0
}

/** Count the analyses made with a protocol that have not ended: their launch still reads it. */
export function countOpenAnalyses(sql: Sql, protocol: string): number {
  const row = sql.first<{ count: number }>(
    `SELECT count(*) AS count FROM records INDEXED BY analyses_open
     WHERE ${isOpenAnalysis} AND json_extract(body, '$.status') IN ('INIT', 'RUNNING')
       AND json_extract(body, '$.method.protocol_uuid') = ?`,
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
