import type { Analysis } from '../../../domain/entities/analysis.ts'
import type { Bkernel } from '../../../domain/entities/bkernel.ts'
import type { Device } from '../../../domain/entities/device.ts'
import { mostRehearsed } from '../../../domain/rules/rehearsal.ts'
import { isInAudience } from '../../../domain/rules/rollout.ts'
import { compareVersions } from '../../../domain/rules/version.ts'
import { readSeen } from '../by.ts'
import type { Sight } from '../lists.ts'
import { readCompanyId } from '../meta.ts'
import { openRecord } from '../open-record.ts'
import { readRecord } from '../operations.ts'
import {
  mustBeRehearsable,
  readRehearsal,
  type RehearsalSoFar,
} from '../rollouts/rehearsed-runs.ts'
import type { Sql } from '../sql.ts'

/** A run that a rehearsal calculates, with its device. */
export interface RunToRehearse {
  run: Analysis
  device: Device
}

/** Questions of the rehearsal of a version (decision 81): of the provider's store, and of each company about its runs. */
export const rehearsalQueries = {
  /** @throws Fault `refused` for a version that cannot be rehearsed now */
  rehearsal: (
    sql: Sql,
    { uuid }: { uuid: string },
    sight: Sight,
  ): RehearsalSoFar & { version: Bkernel } => {
    const version = readSeen(sql, 'bkernel', uuid, sight)
    mustBeRehearsable(version)
    return { version, ...readRehearsal(sql, version) }
  },
  /**
   * Return the next of the newest finished runs that devices of the audience began with the version they run now, without those that
   * were calculated already. Runs that a later version corrects do not count.
   */
  runsToRehearse: (
    sql: Sql,
    { version, done, limit }: { version: Bkernel; done: readonly string[]; limit: number },
  ): { runs: RunToRehearse[]; left: number } => {
    const company = readCompanyId(sql) ?? ''
    const known = new Set(done)
    const found = listDevices(sql, version, company)
      .flatMap((device) => runsOf(sql, device))
      .filter(({ uuid }) => !known.has(uuid))
      .toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
      .slice(0, Math.max(0, mostRehearsed - done.length))
    const runs = found.slice(0, limit).flatMap(({ uuid, device }): RunToRehearse[] => {
      const run = readRecord(sql, 'analysis', uuid)
      return run ? [{ run, device }] : []
    })
    return { runs, left: Math.max(0, found.length - limit) }
  },
}

function listDevices(sql: Sql, version: Bkernel, company: string): Device[] {
  return sql
    .all<{ body: string }>(
      `SELECT body FROM records WHERE kind = 'device' AND deleted_at IS NULL
         AND json_extract(body, '$.model') IN (SELECT value FROM json_each(?))`,
      JSON.stringify(version.models),
    )
    .map(({ body }) => openRecord('device', body))
    .filter(
      (device) =>
        compareVersions(version.version, device.bkernel_version) > 0 &&
        isInAudience(version.rollout?.plan, { ...device, company }),
    )
}

/** List the newest runs that a device began since it was updated last: with the version it runs now. */
function runsOf(sql: Sql, device: Device): { uuid: string; at: string; device: Device }[] {
  const updated = sql.first<{ at: string | null }>(
    `SELECT max(updated_at) AS at FROM records WHERE kind = 'command' AND json_extract(body, '$.device_uuid') = ?
       AND json_extract(body, '$.command.name') = 'UPDATE' AND json_extract(body, '$.state') = 'done'`,
    device.uuid,
  )
  return sql
    .all<{ uuid: string; at: string }>(
      `SELECT uuid, body ->> '$.started_at' AS at FROM records INDEXED BY analysis_by_device_uuid
       WHERE kind = 'analysis' AND json_extract(body, '$.device_uuid') = ? AND deleted_at IS NULL
         AND body ->> '$.curves_hash' IS NOT NULL AND body ->> '$.started_at' >= ?
         AND uuid NOT IN (SELECT corrects FROM analysis_facts WHERE corrects IS NOT NULL)
       ORDER BY 2 DESC LIMIT ?`,
      device.uuid,
      updated?.at ?? '',
      mostRehearsed,
    )
    .map((row) => ({ ...row, device }))
}
