import type { Calibration } from '../../../domain/entities/calibration.ts'
import { readSeen } from '../by.ts'
import { maySee, type Sight } from '../lists.ts'
import { readRecord } from '../operations.ts'
import type { Sql } from '../sql.ts'

/** Runs that a device has measured by the calibration that another one takes the place of. */
export interface MeasuredSince {
  next: Calibration
  /** The one that was in force meanwhile; null where none was. */
  last: Calibration | null
  /** Its term: from its signature until that of the next; null without such a moment. */
  from: string | null
  until: string | null
  /** Runs of the page, the newest first; `total` counts all that the account sees, `hidden` the others. */
  runs: string[]
  total: number
  hidden: number
}

export const calibrationQueries = {
  /**
   * Find the finished runs that a calibration says something about: those that its device began since the last accepted one of its kind,
   * until it was accepted itself. Runs that a later version corrects do not count.
   */
  measuredSince: (
    sql: Sql,
    { uuid, offset, limit }: { uuid: string; offset: number; limit: number },
    sight: Sight,
  ): MeasuredSince => {
    const next = readSeen(sql, 'calibration', uuid, sight)
    const last = next.supersedes === null ? null : readRecord(sql, 'calibration', next.supersedes)
    const [from, until] = [last?.signature?.at ?? null, next.signature?.at ?? null]
    const rows = sql.all<{ uuid: string; swarm_uuid: string }>(
      `SELECT uuid, body ->> '$.swarm_uuid' AS swarm_uuid
       FROM records INDEXED BY analysis_by_device_uuid
       WHERE kind = 'analysis' AND json_extract(body, '$.device_uuid') = ?1 AND deleted_at IS NULL
         AND body ->> '$.curves_hash' IS NOT NULL
         AND (?2 IS NULL OR body ->> '$.started_at' >= ?2)
         AND (?3 IS NULL OR body ->> '$.started_at' < ?3)
         AND uuid NOT IN (SELECT corrects FROM analysis_facts WHERE corrects IS NOT NULL)
       ORDER BY body ->> '$.started_at' DESC, uuid`,
      next.device_uuid,
      from,
      until,
    )
    const seen = rows.filter((row) => maySee('analysis', { ...row }, sight))
    return {
      next,
      last,
      from,
      until,
      runs: seen.slice(offset, offset + limit).map((row) => row.uuid),
      total: seen.length,
      hidden: rows.length - seen.length,
    }
  },
}
