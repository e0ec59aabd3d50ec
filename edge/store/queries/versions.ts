import type {
  CompanyAudience,
  CompanyUpdates,
  CompanyUse,
  RolloutGates,
  VersionDevice,
} from '../../../domain/calls/bkernels.ts'
import type { Bkernel, GateReading } from '../../../domain/entities/bkernel.ts'
import type { Device } from '../../../domain/entities/device.ts'
import {
  type Audience,
  type Exclusion,
  exclusions,
  findExclusion,
  isReached,
  swarmsOf,
  type Target,
} from '../../../domain/rules/rollout.ts'
import { findInstallDays } from '../../../domain/rules/self-install.ts'
import { compareVersions } from '../../../domain/rules/version.ts'
import { findUpdateState, updateStates } from '../../../domain/rules/update-state.ts'
import { readSeen } from '../by.ts'
import type { Sight } from '../lists.ts'
import { newestUpdate } from '../commands.ts'
import { readInfo } from '../device-reports.ts'
import { readCompanyId } from '../migrations.ts'
import { openRecord } from '../open-record.ts'
import { readRecord } from '../operations.ts'
import { rehearsalState } from '../rollouts/rehearsed-runs.ts'
import { readRollout } from '../rollouts/judge-rollouts.ts'
import type { Sql } from '../sql.ts'

/** Most devices of a company that are listed. */
const mostListed = 200
/** Most differences of a gate that are drawn. */
const mostDrawn = 300

/**
 * Versions of the device software and the devices that run them. Asked by people who link versions, whose permission only the
 * provider gives, and by a device about itself: the sight of a company's people does not apply to either.
 */
export const versionQueries = {
  /** Count the devices of this company by model and version. */
  versionsInUse: (sql: Sql, _asked: object): CompanyUse['devices'] =>
    sql.all<{ model: string; version: string; count: number }>(
      `SELECT json_extract(body, '$.model') AS model, json_extract(body, '$.bkernel_version') AS version,
         count(*) AS count
       FROM records WHERE kind = 'device' AND deleted_at IS NULL GROUP BY 1, 2 ORDER BY 1, 2`,
    ),
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
  /** Return those of these devices that are in this company. */
  devicesNamed: (sql: Sql, { uuids }: { uuids: readonly string[] }): VersionDevice[] =>
    sql
      .all<{ body: string }>(
        `SELECT body FROM records WHERE kind = 'device' AND deleted_at IS NULL
           AND uuid IN (SELECT value FROM json_each(?))`,
        JSON.stringify(uuids),
      )
      .map(({ body }) => choiceOf(openRecord('device', body))),
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
  /** Find how far a version is with the devices of this company, those that need a person first. */
  updatesOf: (
    sql: Sql,
    { version }: { version: Bkernel },
  ): Pick<CompanyUpdates, 'devices' | 'counts'> => {
    const company = readCompanyId(sql) ?? ''
    const devices = sql
      .all<{ body: string }>(
        `SELECT body FROM records WHERE kind = 'device' AND deleted_at IS NULL
           AND json_extract(body, '$.model') IN (SELECT value FROM json_each(?)) ORDER BY name`,
        JSON.stringify(version.models),
      )
      .map(({ body }) => openRecord('device', body))
    const found = devices.flatMap((device) => {
      const report = readInfo(sql, device.uuid)
      const order = newestUpdate(sql, device.uuid, version.version)
      const state = findUpdateState(version, { device, company, order, ...report })
      return state ? { ...choiceOf(device), ...state, ...planOf(version, device, company) } : []
    })
    const some = Map.groupBy(found, ({ state }) => state)
    const inOrder = updateStates.flatMap((state) => some.get(state) ?? [])
    const counts = updateStates.map((state) => [state, some.get(state)?.length ?? 0])
    return { devices: inOrder.slice(0, mostListed), counts: Object.fromEntries(counts) }
  },
  /**
   * Find which devices of this company a plan chooses, and which rule leaves out the others. Devices of other models than the version has
   * are only counted.
   */
  audienceOf: (
    sql: Sql,
    { version, plan }: { version: Bkernel; plan: Audience },
  ): Pick<CompanyAudience, 'devices' | 'chosen' | 'excluded' | 'swarms'> => {
    const company = readCompanyId(sql) ?? ''
    const devices = sql
      .all<{ body: string }>(
        `SELECT body FROM records WHERE kind = 'device' AND deleted_at IS NULL ORDER BY name`,
      )
      .map(({ body }) => openRecord('device', body))
      .filter(({ model }) => version.models.includes(model))
    const judged = devices.map((device) => ({
      ...choiceOf(device),
      why: whyLeftOut(version, plan, { ...device, company }),
    }))
    const counted = Map.groupBy(judged, ({ why }) => why ?? '')
    const counts = exclusions.map((why) => [why, counted.get(why)?.length ?? 0] as const)
    return {
      devices: judged
        .toSorted((a, b) => Number(a.why !== null) - Number(b.why !== null))
        .slice(0, mostListed),
      chosen: counted.get('')?.length ?? 0,
      excluded: Object.fromEntries(counts.filter(([, count]) => count > 0)),
      swarms: listSwarms(sql, devices),
    }
  },
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

function choiceOf({ uuid, name, serial_no, model, bkernel_version }: Device): VersionDevice {
  return { uuid, name, serial_no, model, bkernel_version }
}

/** Say when a device that has not got a version installs it by itself, and who has postponed that (decision 87). */
function planOf(
  version: Bkernel,
  device: Device,
  company: string,
): Pick<CompanyUpdates['devices'][number], 'install' | 'postponed'> {
  const isOpen = compareVersions(version.version, device.bkernel_version) > 0
  const install =
    isOpen && isReached(version, { ...device, company }) ? findInstallDays(version, device) : null
  const { postponed } = device
  if (!install) return {}
  if (postponed?.version !== version.version) return { install }
  const { until, by_name, reason } = postponed
  return { install, postponed: { until, by_name, reason } }
}

function whyLeftOut(version: Bkernel, plan: Audience, device: Target): Exclusion | null {
  const isNewer = compareVersions(version.version, device.bkernel_version) <= 0
  return isNewer ? 'newer' : findExclusion(plan, device)
}

/** Name the swarms of some devices, and those that were merged into them: a plan may have been made for one of these. */
function listSwarms(sql: Sql, devices: readonly Device[]): CompanyAudience['swarms'] {
  const merged = new Map(
    devices.flatMap(({ merged_swarms: merges = [] }) =>
      merges.map(({ from, from_name: name }) => [from, name] as const),
    ),
  )
  return [...new Set(devices.flatMap(swarmsOf))].flatMap((uuid) => {
    const name = readRecord(sql, 'swarm', uuid)?.name ?? merged.get(uuid)
    return name === undefined ? [] : [{ uuid, name }]
  })
}
