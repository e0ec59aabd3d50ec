import type { BothStops, LotStops } from '../../../domain/rules/lot-stops.ts'
import type { LotUse } from '../../../domain/rules/kit-use.ts'
import { listUse } from '../kit-use.ts'
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
  /** Count the use of each lot of a kit in the whole company (kit-use.ts). */
  lotUse: (sql: Sql, { kit }: { kit: string }, _sight: Sight): LotUse[] =>
    listUse(sql, kit, storeTime(sql)),
}
