import type { Bkernel } from '../../../domain/entities/bkernel.ts'
import type { Device } from '../../../domain/entities/device.ts'
import type { AlarmCause } from '../../../domain/entities/alarm.ts'
import {
  certificateWaitsMs,
  type FoundCause,
  installNoticeMs,
  silentAfterMs,
} from '../../../domain/rules/alarm.ts'
import { isOffered } from '../../../domain/rules/bkernel.ts'
import { calibratedKey, longestCalibrationDays } from '../../../domain/rules/calibration-age.ts'
import { findInstallDays } from '../../../domain/rules/self-install.ts'
import { soonDays } from '../../../domain/rules/kit.ts'
import type { Kind } from '../../../domain/registry.ts'
import { readCompanyId } from '../meta.ts'
import type { Sql } from '../sql.ts'
import { lotsInUse, type OutsideFacts } from './outside-facts.ts'

const dayMs = 86_400_000

/** Causes that were found in a store, and when the next one can come by the passing of time alone. */
export interface Found {
  causes: FoundCause[]
  /** Causes that could not be looked for: their alarms stay as they are. */
  unknown: readonly AlarmCause[]
  /** Moment (ms) at which another cause is due; null where none is in sight. */
  next: number | null
}

/** Kinds of records whose changes can raise or end a cause. */
export const causeKinds: readonly Kind[] = ['certificate', 'device', 'lab_lot']

/**
 * Find all causes of alarms in a store.
 * @param at time of the round (ms since 1970).
 * @param outside facts of the provider; null while they cannot be asked.
 */
export function findCauses(sql: Sql, at: number, outside: OutsideFacts | null): Found {
  const due: Due[] = [
    ...dueOfDevices(sql, at, outside),
    ...dueOfCertificates(sql),
    ...dueOfLots(sql, outside),
  ]
  const later = due.map((one) => one.due).filter((moment) => moment > at)
  return {
    causes: due.filter((one) => one.due <= at).map(({ cause }) => cause),
    unknown: outside ? [] : ['lot_expiring', 'version_unsupported', 'version_due'],
    next: later.length > 0 ? Math.min(...later) : null,
  }
}

/** A cause that is there from a moment (ms) on, unless something changes before. */
interface Due {
  due: number
  cause: FoundCause
}

interface DeviceRow extends Record<string, string | null> {
  uuid: string
  name: string
  deviceType: string
  model: string
  version: string
  swarms: string
  connected: string
  left: string | null
  calibrated: string | null
  created: string
  postponed: string | null
}

function dueOfDevices(sql: Sql, at: number, outside: OutsideFacts | null): Due[] {
  const rows = sql.all<DeviceRow>(
    `SELECT uuid, name, json_extract(body, '$.deviceType') AS deviceType, json_extract(body, '$.model') AS model,
       json_extract(body, '$.bkernel_version') AS version, json_extract(body, '$.swarms') AS swarms,
       json_extract(body, '$.connected') AS connected, json_extract(body, '$.disconnected_at') AS left,
       json_extract(body, '$.config."${calibratedKey}"') AS calibrated,
       json_extract(body, '$.created_at') AS created, json_extract(body, '$.postponed') AS postponed
     FROM records WHERE kind = 'device' AND deleted_at IS NULL AND json_extract(body, '$.active') = 'Y'`,
  )
  const company = readCompanyId(sql) ?? ''
  return rows.flatMap((row) => [
    ...dueOfDevice(row, at, outside),
    ...dueOfInstall(row, at, company, outside?.installing ?? []),
  ])
}

function dueOfDevice(row: DeviceRow, at: number, outside: OutsideFacts | null): Due[] {
  const { model, version, left, calibrated } = row
  const of = subjectOf(row)
  const due: Due[] = []
  // Leave out a device that was never on the live bus since this is kept, and has no such moment.
  if (left !== null && !row.connected.includes('1')) {
    const cause = { cause: 'device_silent', ...of, since: left } as const
    due.push({ due: Date.parse(left) + silentAfterMs, cause })
  }
  const calibratedAt = Date.parse(calibrated ?? '')
  if (!Number.isNaN(calibratedAt)) {
    const moment = calibratedAt + longestCalibrationDays * dayMs
    const since = new Date(moment).toISOString()
    due.push({ due: moment, cause: { cause: 'calibration_due', ...of, since } })
  }
  const ended = outside?.versions.find(
    (one) => one.version === version && one.models.includes(model),
  )
  if (ended && Date.parse(ended.unsupported_from) <= at + longestAhead) {
    const since = new Date(ended.unsupported_from).toISOString()
    const cause = { cause: 'version_unsupported', ...of, version, since } as const
    due.push({ due: Date.parse(since), cause })
  }
  return due
}

const subjectOf = ({ uuid, name, deviceType, swarms }: DeviceRow) => ({
  about: { kind: 'device', uuid } as const,
  name,
  deviceType,
  swarms: JSON.parse(swarms) as string[],
})

/** Find the first day on which a device installs a version by itself (decision 87): people hear of it some days before. */
function dueOfInstall(
  row: DeviceRow,
  at: number,
  company: string,
  versions: readonly Bkernel[],
): Due[] {
  const { uuid, model, version: bkernel_version, created: created_at } = row
  const device = { uuid, model, bkernel_version, swarms: JSON.parse(row.swarms) as string[] }
  const postponed = JSON.parse(row.postponed ?? 'null') as Device['postponed'] | null
  const reader = { company, device, manages: false, today: new Date(at).toISOString().slice(0, 10) }
  const [next] = versions
    .filter((one) => one.file_hash !== null && isOffered(one, reader))
    .flatMap((one) => {
      const days = findInstallDays(one, { uuid, created_at, postponed: postponed ?? undefined })
      return days ? [{ version: one.version, since: new Date(days.due).toISOString() }] : []
    })
    .toSorted((a, b) => a.since.localeCompare(b.since))
  if (!next) return []
  const cause = { cause: 'version_due', ...subjectOf(row), ...next } as const
  return [{ due: Date.parse(next.since) - installNoticeMs, cause }]
}

/** Days of the provider that are further away (ms) are asked for again before they come. */
const longestAhead = 30 * dayMs

function dueOfCertificates(sql: Sql): Due[] {
  return sql
    .all<{ uuid: string; name: string; swarm: string | null; asked: string }>(
      `SELECT uuid, name, swarm_uuid AS swarm, json_extract(body, '$.requested_at') AS asked
       FROM records WHERE kind = 'certificate' AND deleted_at IS NULL AND status = 'Waiting'
         AND json_extract(body, '$.requested_at') IS NOT NULL`,
    )
    .map(({ uuid, name, swarm, asked }) => ({
      due: Date.parse(asked) + certificateWaitsMs,
      cause: {
        cause: 'certificate_waiting',
        about: { kind: 'certificate', uuid },
        name,
        swarms: swarm === null ? [] : [swarm],
        since: asked,
      },
    }))
}

function dueOfLots(sql: Sql, outside: OutsideFacts | null): Due[] {
  if (!outside) return []
  // Leave out records that were removed while the provider was asked.
  const inUse = new Set(lotsInUse(sql).map(({ bkit_uuid, lot }) => `${bkit_uuid} ${lot}`))
  return outside.lots.flatMap(({ bkit_uuid, name, lot, expiry_date }): Due[] => {
    if (!inUse.has(`${bkit_uuid} ${lot}`)) return []
    const about = { kind: 'bkit', uuid: bkit_uuid } as const
    const since = new Date(expiry_date).toISOString()
    const cause: FoundCause = { cause: 'lot_expiring', about, name, lot, swarms: [], since }
    return [{ due: Date.parse(expiry_date) - soonDays * dayMs, cause }]
  })
}
