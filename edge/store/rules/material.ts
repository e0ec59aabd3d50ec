import type { Attachment } from '../../../domain/entities/attachment.ts'
import type { Bkernel } from '../../../domain/entities/bkernel.ts'
import type { Device } from '../../../domain/entities/device.ts'
import { Fault } from '../../../domain/fault.ts'
import { lifeOf } from '../../../domain/actions/device.ts'
import { keepCalibration } from '../../../domain/rules/calibration-age.ts'
import { findConfigProblems } from '../../../domain/rules/device-config.ts'
import { deviceTypes } from '../../../domain/catalog/devices.ts'
import { canonicalJson } from '../../../domain/canonical.ts'
import { collectCodes } from '../../names/alike-codes.ts'
import { allowAction } from '../allow.ts'
import type { By } from '../by.ts'
import { asSeen } from '../lists.ts'
import { readRecord, type StoredBody } from '../operations.ts'
import { forgetRehearsal } from '../rollouts/rehearsed-runs.ts'
import type { RecordRules, RulesByKind } from '../record-rule.ts'
import type { Sql } from '../sql.ts'
import { checkNameOf } from './check-name.ts'
import { openRecord } from '../open-record.ts'

/** Refuse dates that no calendar has: the schema checks their form only. */
function mustBeDays(record: StoredBody, fields: readonly string[]): void {
  for (const field of fields) {
    const day = record[field]
    if (typeof day !== 'string') continue
    // Compare with the text: a day that is not there becomes one of the next month, or none.
    const date = new Date(`${day}T00:00:00Z`)
    if (!Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)) continue
    throw new Fault('invalid', 'There is no such day', { field, reason: 'day' })
  }
}

function mustFollow(earlier: string, later: string | null, field: string): void {
  if (later === null || earlier <= later) return
  throw new Fault('invalid', 'The dates are not in order', { field, reason: 'dates_order' })
}

const deviceRules: RecordRules<'device'> = {
  check: (sql, now, was, by) => {
    if (was && now.active !== was.active) {
      const action = now.active === 'Y' ? 'activate' : 'deactivate'
      allowAction('device', action, lifeOf(was), by.permissions)
    }
    if (was && canonicalJson(now.config) !== canonicalJson(was.config)) {
      allowAction('device', 'configure', lifeOf(was), by.permissions)
      const [first, ...others] = findConfigProblems(now.config, now)
      if (first) throw new Fault([first, ...others])
    }
    checkNameOf(sql, 'device', now, was)
    checkSwarms(sql, now, was)
  },
  complete: (_sql, after, before, by, _at, patch) =>
    before && 'config' in patch
      ? { ...after, config: keepUnwritten(after.config, before, by) }
      : after,
  checkDelete: (_sql, before, by) => {
    allowAction('device', 'delete', lifeOf(before), by.permissions)
  },
}

/**
 * Return the settings that a person writes, with what is not theirs to write as it is at this moment: calibrations, one of which may have
 * been signed since they opened the form, and channels that they do not see.
 */
function keepUnwritten(written: Device['config'], before: Device, by: By): Device['config'] {
  const shown = asSeen('device', before, by.sight).config
  const hidden = Object.entries(before.config).filter(([key]) => !(key in shown))
  return keepCalibration({ ...written, ...Object.fromEntries(hidden) }, before.config)
}

/** Look up the swarms that are added now; one that was deleted later does not block an edit. */
function checkSwarms(sql: Sql, now: Device, was: Device | null): void {
  now.swarms.forEach((swarm, index) => {
    if (was?.swarms.includes(swarm) || readRecord(sql, 'swarm', swarm)) return
    throw new Fault('invalid', 'No such swarm', {
      field: `swarms.${index}`,
      reason: 'swarm_unknown',
    })
  })
}

/** Refuse another number, other models or another declaration for a version that has its image: devices may run it under these. */
function mustKeepImage(after: Bkernel, before: Bkernel): void {
  const names = [
    'version',
    'models',
    ...(before.processing ? (['processing'] as const) : []),
  ] as const
  const field = names.find(
    (name) => canonicalJson(after[name] ?? null) !== canonicalJson(before[name] ?? null),
  )
  if (!field) return
  throw new Fault(
    'refused',
    'This version has its image: publish other software as a new version',
    {
      field,
      reason: 'image_there',
    },
  )
}

const bkernelRules: RecordRules<'bkernel'> = {
  check: (sql, after, before) => {
    const { uuid, version, models, released_at, unsupported_from } = after
    if (before?.file_hash) mustKeepImage(after, before)
    mustBeDays(after, ['released_at', 'unsupported_from'])
    mustFollow(released_at, unsupported_from, 'unsupported_from')
    const same = sql.all<{ body: string }>(
      `SELECT body FROM records WHERE kind = 'bkernel' AND deleted_at IS NULL AND uuid <> ?
         AND json_extract(body, '$.version') = ?`,
      uuid,
      version,
    )
    const shared = same.some(({ body }) =>
      openRecord('bkernel', body).models.some((model) => models.includes(model)),
    )
    if (!shared) return
    throw new Fault('taken', 'There is this version for one of these models already', {
      field: 'version',
      reason: 'version_taken',
    })
  },
  checkDelete: (_sql, { company_uuids, device_uuids }) => {
    if (company_uuids.length + device_uuids.length === 0) return
    throw new Fault('refused', 'Unlink it from companies and devices first', { reason: 'linked' })
  },
  forget: (sql, { uuid }) => forgetRehearsal(sql, uuid),
}

const bkitRules: RecordRules<'bkit'> = {
  check: (_sql, after) => {
    const { production_start_date, production_end_date, expiry_date } = after
    mustBeDays(after, ['production_start_date', 'production_end_date', 'expiry_date'])
    mustFollow(production_start_date, production_end_date, 'production_end_date')
    mustFollow(production_end_date, expiry_date, 'expiry_date')
  },
  checkDelete: (sql, before) => {
    const lots = sql.first(
      `SELECT 1 FROM records WHERE kind = 'bkit_lot' AND deleted_at IS NULL
         AND json_extract(body, '$.bkit_uuid') = ?`,
      before.uuid,
    )
    if (lots) throw new Fault('refused', 'There are lots of this kit', { reason: 'has_lots' })
  },
}

/** Tell if another instrument has a serial number that people read as this one: a file's run is of the one that it names. */
function isSerialTaken(sql: Sql, serial: string, uuid: string): boolean {
  const others = sql.all<{ serial: string }>(
    `SELECT json_extract(body, '$.serial_no') AS serial FROM records
     WHERE kind = 'instrument' AND deleted_at IS NULL AND uuid <> ?`,
    uuid,
  )
  return collectCodes(others.map((one) => one.serial)).has(serial)
}

const instrumentRules: RecordRules<'instrument'> = {
  check: (sql, after, before) => {
    const { uuid, serial_no, device_uuid } = after
    if (serial_no !== before?.serial_no && isSerialTaken(sql, serial_no, uuid)) {
      throw new Fault('taken', 'There is an instrument with this serial number', {
        field: 'serial_no',
        reason: 'serial_taken',
      })
    }
    if (device_uuid === null || device_uuid === before?.device_uuid) return
    const gateway = readRecord(sql, 'device', device_uuid)
    if (gateway && deviceTypes[gateway.deviceType].hasInstruments) return
    throw new Fault('invalid', 'There is no such gateway', {
      field: 'device_uuid',
      reason: gateway ? 'no_gateway' : 'device_unknown',
    })
  },
}

const instrumentTypeRules: RecordRules<'instrument_type'> = {
  check: (sql, after, before) => {
    checkNameOf(sql, 'instrument_type', after, before)
  },
}

/** Files that belong to what a record is, and those of signed analyses, stay. */
const attachmentRules: RecordRules<'attachment'> = {
  checkDelete: (sql, before) => {
    if (before.role !== 'file') {
      throw new Fault('refused', 'This file belongs to its record', { reason: 'belongs_to_record' })
    }
    refuseSigned(sql, before)
    refuseHeld(sql, before)
  },
}

/** @throws Fault `refused` for the files of an analysis on legal hold. */
function refuseHeld(
  sql: Sql,
  { resource_kind: kind, resource_uuid: uuid }: Pick<Attachment, 'resource_kind' | 'resource_uuid'>,
): void {
  if (kind !== 'analysis' || !readRecord(sql, 'analysis', uuid)?.legal_hold) return
  throw new Fault('refused', 'The analysis is on legal hold', { reason: 'legal_hold' })
}

/** @throws Fault `refused` for the files of a validated analysis. */
export function refuseSigned(
  sql: Sql,
  file: Pick<Attachment, 'resource_kind' | 'resource_uuid'>,
): void {
  if (file.resource_kind !== 'analysis') return
  const record = readRecord(sql, 'analysis', file.resource_uuid)
  if (record?.status !== 'VALIDATION') return
  throw new Fault('refused', 'Validated analyses cannot be modified!', { reason: 'validated' })
}

export const materialRules: RulesByKind = {
  attachment: attachmentRules,
  bkernel: bkernelRules,
  bkit: bkitRules,
  device: deviceRules,
  instrument: instrumentRules,
  instrument_type: instrumentTypeRules,
}
