import { type ChainKind, restsOn } from '../../../domain/catalog/calibration.ts'
import type { Calibration } from '../../../domain/entities/calibration.ts'
import type { DyeCalibration } from '../../../domain/entities/dye-calibration.ts'
import type { RecallSubject } from '../../../domain/entities/recall.ts'
import { openRecord } from '../open-record.ts'
import type { Sql } from '../sql.ts'
import { findNamingInTrail, followEntries } from './follow-entries.ts'
import { findMadeFrom, type RecipeVersion } from './versions-made-from.ts'

/** Reader of what depends on recalled things: from the records, or from the entries of the trail alone. */
export interface Dependants {
  calibrationsOf: (device_uuid: string) => DeviceCalibrations
  /** Ids of the calibrations of dyes that were measured in these runs. */
  dyesOf: (runs: ReadonlySet<string>) => string[]
  /** Versions of recipes that were made from one; always by the trail. */
  madeFrom: (version: RecipeVersion) => RecipeVersion[]
}

/** The calibrations of one device, as its records or the trail have them. */
export interface DeviceCalibrations {
  signed: readonly SignedCalibration[]
  dyes: readonly Pick<DyeCalibration, 'uuid' | 'measured_at'>[]
}

type SignedCalibration = Pick<Calibration, 'uuid' | 'kind' | 'evidence'> & { at: string }

/**
 * Return the recalled thing with what was measured by it: of a signed calibration also those that rest on it (`restsOn`), each as
 * long as it was in force, because the next regions do not make up for factors of light that were measured in bad ones. Of other
 * things the thing alone.
 */
export function withDependants(
  subject: RecallSubject,
  read: Dependants['calibrationsOf'],
): RecallSubject[] {
  if (subject.kind !== 'calibration' || subject.of === undefined) return [subject]
  const { device_uuid, from, until, of } = subject
  const { signed, dyes } = read(device_uuid)
  const own = signed.find((one) => one.kind === of && one.at === from)
  if (!own) return [subject]
  const later = signed
    .filter((one) => isBasedOn(one.kind, of) && basisOf(one) === own.uuid)
    .map((one): RecallSubject => {
      const next = signed.find(({ kind, at }) => kind === one.kind && at > one.at)
      const term = { from: one.at, until: next?.at ?? null }
      return { kind: 'calibration', device_uuid, ...term, of: one.kind }
    })
  // Add the colours that were measured while it was in force: they keep the regions of the beginning of their run.
  const ofDyes = isBasedOn('dye', of)
    ? dyes.filter(
        ({ measured_at }) => measured_at >= from && (until === null || measured_at < until),
      )
    : []
  return [
    subject,
    ...later,
    ...ofDyes.map(({ uuid }): RecallSubject => ({
      kind: 'dye_calibration',
      calibration_uuid: uuid,
    })),
  ]
}

function isBasedOn(kind: ChainKind, other: Calibration['kind']): boolean {
  return (restsOn[kind] as readonly string[]).includes(other)
}

/** Return the id of the calibration that one was measured by, as its evidence names it. */
function basisOf({ evidence }: SignedCalibration): string | null {
  if (evidence.of === 'illumination') return evidence.roi_uuid
  return evidence.of === 'melt' ? evidence.thermal_uuid : null
}

/**
 * Find the runs that a recalled thing touches, with the things that they name: the recalled one, and what was made or measured by it.
 * Runs with a lot, a device or a recipe may have measured a calibration of dyes, whose matrix judges other runs; what a calibration
 * reaches `withDependants` says.
 * @param find Find the runs that name one thing themselves.
 */
export function followSubject<Run extends { uuid: string }>(
  subject: RecallSubject,
  { calibrationsOf, dyesOf, madeFrom }: Dependants,
  find: (one: RecallSubject) => readonly Run[],
): { runs: Map<string, Run>; things: RecallSubject[] } {
  const runs = new Map<string, Run>()
  const things: RecallSubject[] = []
  let next = withDependants(subject, calibrationsOf)
  if (subject.kind === 'recipe') next = [subject, ...madeFrom(subject)]
  while (next.length > 0) {
    things.push(...next)
    const fresh = next.flatMap(find).filter(({ uuid }) => !runs.has(uuid))
    for (const run of fresh) runs.set(run.uuid, run)
    next = isMeasuredWith(subject)
      ? dyesOf(new Set(fresh.map(({ uuid }) => uuid))).map((calibration_uuid) => ({
          kind: 'dye_calibration',
          calibration_uuid,
        }))
      : []
  }
  return { runs, things }
}

function isMeasuredWith({ kind }: RecallSubject): boolean {
  return kind === 'lot' || kind === 'device' || kind === 'recipe'
}

/** Read what depends on recalled things from the records. */
export function dependantsByRecords(sql: Sql): Dependants {
  return {
    madeFrom: (version) => findMadeFrom(sql, version),
    calibrationsOf: (device) => calibrationsByRecords(sql, device),
    dyesOf: (runs) =>
      runs.size === 0
        ? []
        : sql
            .all<{ uuid: string }>(
              `SELECT uuid FROM records WHERE kind = 'dye_calibration'
                 AND body ->> '$.run_uuid' IN (SELECT value FROM json_each(?))`,
              JSON.stringify([...runs]),
            )
            .map(({ uuid }) => uuid),
  }
}

/** Read it from the entries of the trail alone. */
export function dependantsByTrail(sql: Sql): Dependants {
  let dyes: readonly { uuid: string; run: unknown }[] | null = null
  const readDyes = () =>
    findNamingInTrail(sql, 'dye_calibration', 'run_uuid').map((uuid) => ({
      uuid,
      run: followEntries(sql, 'dye_calibration', uuid).body['run_uuid'],
    }))
  return {
    madeFrom: (version) => findMadeFrom(sql, version),
    calibrationsOf: (device) => calibrationsByTrail(sql, device),
    dyesOf: (runs) => {
      if (runs.size === 0) return []
      dyes ??= readDyes()
      return dyes.filter(({ run }) => runs.has(String(run))).map(({ uuid }) => uuid)
    },
  }
}

/** Read the calibrations of a device from its records. */
export function calibrationsByRecords(sql: Sql, device_uuid: string): DeviceCalibrations {
  const read = (kind: string) =>
    sql.all<{ body: string }>(
      `SELECT body FROM records WHERE kind = ? AND deleted_at IS NULL AND json_extract(body, '$.device_uuid') = ?`,
      kind,
      device_uuid,
    )
  return orderCalibrations(
    read('calibration').map(({ body }) => openRecord('calibration', body)),
    read('dye_calibration').map(({ body }) => openRecord('dye_calibration', body)),
  )
}

function calibrationsByTrail(sql: Sql, device_uuid: string): DeviceCalibrations {
  const follow = (kind: 'calibration' | 'dye_calibration') =>
    findNamingInTrail(sql, kind, device_uuid)
      .map((uuid) => ({ uuid, ...followEntries(sql, kind, uuid) }))
      .filter(({ body, deleted }) => !deleted && body['device_uuid'] === device_uuid)
      .map(({ uuid, body }) => JSON.stringify({ ...body, uuid }))
  return orderCalibrations(
    follow('calibration').map((body) => openRecord('calibration', body)),
    follow('dye_calibration').map((body) => openRecord('dye_calibration', body)),
  )
}

function orderCalibrations(
  calibrations: readonly Calibration[],
  dyes: readonly DyeCalibration[],
): DeviceCalibrations {
  const signed = calibrations
    .flatMap(({ uuid, kind, evidence, signature }) =>
      signature ? [{ uuid, kind, evidence, at: signature.at }] : [],
    )
    .toSorted((a, b) => a.at.localeCompare(b.at))
  return { signed, dyes }
}
