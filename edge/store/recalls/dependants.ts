import { type ChainKind, restsOn } from '../../../domain/catalog/calibration.ts'
import type { Calibration } from '../../../domain/entities/calibration.ts'
import type { DyeCalibration } from '../../../domain/entities/dye-calibration.ts'
import type { RecallSubject } from '../../../domain/entities/recall.ts'
import { openRecord } from '../open-record.ts'
import type { Sql } from '../sql.ts'
import { followEntries } from './follow-entries.ts'

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
  read: (device_uuid: string) => DeviceCalibrations,
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
  // Colours keep the run that they were measured in: the regions in force when it began are theirs.
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

/** Read them from the entries of the trail alone. */
export function calibrationsByTrail(sql: Sql, device_uuid: string): DeviceCalibrations {
  const follow = (kind: 'calibration' | 'dye_calibration') =>
    sql
      .all<{ uuid: string }>(
        'SELECT DISTINCT uuid FROM audit WHERE kind = ? AND instr(entry, ?) > 0',
        kind,
        device_uuid,
      )
      .map(({ uuid }) => ({ uuid, ...followEntries(sql, kind, uuid) }))
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
