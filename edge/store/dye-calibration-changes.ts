import { dyeCalibrationState } from '../../domain/actions/dye-calibration.ts'
import { canonicalJson } from '../../domain/canonical.ts'
import type { DyeCalibration, MeasuredDyes } from '../../domain/entities/dye-calibration.ts'
import type { Compensation } from '../../domain/entities/evaluation-recipe.ts'
import { Fault } from '../../domain/fault.ts'
import type { Reason } from '../../domain/reasons/reason.ts'
import { withDyes } from '../../domain/rules/calibration-age.ts'
import { compensationOf } from '../../domain/rules/dye-plate.ts'
import { allowAction } from './allow.ts'
import { type By, mustSee, readSeen } from './by.ts'
import { dyesInForce } from './calibrations-in-force.ts'
import { authorOf, type PlannedOperation, readRecord, wasEverUsed } from './operations.ts'
import type { Planners } from './planner.ts'
import { refuseHeld } from './recalls/holds.ts'
import type { Sql } from './sql.ts'
import { notAfter } from './store-time.ts'

export type DyeCalibrationChange =
  | {
      type: 'dye_calibration.keep'
      uuid: string
      run_uuid: string
      /** Hash of the curves that were measured. */
      input_hash: string
      measured: MeasuredDyes
      engine: string
    }
  | { type: 'dye_calibration.withdraw'; uuid: string; reason: string }

export const dyeCalibrationPlanners: Planners<DyeCalibrationChange> = {
  'dye_calibration.keep': (sql, change, by, at) => {
    let kept: DyeCalibration | null = null
    const { device_uuid } = readSeen(sql, 'analysis', change.run_uuid, by.sight)
    const keep: PlannedOperation<'dye_calibration'> = {
      kind: 'dye_calibration',
      uuid: change.uuid,
      action: 'dye_calibration.keep',
      change: (found) => {
        if (found || wasEverUsed(sql, 'dye_calibration', change.uuid)) {
          throw new Fault('taken', 'Id is not unique', { field: 'uuid', reason: 'id_not_unique' })
        }
        kept = make(sql, change, by, at)
        return kept
      },
    }
    return [keep, ...noteDyes(sql, device_uuid, change.uuid, () => ({ kept, without: null }))]
  },
  'dye_calibration.withdraw': (sql, { uuid, reason }, by, at) => {
    const withdraw: PlannedOperation<'dye_calibration'> = {
      kind: 'dye_calibration',
      uuid,
      action: 'dye_calibration.withdraw',
      reason,
      change: (found) => {
        const before = mustSee('dye_calibration', found, by.sight)
        const state = dyeCalibrationState(before)
        allowAction('dye_calibration', 'withdraw', state, by.permissions, reason)
        return { ...before, withdrawn: { reason, at, ...authorOf(by.actor) } }
      },
    }
    const found = readRecord(sql, 'dye_calibration', uuid)
    return [
      withdraw,
      ...noteDyes(sql, found?.device_uuid ?? null, uuid, () => ({ kept: null, without: uuid })),
    ]
  },
}

/** Plan to note in the device's configuration which colours it has: the launch and the page of the device read them there. */
function noteDyes(
  sql: Sql,
  device: string | null,
  uuid: string,
  after: () => Parameters<typeof dyesInForce>[2],
): PlannedOperation<'device'>[] {
  if (device === null || !readRecord(sql, 'device', device)) return []
  return [
    {
      kind: 'device',
      uuid: device,
      action: 'device.calibrate',
      reason: `Colour calibration ${uuid}`,
      change: (before) => {
        if (!before) throw new Fault('not_found', 'No such device')
        return { ...before, config: withDyes(before.config, dyesInForce(sql, device, after())) }
      },
    },
  ]
}

/** @throws Fault `refused` for a limit that is not met or a run that a recall holds, `stale` for a run with other curves by now. */
function make(
  sql: Sql,
  change: DyeCalibrationChange & { type: 'dye_calibration.keep' },
  by: By,
  at: string,
): DyeCalibration {
  const { uuid, run_uuid, input_hash, measured, engine } = change
  const run = readSeen(sql, 'analysis', run_uuid, by.sight)
  refuseHeld(sql, run_uuid)
  if (run.curves_hash !== input_hash) {
    throw new Fault('stale', 'The analysis changed meanwhile', { reason: 'changed_meanwhile' })
  }
  const { failures, ...kept } = measured
  if (failures.length > 0) {
    const limits = failures.map(({ limit }) => limit).join(', ')
    throw new Fault('refused', `Outside of the limits: ${limits}`, {
      reason: 'dye_limits',
      params: { limits },
    })
  }
  const { name, swarm_uuid, device_uuid, bcube, source } = run
  const device = device_uuid === null ? null : readRecord(sql, 'device', device_uuid)
  return {
    uuid,
    created_at: at,
    updated_at: at,
    name,
    swarm_uuid,
    run_uuid,
    input_hash,
    measured_at: notAfter(at, run.ended_at ?? run.created_at),
    device_uuid,
    device_name: device?.name ?? bcube ?? (source?.instrument || source?.file_name) ?? '',
    ...kept,
    engine,
    ...authorOf(by.actor),
    withdrawn: null,
  }
}

/**
 * Refuse a matrix that says it is of a calibration and is not, or whose calibration was withdrawn. One that a method has already
 * stays: old methods and analyses keep theirs.
 * @throws Fault `invalid`
 */
export function checkCompensation(
  sql: Sql,
  after: Compensation | undefined,
  before: Compensation | undefined,
  by: Pick<By, 'sight'>,
): void {
  if (!after?.from || canonicalJson(after) === canonicalJson(before ?? null)) return
  const field = 'evaluation.compensation'
  const refuse = (message: string, reason: Reason) =>
    new Fault('invalid', message, { field, reason })
  const found = readRecord(sql, 'dye_calibration', after.from.calibration_uuid)
  if (!found || !by.sight.swarms.includes(found.swarm_uuid)) {
    throw refuse('No such colour calibration', 'dye_calibration_unknown')
  }
  if (found.withdrawn) {
    throw refuse('This colour calibration was withdrawn', 'dye_calibration_withdrawn')
  }
  if (canonicalJson(compensationOf(found)) === canonicalJson(after)) return
  throw refuse('The matrix is not that of the calibration', 'dye_calibration_differs')
}
