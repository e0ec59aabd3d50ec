import type { CalibrationKind } from '../../../domain/catalog/calibration.ts'
import type { FoundSubject } from '../../../domain/calls/recalls.ts'
import type { RecallSubject } from '../../../domain/entities/recall.ts'
import { calibratedKey } from '../../../domain/rules/calibration-age.ts'
import { isTouched, type RunFacts } from '../../../domain/rules/recall.ts'
import { parseEntry } from '../audit.ts'
import type { Sql } from '../sql.ts'
import { calibrationsByRecords, type DeviceCalibrations, withDependants } from './dependants.ts'
import { joinName, nameDevice, sayMoment } from './subject-names.ts'

/** Time in which one calibration was in force on a device; `of` is the kind of a signed one. */
interface Term {
  device_uuid: string
  from: string
  until: string | null
  of?: CalibrationKind
}

/**
 * Find the calibrations of the devices with the number of runs that each touches: those that were signed, by kind, then the days that
 * configurations told, by the trail, but for those of signed ones. A run counts where it began while the calibration was in force, or
 * another one that was measured by it.
 */
export function findCalibrations(sql: Sql): FoundSubject[] {
  const runs = sql
    .all<{ device_uuid: string | null; started_at: string | null; method: string }>(
      `SELECT body ->> '$.device_uuid' AS device_uuid, body ->> '$.started_at' AS started_at,
         json_object('evaluation', json_object('compensation', body -> '$.method.evaluation.compensation')) AS method
       FROM records WHERE kind = 'analysis'`,
    )
    .map(({ method, ...run }) => ({ ...run, method: JSON.parse(method) }) as RunFacts)
  const known = new Map<string, DeviceCalibrations>()
  const read = (device: string) => {
    const own = known.get(device) ?? calibrationsByRecords(sql, device)
    known.set(device, own)
    return own
  }
  return [...findSigned(sql), ...findTold(sql)].map((term): FoundSubject => {
    const subject: RecallSubject = { kind: 'calibration', ...term }
    const all = withDependants(subject, read)
    return {
      subject,
      name: joinName(nameDevice(sql, term.device_uuid), sayMoment(term.from)),
      analyses: runs.filter((run) => all.some((one) => isTouched(one, run))).length,
      last_at: term.from,
    }
  })
}

/**
 * Return a subject as it is now: a calibration that was in force when the recall was opened ends with the next one, and runs by that
 * one are none of the recall's.
 */
export function asItIsNow(sql: Sql, subject: RecallSubject): RecallSubject {
  if (subject.kind !== 'calibration' || subject.until !== null) return subject
  const { device_uuid, from, of } = subject
  const term = [...findSigned(sql), ...findTold(sql)].find(
    (one) => one.device_uuid === device_uuid && one.from === from && one.of === of,
  )
  return { ...subject, until: term?.until ?? null }
}

/** Find the terms of signed calibrations: each is in force until the next of its kind on the same device. */
function findSigned(sql: Sql): Term[] {
  const rows = sql.all<{ device: string; kind: CalibrationKind; at: string }>(
    `SELECT json_extract(body, '$.device_uuid') AS device, body ->> '$.kind' AS kind,
       json_extract(body, '$.signature.at') AS at FROM records
     WHERE kind = 'calibration' AND deleted_at IS NULL AND json_extract(body, '$.signature.at') IS NOT NULL
     ORDER BY device, body ->> '$.kind', at`,
  )
  return rows.map(({ device, kind, at }, index): Term => {
    const next = rows[index + 1]
    const until = next?.device === device && next.kind === kind ? next.at : null
    return { device_uuid: device, from: at, until, of: kind }
  })
}

/**
 * Find the days that configurations told. Each lasts until the next one; where that is of a signed calibration, until its signature, because
 * a run before it was still measured by the earlier one.
 */
function findTold(sql: Sql): Term[] {
  const signatures = new Map(
    sql
      .all<{ device: string; measured: string; at: string }>(
        `SELECT json_extract(body, '$.device_uuid') AS device, body ->> '$.measured_at' AS measured,
           json_extract(body, '$.signature.at') AS at FROM records
         WHERE kind = 'calibration' AND body ->> '$.kind' = 'thermal'
           AND json_extract(body, '$.signature.at') IS NOT NULL`,
      )
      .map(({ device, measured, at }) => [`${device} ${measured}`, at] as const),
  )
  return [...readDays(sql)].flatMap(([device_uuid, days]) =>
    days.flatMap((from, at): Term[] => {
      if (signatures.has(`${device_uuid} ${from}`)) return []
      const next = days[at + 1] ?? null
      return [{ device_uuid, from, until: signatures.get(`${device_uuid} ${next}`) ?? next }]
    }),
  )
}

/** Read the days of temperature calibrations that the configuration of each device told, from the trail. */
function readDays(sql: Sql): Map<string, string[]> {
  const rows = sql.all<{ uuid: string; entry: string }>(
    `SELECT uuid, entry FROM audit WHERE kind = 'device' AND instr(entry, ?) > 0 ORDER BY seq`,
    calibratedKey,
  )
  const found = new Map<string, Set<string>>()
  for (const { uuid, entry } of rows) {
    const config = parseEntry(entry)?.changes.find(({ field }) => field === 'config')?.after
    const moment = (config as Record<string, unknown> | undefined)?.[calibratedKey]
    if (typeof moment !== 'string') continue
    found.set(uuid, (found.get(uuid) ?? new Set()).add(moment))
  }
  return new Map([...found].map(([uuid, moments]) => [uuid, [...moments].sort()]))
}
