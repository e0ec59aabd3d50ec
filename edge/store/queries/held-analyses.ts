import type { Held } from '../../../domain/calls/results.ts'
import { lotKey, type LotStops } from '../../../domain/rules/lot-stops.ts'
import { stopsHere } from '../lot-stops.ts'
import { heldAmong } from '../recalls/holds.ts'
import type { Sql } from '../sql.ts'

/**
 * Find the analyses whose results are not to be relied on now: those that a recall holds, with the versions that correct
 * them, and those that were run with a lot that is stopped.
 * @param only ids to choose from; all analyses of the company without it, which reads each that names a kit.
 */
export function findHeldAnalyses(sql: Sql, only?: readonly string[]): Map<string, Held> {
  const held = new Map<string, Held>()
  for (const uuid of findByLot(sql, only)) held.set(uuid, { by: 'lot' })
  // Put recalls over stopped lots: nothing of such an analysis is signed or reported.
  for (const [uuid, recall] of heldAmong(sql, only ?? listHeld(sql))) {
    held.set(uuid, { by: 'recall', recall })
  }
  return held
}

/** List the analyses that a recall holds, with the versions that correct them. */
function listHeld(sql: Sql): string[] {
  return sql
    .all<{ uuid: string }>(
      `WITH RECURSIVE held(uuid) AS (
         SELECT json_extract(body, '$.analysis_uuid') FROM records
         WHERE kind = 'recall_hold' AND deleted_at IS NULL AND status = 'held'
         UNION SELECT facts.uuid FROM held JOIN analysis_facts AS facts ON facts.corrects = held.uuid)
       SELECT uuid FROM held`,
    )
    .map(({ uuid }) => uuid)
}

function findByLot(sql: Sql, only: readonly string[] | undefined): string[] {
  const { provider, own } = stopsHere(sql)
  const stopped = new Set([...namesOf(provider), ...namesOf(own)])
  if (stopped.size === 0) return []
  // Look for the text first, so that bodies without a kit are not parsed.
  const rows = sql.all<{ uuid: string; kit: string; lot: string }>(
    `SELECT uuid, json_extract(body, '$.kit.bkit_uuid') AS kit, json_extract(body, '$.kit.lot') AS lot
     FROM records WHERE kind = 'analysis' AND deleted_at IS NULL AND status <> 'INIT'
       AND (?1 IS NULL OR uuid IN (SELECT value FROM json_each(?1)))
       AND instr(body, '"bkit_uuid"') > 0 AND json_extract(body, '$.kit.lot') IS NOT NULL`,
    only ? JSON.stringify(only) : null,
  )
  return rows.flatMap(({ uuid, kit, lot }) => (stopped.has(nameOf(kit, lot)) ? [uuid] : []))
}

function nameOf(kit: string, lot: string): string {
  return `${kit} ${lotKey(lot)}`
}

function namesOf({ lots }: LotStops): string[] {
  return Object.entries(lots).flatMap(([kit, byState]) =>
    Object.values(byState).flatMap((names) => (names ?? []).map((lot) => nameOf(kit, lot))),
  )
}
