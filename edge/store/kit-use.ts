import type { LabLot } from '../../domain/entities/lab-lot.ts'
import type { RunKit } from '../../domain/entities/run-kit.ts'
import type { LotUse } from '../../domain/rules/kit-use.ts'
import { lotKey } from '../../domain/rules/lot-stops.ts'
import { openRecord } from './open-record.ts'
import type { Sql } from './sql.ts'

type Row = {
  lot: string
  box: number | null
  runs: number
  wells: number
}

/**
 * Count the runs of a kit by lot and box, and the wells that were loaded, in the whole company. A run that was aborted or deleted
 * has used its reagents, a plan whose launch is under way or without an answer uses them now, and a corrected version is no
 * further run.
 * @param except an analysis that does not count
 */
export function listUse(sql: Sql, kit: string, at: string, except = ''): LotUse[] {
  const rows = sql.all<Row>(
    `SELECT lot, box, count(*) AS runs, sum(wells) AS wells FROM (
       SELECT trim(json_extract(body, '$.kit.lot')) AS lot, json_extract(body, '$.kit.box') AS box,
         (SELECT coalesce(sum(json_array_length(sample.value, '$.coordinates')), 0)
          FROM json_each(body, '$.samples') AS sample) AS wells
       FROM records AS run INDEXED BY analysis_by_kit_bkit_uuid
       WHERE kind = 'analysis' AND json_extract(body, '$.kit.bkit_uuid') = ?
         AND json_extract(body, '$.corrects') IS NULL AND uuid <> ?
         AND (json_extract(body, '$.status') <> 'INIT' OR EXISTS (
           SELECT 1 FROM records AS launch INDEXED BY launches_by_analysis
           WHERE launch.kind = 'command'
             AND json_extract(launch.body, '$.command.order.analysis_uuid') = run.uuid
             AND (json_extract(launch.body, '$.state') = 'unknown'
               OR json_extract(launch.body, '$.state') IN ('queued', 'sent')
                 AND json_extract(launch.body, '$.expires_at') > ?))))
     GROUP BY lot, box ORDER BY lower(lot), box`,
    kit,
    except,
    at,
  )
  const uses = new Map<string, LotUse>()
  for (const { lot, box, runs, wells } of rows) {
    const use = uses.get(lotKey(lot)) ?? { lot, runs: 0, wells: 0, boxes: [] }
    uses.set(lotKey(lot), use)
    use.runs += runs
    use.wells += wells
    if (box === null) continue
    const known = use.boxes.find((one) => one.box === box)
    if (known) {
      known.runs += runs
      known.wells += wells
    } else use.boxes.push({ box, runs, wells })
  }
  return [...uses.values()]
}

/** Read the laboratory's own record of the lot of a run. */
export function readOwnLot(sql: Sql, { bkit_uuid, lot }: Pick<RunKit, 'bkit_uuid' | 'lot'>) {
  const rows = sql.all<{ body: string }>(
    `SELECT body FROM records WHERE kind = 'lab_lot' AND deleted_at IS NULL
       AND json_extract(body, '$.bkit_uuid') = ?`,
    bkit_uuid,
  )
  const known = rows.map(({ body }): LabLot => openRecord('lab_lot', body))
  return known.find((one) => lotKey(one.lot) === lotKey(lot)) ?? null
}
