import type { Analysis } from '../../../domain/entities/analysis.ts'
import type { Calibration } from '../../../domain/entities/calibration.ts'
import type { Device } from '../../../domain/entities/device.ts'
import { Fault } from '../../../domain/fault.ts'
import { readSeen } from '../by.ts'
import { calibrationsAt } from '../calibrations-in-force.ts'
import { maySee, type Sight } from '../lists.ts'
import { openRecord } from '../open-record.ts'
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

/** A finished run with what its condition is read from. */
export interface ConditionRun extends Pick<
  Analysis,
  'uuid' | 'company_uuid' | 'cartridge_type' | 'samples' | 'light'
> {
  at: string
  recipe: string
  curves_hash: string
  results_hash: string | null
}

export const calibrationQueries = {
  /**
   * Find the newest finished runs of a device, and when its calibrations in force were accepted. `everywhere`: also runs out of sight, for
   * the service itself.
   */
  conditionRuns: (
    sql: Sql,
    { device, limit, everywhere }: { device: string; limit: number; everywhere: boolean },
    sight: Sight,
  ): { device: Device; runs: ConditionRun[]; light: string | null; temperature: string | null } => {
    const known = everywhere
      ? readRecord(sql, 'device', device)
      : readSeen(sql, 'device', device, sight)
    if (!known) throw new Fault('not_found', 'No such device')
    const rows = sql.all<{ body: string }>(
      `SELECT body FROM records INDEXED BY analysis_by_device_uuid
       WHERE kind = 'analysis' AND json_extract(body, '$.device_uuid') = ? AND deleted_at IS NULL
         AND status IN ('COMPLETE', 'VALIDATION') AND body ->> '$.curves_hash' IS NOT NULL
         AND body ->> '$.started_at' IS NOT NULL
       ORDER BY body ->> '$.started_at' DESC LIMIT ?`,
      device,
      limit,
    )
    const runs = rows.flatMap((row): ConditionRun[] => {
      const run = openRecord('analysis', row.body)
      if (run.curves_hash === null || run.started_at === null) return []
      if (!everywhere && !maySee('analysis', run, sight)) return []
      const {
        uuid,
        company_uuid,
        cartridge_type,
        samples,
        light,
        curves_hash,
        started_at: at,
      } = run
      const recipe = run.method.recipe_uuid ?? run.recipe_name
      const results_hash = run.results.at(-1)?.hash ?? null
      const parts = { uuid, company_uuid, cartridge_type, samples, light, curves_hash }
      return [{ ...parts, at, recipe, results_hash }]
    })
    const accepted = calibrationsAt(sql, device, new Date().toISOString())
    const since = (kind: 'illumination' | 'thermal') =>
      accepted.find((one) => one.kind === kind)?.signed_at ?? null
    return { device: known, runs, light: since('illumination'), temperature: since('thermal') }
  },
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
