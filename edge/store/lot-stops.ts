import type { LotState } from '../../domain/entities/bkit-lot.ts'
import {
  type BothStops,
  collectStops,
  laterStops,
  type LotStop,
  type LotStops,
  markOf,
  noStops,
} from '../../domain/rules/lot-stops.ts'
import { readMeta, writeMeta } from './meta.ts'
import type { Sql } from './sql.ts'

/*
 * Lots that are not run (decision 32). The provider's store says which of the produced lots, each company's store which it
 * holds itself. A company's store keeps the provider's word too, so that the transaction that launches can read both.
 */

const keptName = 'lot_stops'

/** List the produced lots that are not released, in the provider's store, the newest change first (`fitStops`). */
export function producedStops(sql: Sql): LotStops {
  const rows = sql.all<{ bkit_uuid: string; lot: string; state: LotState }>(
    `SELECT json_extract(body, '$.bkit_uuid') AS bkit_uuid, json_extract(body, '$.lot_number') AS lot,
       json_extract(body, '$.status') AS state
     FROM records WHERE kind = 'bkit_lot' AND deleted_at IS NULL
       AND json_extract(body, '$.status') IN ('quarantine', 'held', 'withdrawn')
     ORDER BY updated_at DESC, seq DESC`,
  )
  const stopped = rows as { bkit_uuid: string; lot: string; state: LotStop }[]
  return { mark: newestMark(sql, 'bkit_lot'), lots: collectStops(stopped) }
}

/** List the lots that the company holds itself, the newest change first. */
function ownStops(sql: Sql): LotStops {
  const rows = sql.all<{ bkit_uuid: string; lot: string }>(
    `SELECT json_extract(body, '$.bkit_uuid') AS bkit_uuid, json_extract(body, '$.lot') AS lot
     FROM records WHERE kind = 'lab_lot' AND deleted_at IS NULL AND json_extract(body, '$.hold') IS NOT NULL
     ORDER BY updated_at DESC, seq DESC`,
  )
  const held = rows.map((row) => ({ ...row, state: 'held' as const }))
  return { mark: newestMark(sql, 'lab_lot'), lots: collectStops(held) }
}

/**
 * Return the latest time and the highest number: after a clock was ahead once, later changes still raise the number.
 */
function newestMark(sql: Sql, kind: 'bkit_lot' | 'lab_lot'): string {
  const newest = sql.first<{ at: string | null; seq: number | null }>(
    `SELECT max(at) AS at, max(seq) AS seq FROM operations WHERE kind = '${kind}'`,
  )
  return newest?.at && newest.seq ? markOf(newest.at, newest.seq) : ''
}

/** Keep the provider's list, unless a later one was heard. Runs in a transaction. */
export function hearStops(sql: Sql, heard: LotStops): void {
  const kept = readKept(sql)
  if (laterStops(kept, heard) !== kept) writeMeta(sql, keptName, JSON.stringify(heard))
}

/** Return all that stops a lot in this company: the provider's word as it was last heard, and the company's own holds. */
export function stopsHere(sql: Sql): BothStops {
  return { provider: readKept(sql), own: ownStops(sql) }
}

function readKept(sql: Sql): LotStops {
  const kept = readMeta(sql, keptName)
  return kept === null ? noStops : (JSON.parse(kept) as LotStops)
}
