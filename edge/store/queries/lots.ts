import type { BothStops, LotStops } from '../../../domain/rules/lot-stops.ts'
import type { Sight } from '../lists.ts'
import { type NewLot, refuseLots } from '../lot-changes.ts'
import { producedStops, stopsHere } from '../lot-stops.ts'
import type { Sql } from '../sql.ts'
import { storeTime } from '../store-time.ts'

export const lotQueries = {
  /** Produced lots that are not released; asked of the provider's store. */
  producedStops: (sql: Sql, _asked: object, _sight: Sight): LotStops => producedStops(sql),
  /** All that stops a lot in this company, the provider's word as it was last heard. */
  stopsHere: (sql: Sql, _asked: object, _sight: Sight): BothStops => stopsHere(sql),
  /** Judge lots as adding them would. @throws Fault with every line that is refused. */
  checkLots: (sql: Sql, { lots }: { lots: readonly NewLot[] }, _sight: Sight): null => {
    refuseLots(sql, lots, storeTime(sql))
    return null
  },
  /**
   * Count the runs that were launched with each lot of a kit, and the wells that were loaded, in the whole company: a run that
   * was aborted or deleted has used its reagents. A corrected version is no further run.
   */
  lotUse: (
    sql: Sql,
    { kit }: { kit: string },
    _sight: Sight,
  ): { lot: string; runs: number; wells: number }[] =>
    sql.all<{ lot: string; runs: number; wells: number }>(
      `SELECT min(lot) AS lot, count(*) AS runs, sum(wells) AS wells FROM (
         SELECT trim(json_extract(body, '$.kit.lot')) AS lot,
           (SELECT coalesce(sum(json_array_length(sample.value, '$.coordinates')), 0)
            FROM json_each(body, '$.samples') AS sample) AS wells
         FROM records INDEXED BY analysis_by_kit_bkit_uuid
         WHERE kind = 'analysis' AND json_extract(body, '$.status') <> 'INIT'
           AND json_extract(body, '$.kit.bkit_uuid') = ? AND json_extract(body, '$.corrects') IS NULL)
       GROUP BY lower(lot) ORDER BY lower(lot)`,
      kit,
    ),
}
