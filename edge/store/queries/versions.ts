import type { RolloutGates, VersionDevice } from '../../../domain/calls/bkernels.ts'
import type { Bkernel, GateReading } from '../../../domain/entities/bkernel.ts'
import type { Target } from '../../../domain/rules/rollout.ts'
import { choiceOf } from '../../fleet/judge-devices.ts'
import { readSeen } from '../by.ts'
import type { Sight } from '../lists.ts'
import { openRecord } from '../open-record.ts'
import { readRecord } from '../operations.ts'
import { rehearsalState } from '../rollouts/rehearsed-runs.ts'
import { readRollout } from '../rollouts/judge-rollouts.ts'
import type { Sql } from '../sql.ts'

/** Most differences of a gate that are drawn. */
const mostDrawn = 300

/**
 * Versions of the device software and the devices that run them. Asked by people who link versions, whose permission only the
 * provider gives, and by a device about itself: the sight of a company's people does not apply to either.
 */
export const versionQueries = {
  /** List the devices of this company by name. */
  devicesForVersions: (
    sql: Sql,
    { limit, offset }: { limit: number; offset: number },
  ): { data: VersionDevice[]; total: number } => {
    const rows = sql.all<{ body: string }>(
      `SELECT body FROM records WHERE kind = 'device' AND deleted_at IS NULL
       ORDER BY name, uuid LIMIT ? OFFSET ?`,
      limit,
      offset,
    )
    const count = sql.first<{ total: number }>(
      `SELECT count(*) AS total FROM records WHERE kind = 'device' AND deleted_at IS NULL`,
    )
    return {
      data: rows.map(({ body }) => choiceOf(openRecord('device', body))),
      total: count?.total ?? 0,
    }
  },
  /** Return what a device runs, by which it is decided what it is offered; null for one that is gone. */
  softwareOf: (sql: Sql, { uuid }: { uuid: string }): Omit<Target, 'company'> | null => {
    const device = readRecord(sql, 'device', uuid)
    if (!device) return null
    const { model, bkernel_version, swarms, merged_swarms } = device
    return { uuid, model, bkernel_version, swarms, merged_swarms }
  },
  /** Return what the gates of a rollout say now. @throws Fault `not_found` for a version that is not there. */
  rolloutGates: (sql: Sql, { uuid }: { uuid: string }, sight: Sight): RolloutGates => {
    const version = readSeen(sql, 'bkernel', uuid, sight)
    const { pairs, installed, rolled_back, drawn, least, gates } = readRollout(sql, version)
    const differencesOf = ({ gate }: GateReading) =>
      gate === 'boot' ? [] : pairs.flatMap((pair) => pair[gate] ?? []).slice(-mostDrawn)
    return {
      rehearsal: rehearsalState(sql, version),
      installed,
      rolled_back,
      drawn,
      least,
      gates: gates.map((one) => ({ ...one, differences: differencesOf(one) })),
    }
  },
  /** Say for these devices why a version is postponed, and in which role: the person is known to their company alone (decision 101). */
  postponedBy: (
    sql: Sql,
    { uuids }: { uuids: readonly string[] },
  ): { uuid: string; by_profile: string; reason: string }[] =>
    sql
      .all<{ body: string; profile: string | null }>(
        `SELECT device.body, profile.name AS profile FROM records AS device
         LEFT JOIN records AS person ON person.kind = 'user' AND person.uuid = device.body ->> '$.postponed.by'
         LEFT JOIN records AS profile ON profile.kind = 'profile' AND profile.uuid = person.body ->> '$.profile_uuid'
         WHERE device.kind = 'device' AND device.deleted_at IS NULL
           AND device.uuid IN (SELECT value FROM json_each(?))`,
        JSON.stringify(uuids),
      )
      .flatMap(({ body, profile }) => {
        const { uuid, postponed } = openRecord('device', body)
        return postponed ? [{ uuid, by_profile: profile ?? '', reason: postponed.reason }] : []
      }),
  /** Return the versions of a model that devices install by themselves. */
  versionsInstalling: (sql: Sql, { model }: { model?: string }): Bkernel[] =>
    sql
      .all<{ body: string }>(
        `SELECT body FROM records WHERE kind = 'bkernel' AND deleted_at IS NULL
           AND json_extract(body, '$.rollout.plan.install') IS NOT NULL
           AND json_extract(body, '$.rollout.state') IN ('running', 'finished')`,
      )
      .map(({ body }) => openRecord('bkernel', body))
      .filter(({ models }) => model === undefined || models.includes(model)),
  /** Return the versions with this number: one for each group of models. */
  versionsNamed: (sql: Sql, { version }: { version: string }): Bkernel[] =>
    sql
      .all<{ body: string }>(
        `SELECT body FROM records WHERE kind = 'bkernel' AND deleted_at IS NULL
           AND json_extract(body, '$.version') = ?`,
        version,
      )
      .map(({ body }) => openRecord('bkernel', body)),
}
