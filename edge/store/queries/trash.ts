import { entityOf, type Kind } from '../../../domain/registry.ts'
import type { Sight } from '../lists.ts'
import type { Sql } from '../sql.ts'

export const trashQueries = {
  /** Ids of removed records of a kind, newest first, since a moment in UTC. */
  trash: (
    sql: Sql,
    { kind, since }: { kind: Kind; since: string },
    sight: Sight,
  ): { uuid: string; deleted_at: string }[] => {
    const ofSwarms = entityOf(kind).scope === 'swarm'
    return sql.all<{ uuid: string; deleted_at: string }>(
      `SELECT uuid, deleted_at FROM records WHERE kind = ? AND deleted_at >= ?
         AND (? = 0 OR swarm_uuid IS NULL OR swarm_uuid IN (SELECT value FROM json_each(?)))
       ORDER BY deleted_at DESC`,
      kind,
      since,
      Number(ofSwarms),
      JSON.stringify(sight.swarms),
    )
  },
}
