import type { CalibrationState } from '../../domain/actions/calibration.ts'
import { lifeOf } from '../../domain/actions/device.ts'
import { type CalibrationKind, isFirm, limitsOf } from '../../domain/catalog/calibration.ts'
import type { Calibration } from '../../domain/entities/calibration.ts'
import type { Device } from '../../domain/entities/device.ts'
import { Fault } from '../../domain/fault.ts'
import { acceptedOf, validUntil, withAccepted } from '../../domain/rules/calibration-age.ts'
import { type DriftSeries, withDrift } from '../../domain/rules/calibration-drift.ts'
import { seenLength } from '../../domain/rules/plain-text.ts'
import { allowAction } from './allow.ts'
import { type By, mustSee } from './by.ts'
import { openRecord } from './open-record.ts'
import { readRecord, wasEverUsed } from './operations.ts'
import type { Planners } from './planner.ts'
import { recalledBasis } from './recalls/recalled-calibrations.ts'
import { signRecord, type SignatureOrder } from './sign.ts'
import type { Sql } from './sql.ts'
import { notAfter } from './store-time.ts'

/** Measured and judged by the service; the store adds device, person and validity. */
export type JudgedCalibration = Pick<
  Calibration,
  'device_uuid' | 'method' | 'material' | 'measured_at' | 'evidence' | 'findings'
>

export type CalibrationChange =
  | { type: 'calibration.prepare'; uuid: string; judged: JudgedCalibration }
  | { type: 'calibration.sign'; uuid: string; order: SignatureOrder }
  /** Written by the service after a run: what of the device reaches its limit first. */
  | { type: 'device.drift'; uuid: string; drift: DriftSeries | null }

/** A device has one draft of each kind, which is prepared again until it is accepted (decision 63). */
export const calibrationPlanners: Planners<CalibrationChange> = {
  'calibration.prepare': (sql, change, by, at) => {
    const { device_uuid, evidence } = change.judged
    const draft = findDraft(sql, device_uuid, evidence.of)
    const uuid = draft?.uuid ?? change.uuid
    return {
      kind: 'calibration',
      uuid,
      action: 'calibration.prepare',
      change: (before) => prepare(sql, before, { uuid, judged: change.judged }, by, at),
    }
  },
  'calibration.sign': (sql, { uuid, order }, by, at) => {
    const found = readRecord(sql, 'calibration', uuid)
    const record = mustSee('calibration', found, by.sight)
    return [
      {
        kind: 'calibration',
        uuid,
        action: 'calibration.sign',
        reason: order.comment,
        change: (before) => sign(sql, before, order, by, at),
      },
      {
        kind: 'device',
        uuid: record.device_uuid,
        action: 'device.calibrate',
        reason: `Calibration ${uuid}`,
        change: (before) => {
          const device = allowDevice(before, by)
          return { ...device, config: withAccepted(device.config, record, at) }
        },
      },
    ]
  },
  'device.drift': (_sql, { uuid, drift }, by) => ({
    kind: 'device',
    uuid,
    action: 'device.calibrate',
    reason: drift ? `Drift: ${drift.what} ${drift.part} ${drift.well ?? ''}`.trim() : 'No drift',
    change: (before) => {
      const device = mustSee('device', before, by.sight)
      return { ...device, config: withDrift(device.config, drift) }
    },
  }),
}

function stateOf(record: Calibration | null): CalibrationState {
  return record?.signature ? 'accepted' : 'draft'
}

function allowDevice(before: Device | null, by: By): Device {
  const device = mustSee('device', before, by.sight)
  allowAction('device', 'calibrate', lifeOf(device), by.permissions)
  return device
}

/** Return the calibration of a kind that waits for its signature; null where none does. */
function findDraft(sql: Sql, device: string, kind: CalibrationKind): Calibration | null {
  const row = sql.first<{ body: string }>(
    `SELECT body FROM records WHERE kind = 'calibration' AND deleted_at IS NULL
       AND json_extract(body, '$.device_uuid') = ? AND json_extract(body, '$.kind') = ?
       AND json_extract(body, '$.signature') IS NULL`,
    device,
    kind,
  )
  return row && openRecord('calibration', row.body)
}

function prepare(
  sql: Sql,
  before: Calibration | null,
  { uuid, judged }: { uuid: string; judged: JudgedCalibration },
  by: By,
  at: string,
): Calibration {
  const device = allowDevice(readRecord(sql, 'device', judged.device_uuid), by)
  allowAction('calibration', 'prepare', stateOf(before), by.permissions)
  if (!before && wasEverUsed(sql, 'calibration', uuid)) {
    throw new Fault('taken', 'Id is not unique', { field: 'uuid', reason: 'id_not_unique' })
  }
  const { of: kind } = judged.evidence
  const measured_at = notAfter(at, judged.measured_at)
  return {
    uuid,
    created_at: before?.created_at ?? at,
    updated_at: at,
    user_uuid: by.actor.uuid,
    user_name: by.actor.name,
    name: device.name,
    deviceType: device.deviceType,
    serial_no: device.serial_no,
    cartridge_type: device.cartridge_type,
    kind,
    ...judged,
    measured_at,
    valid_until: validUntil(kind, measured_at),
    limits: limitsOf(kind),
    supersedes: acceptedOf(device)[kind]?.uuid ?? null,
    signature: null,
  }
}

/**
 * Accept a calibration as it was on the screen.
 * @throws Fault `refused` beyond a firm limit, and for one whose validity is over, `reason_needed` beyond another one without a comment, `stale` when another was accepted
 *   or the draft was prepared again meanwhile.
 */
function sign(
  sql: Sql,
  before: Calibration | null,
  order: SignatureOrder,
  by: By,
  at: string,
): Calibration {
  const record = mustSee('calibration', before, by.sight)
  allowAction('calibration', 'sign', stateOf(record), by.permissions)
  const firm = record.findings.find(({ limit }) => isFirm(limit))
  if (firm) {
    throw new Fault('refused', `A limit that nobody may accept is not kept: ${firm.limit}`, {
      reason: 'calibration_failed',
      params: { limit: firm.limit, count: record.findings.length },
    })
  }
  if (record.findings.length > 0 && seenLength(order.comment) < 3) {
    throw new Fault('reason_needed', 'Say why it is accepted', { field: 'comment' })
  }
  // Refuse one that is over, which would take the place of one that is valid.
  if (Date.parse(record.valid_until) <= Date.parse(at)) {
    throw new Fault('refused', 'Its validity is over already: measure again', {
      reason: 'calibration_over',
    })
  }
  const device = readRecord(sql, 'device', record.device_uuid)
  if (device && device.created_at > record.updated_at) {
    throw new Fault('stale', 'The device was elsewhere since it was prepared: prepare it again', {
      reason: 'changed_meanwhile',
    })
  }
  if (device && (acceptedOf(device)[record.kind]?.uuid ?? null) !== record.supersedes) {
    throw new Fault('stale', 'Another calibration was accepted meanwhile: prepare it again', {
      reason: 'changed_meanwhile',
    })
  }
  if (
    device &&
    acceptedOf({ config: withAccepted(device.config, record, at) })[record.kind]?.brokenBy
  ) {
    throw new Fault('stale', 'It was measured by another calibration than the one in force', {
      reason: 'changed_meanwhile',
    })
  }
  const recalled = recalledBasis(sql, record)
  if (recalled) {
    throw new Fault('refused', `It was measured by a calibration that is recalled: ${recalled}`, {
      field: 'evidence',
      reason: 'calibration_basis_recalled',
      params: { kind: recalled },
    })
  }
  return { ...record, signature: signRecord(sql, { ...record }, order, by, at) }
}
