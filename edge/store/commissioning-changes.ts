import type { CommissioningState } from '../../domain/actions/commissioning.ts'
import type { Commissioning } from '../../domain/entities/commissioning.ts'
import type { Device } from '../../domain/entities/device.ts'
import { Fault } from '../../domain/fault.ts'
import { findCommissioning, isCommissioned } from '../../domain/rules/commissioning.ts'
import { findHealth } from '../../domain/rules/device-health.ts'
import { allowAction } from './allow.ts'
import { type By, mustSee } from './by.ts'
import { readInfo } from './device-reports.ts'
import { openRecord } from './open-record.ts'
import { readRecord, wasEverUsed } from './operations.ts'
import type { Planners } from './planner.ts'
import { holdOn } from './recalls/holds.ts'
import { findRecalled } from './recalls/recalled-calibrations.ts'
import { signRecord, type SignatureOrder } from './sign.ts'
import type { Sql } from './sql.ts'

export type CommissioningChange =
  | {
      type: 'commissioning.prepare'
      uuid: string
      device_uuid: string
      /** Versions that the device is offered, which the provider knows. */
      updates: string[]
    }
  | {
      type: 'commissioning.sign'
      uuid: string
      order: SignatureOrder
      /** Versions that the device is offered at the signature. */
      updates: string[]
    }

export const commissioningPlanners: Planners<CommissioningChange> = {
  'commissioning.prepare': (sql, change, by, at) => {
    const draft = findDraft(sql, change.device_uuid)
    const uuid = draft?.uuid ?? change.uuid
    return {
      kind: 'commissioning',
      uuid,
      action: 'commissioning.prepare',
      change: (before) => prepare(sql, before, { ...change, uuid }, by, at),
    }
  },
  'commissioning.sign': (sql, { uuid, ...signing }, by, at) => ({
    kind: 'commissioning',
    uuid,
    action: 'commissioning.sign',
    reason: signing.order.comment,
    change: (before) => sign(sql, before, signing, by, at),
  }),
}

function stateOf(record: Commissioning | null): CommissioningState {
  return record?.signature ? 'signed' : 'draft'
}

/** Return the sheet of a device that waits for its signature; null where none does. */
function findDraft(sql: Sql, device: string): Commissioning | null {
  const row = sql.first<{ body: string }>(
    `SELECT body FROM records WHERE kind = 'commissioning' AND deleted_at IS NULL
       AND json_extract(body, '$.device_uuid') = ? AND json_extract(body, '$.signature') IS NULL`,
    device,
  )
  return row && openRecord('commissioning', row.body)
}

function prepare(
  sql: Sql,
  before: Commissioning | null,
  { uuid, device_uuid, updates }: CommissioningChange & { type: 'commissioning.prepare' },
  by: By,
  at: string,
): Commissioning {
  const device = mustSee('device', readRecord(sql, 'device', device_uuid), by.sight)
  allowAction('commissioning', 'prepare', stateOf(before), by.permissions)
  if (!before && wasEverUsed(sql, 'commissioning', uuid)) {
    throw new Fault('taken', 'Id is not unique', { field: 'uuid', reason: 'id_not_unique' })
  }
  const { name, deviceType, serial_no, hostname, model, bkernel_version } = device
  return {
    uuid,
    created_at: before?.created_at ?? at,
    updated_at: at,
    user_uuid: by.actor.uuid,
    user_name: by.actor.name,
    name,
    device_uuid,
    deviceType,
    serial_no,
    hostname,
    model,
    bkernel_version,
    steps: judge(sql, device, updates, at),
    signature: null,
  }
}

/** Judge the steps of a device by its last report, the ledger and its runs, as they are in the store now. */
function judge(
  sql: Sql,
  device: Device,
  updates: readonly string[],
  at: string,
): Commissioning['steps'] {
  const now = Date.parse(at)
  const report = readInfo(sql, device.uuid)
  const checks = findHealth({ device, info: report.info, heardAt: report.heard_at }, now)
  const commands = sql
    .all<{ body: string }>(
      `SELECT body FROM records WHERE kind = 'command' AND json_extract(body, '$.device_uuid') = ?
         AND body ->> '$.command.name' = 'FLASH' ORDER BY updated_at DESC LIMIT 20`,
      device.uuid,
    )
    .map(({ body }) => openRecord('command', body))
  const runs = sql
    .all<{ body: string }>(
      `SELECT body FROM records WHERE kind = 'analysis' AND json_extract(body, '$.device_uuid') = ?
         AND deleted_at IS NULL AND status IN ('VALIDATION', 'ABORT', 'INCOMPLETE')
       ORDER BY created_at DESC LIMIT 50`,
      device.uuid,
    )
    .map(({ body }) => openRecord('analysis', body))
    // Count no run that a recall holds: it proves nothing.
    .filter(({ uuid, status }) => status !== 'VALIDATION' || holdOn(sql, uuid) === 0)
  const steps = findCommissioning({ device, checks, commands, runs, updates }, now)
  // Ask for recalls, which say that what the calibration measures is wrong, whatever its validity.
  const isRecalled = findRecalled(sql, device.uuid).size > 0
  return steps.map((one) =>
    one.step === 'calibration' && isRecalled ? { ...one, state: 'failed' } : one,
  )
}

/** Facts of a device that a sheet repeats. */
const repeated = [
  'name',
  'deviceType',
  'serial_no',
  'hostname',
  'model',
  'bkernel_version',
] as const satisfies (keyof Commissioning & keyof Device)[]

/**
 * Refuse a sheet of which something is no longer so: between preparation and signature a calibration is recalled, a self-test fails,
 * software changes. The time of a step may be another one.
 * @throws Fault `stale` with the field.
 */
function checkStillSo(
  sql: Sql,
  record: Commissioning,
  device: Device,
  updates: readonly string[],
  at: string,
): void {
  const changed = repeated.find((field) => record[field] !== device[field])
  if (changed) {
    throw new Fault('stale', `The device has another ${changed} by now: prepare the sheet again`, {
      field: changed,
      reason: 'commissioning_device_changed',
    })
  }
  const now = judge(sql, device, updates, at)
  const place = record.steps.findIndex(
    ({ step, state }) =>
      step !== 'blink' && now.some((one) => one.step === step && one.state !== state),
  )
  const step = record.steps[place]?.step
  if (step === undefined) return
  throw new Fault(
    'stale',
    `The step ${step} is no longer done: do it and prepare the sheet again`,
    {
      field: `steps.${place}.state`,
      reason: 'commissioning_changed',
      params: { step },
    },
  )
}

/**
 * Sign a sheet as it was on the screen, if each of its steps is still done.
 * @throws Fault `refused` where a required step is not done, `stale` where one is no longer done, when it was prepared again meanwhile, `not_found` for a
 * device that has left the company: its sheet would say that it came into service here.
 */
function sign(
  sql: Sql,
  before: Commissioning | null,
  {
    order,
    updates,
  }: Pick<CommissioningChange & { type: 'commissioning.sign' }, 'order' | 'updates'>,
  by: By,
  at: string,
): Commissioning {
  const record = mustSee('commissioning', before, by.sight)
  const device = mustSee('device', readRecord(sql, 'device', record.device_uuid), by.sight)
  allowAction('commissioning', 'sign', stateOf(record), by.permissions)
  if (!isCommissioned(record.steps)) {
    throw new Fault('refused', 'A required step is not done', { reason: 'commissioning_open' })
  }
  const signature = signRecord(sql, { ...record }, order, by, at)
  checkStillSo(sql, record, device, updates, at)
  return { ...record, signature }
}
