import { type ChainKind, calibrationKinds } from '../../domain/catalog/calibration.ts'
import type { Calibration } from '../../domain/entities/calibration.ts'
import type { DyeCalibration } from '../../domain/entities/dye-calibration.ts'
import { type DyesInForce, validUntil } from '../../domain/rules/calibration-age.ts'
import { factorsOf, type LightFactors } from '../../workers/calibration/light-factors.ts'
import { openRecord } from './open-record.ts'
import { readRecord } from './operations.ts'
import type { Sql } from './sql.ts'

/** Moment after all others: now, whatever it is. */
const latest = '9999'

/** A calibration that was in force, with who accepted it and when; of colours who measured them. */
export type CalibrationOfRun = Pick<Calibration, 'uuid' | 'measured_at' | 'valid_until'> & {
  kind: ChainKind
  /** Version of the calculation. */
  method: string
  signed_by: string
  signed_at: string
}

/**
 * Return the calibrations that were in force on a device at a moment, in the order of the kinds: those accepted since it came to the
 * company. One that was lent and is back has none (decision 65).
 */
export function calibrationsAt(sql: Sql, device: string, moment: string): CalibrationOfRun[] {
  const rows = sql.all<{ body: string }>(
    `SELECT body FROM records WHERE kind = 'calibration' AND deleted_at IS NULL
       AND json_extract(body, '$.device_uuid') = ? AND json_extract(body, '$.signature.at') BETWEEN ? AND ?
     ORDER BY json_extract(body, '$.signature.at') DESC`,
    device,
    arrivedAt(sql, device, moment),
    moment,
  )
  const signed = rows.map((row) => openRecord('calibration', row.body))
  const accepted = calibrationKinds.flatMap((kind): CalibrationOfRun[] => {
    const one = signed.find((record) => record.kind === kind)
    if (!one?.signature) return []
    const { uuid, method, measured_at, valid_until, signature } = one
    const { printed_name: signed_by, at: signed_at } = signature
    return [{ uuid, kind, method, measured_at, valid_until, signed_by, signed_at }]
  })
  const dyes = newestDyes(sql, device, { at: moment, without: null })
  if (!dyes) return accepted
  const { uuid, engine: method, measured_at, user_name: signed_by, created_at: signed_at } = dyes
  const valid_until = validUntil('dye', measured_at)
  const ofDyes = {
    uuid,
    kind: 'dye',
    method,
    measured_at,
    valid_until,
    signed_by,
    signed_at,
  } as const
  return [...accepted, ofDyes]
}

/** Return when a device last came from another company before a moment; the beginning of time for one that never did. */
function arrivedAt(sql: Sql, device: string, moment: string): string {
  const row = sql.first<{ at: string | null }>(
    `SELECT max(at) AS at FROM operations
     WHERE kind = 'device' AND action = 'device.register' AND uuid = ? AND at <= ?`,
    device,
    moment,
  )
  return row?.at ?? ''
}

/** Factors of light by the calibration that they are from. */
export interface LightInForce {
  uuid: string
  factors: LightFactors[]
}

/** Return the factors of light in force on a device at a moment; null where there are none, or none that were valid then. */
export function lightAt(sql: Sql, device: string, moment: string): LightInForce | null {
  const known = calibrationsAt(sql, device, moment)
  const [light, regions] = (['illumination', 'roi'] as const).map((wanted) =>
    known.find(({ kind }) => kind === wanted),
  )
  const record = light && readRecord(sql, 'calibration', light.uuid)
  if (record?.evidence.of !== 'illumination' || record.valid_until < moment) return null
  if (record.evidence.roi_uuid !== regions?.uuid) return null
  return { uuid: record.uuid, factors: factorsOf(record.evidence) }
}

/** Return what the configuration of a device says of its colours after one calibration was kept or withdrawn. */
export function dyesInForce(
  sql: Sql,
  device: string,
  { kept, without }: { kept: DyeCalibration | null; without: string | null },
): DyesInForce | null {
  const known = newestDyes(sql, device, { at: null, without })
  const newest = kept && (!known || kept.measured_at >= known.measured_at) ? kept : known
  if (!newest) return null
  const { uuid, measured_at, channels } = newest
  const regions = calibrationsAt(sql, device, measured_at).find(({ kind }) => kind === 'roi')
  return { uuid, measured_at, channels, roi_uuid: regions?.uuid ?? null }
}

/** Return the calibration of colours with the newest run, of those that were kept and not withdrawn at a moment. */
function newestDyes(
  sql: Sql,
  device: string,
  { at, without }: { at: string | null; without: string | null },
): DyeCalibration | null {
  const rows = sql.all<{ body: string }>(
    `SELECT body FROM records WHERE kind = 'dye_calibration' AND deleted_at IS NULL
       AND json_extract(body, '$.device_uuid') = ? AND uuid IS NOT ?
     ORDER BY json_extract(body, '$.measured_at') DESC`,
    device,
    without,
  )
  const known = rows.map((row) => openRecord('dye_calibration', row.body))
  const since = arrivedAt(sql, device, at ?? latest)
  return (
    known.find(
      ({ created_at, measured_at, withdrawn }) =>
        measured_at >= since &&
        (at === null || created_at <= at) &&
        (withdrawn === null || (at !== null && withdrawn.at > at)),
    ) ?? null
  )
}
