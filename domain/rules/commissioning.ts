import type { Analysis } from '../entities/analysis.ts'
import {
  type CommissioningStep,
  commissioningSteps,
  type StepState,
} from '../entities/commissioning.ts'
import type { CommandRecord } from '../entities/command.ts'
import type { Device } from '../entities/device.ts'
import { isCalibrationDue, isCalibrationSigned } from './calibration-age.ts'
import type { HealthCheck, HealthCheckName } from './device-health.ts'

/** Known facts about a device that comes into service. */
export interface CommissioningFacts {
  device: Device
  /** Checks of its last report. */
  checks: readonly HealthCheck[]
  commands: readonly CommandRecord[]
  runs: readonly Pick<Analysis, 'device_uuid' | 'status' | 'ended_at'>[]
  /** Versions to which it can be updated; null while that is not read. */
  updates: readonly string[] | null
}

export interface StepFound {
  step: CommissioningStep
  state: StepState
  /** Moment at which it was found so (ISO 8601); null where no record says it. */
  at: string | null
}

/**
 * Find the state of each step from records, reports and the ledger, so that a walk that was broken off goes on where the device is. No step
 * is done because somebody says so.
 * @param at time of the reader (ms since 1970).
 */
export function findCommissioning(facts: CommissioningFacts, at: number): StepFound[] {
  return commissioningSteps.map((step) => ({ step, ...judges[step](facts, at) }))
}

/** Return true where every required step is done: the light only shows which device it is. */
export function isCommissioned(steps: readonly Pick<StepFound, 'step' | 'state'>[]): boolean {
  return commissioningSteps.every(
    (wanted) =>
      wanted === 'blink' || steps.some(({ step, state }) => step === wanted && state === 'done'),
  )
}

type Found = Omit<StepFound, 'step'>

const found = (state: StepState, at: string | null = null): Found => ({ state, at })

const judges: Readonly<
  Record<CommissioningStep, (facts: CommissioningFacts, at: number) => Found>
> = {
  // Count it once the device has done it: the person who ordered it saw which one it is.
  blink: ({ device, commands }) => {
    const last = commands.find(
      ({ device_uuid, command, state }) =>
        device_uuid === device.uuid && command.name === 'FLASH' && state === 'done',
    )
    return last ? found('done', last.updated_at) : found('todo')
  },
  name: ({ device: { name, serial_no, hostname } }) =>
    found(name === serial_no || name === hostname ? 'todo' : 'done'),
  swarm: ({ device }) => found(device.swarms.length > 0 ? 'done' : 'todo'),
  network: ({ checks }) => byCheck(checks, 'line'),
  clock: ({ checks }) => byCheck(checks, 'clock'),
  version: ({ updates }) => {
    if (updates === null) return found('unknown')
    return found(updates.length === 0 ? 'done' : 'todo')
  },
  self_test: ({ checks }) => byCheck(checks, 'self_test'),
  calibration: ({ device }, at) =>
    found(isCalibrationSigned(device) && !isCalibrationDue(device, at) ? 'done' : 'todo'),
  test_run: ({ device, runs }) => {
    const mine = runs.filter(({ device_uuid }) => device_uuid === device.uuid)
    const good = mine.find(({ status }) => status === 'VALIDATION')
    if (good) return found('done', good.ended_at)
    const bad = mine.find(({ status }) => status === 'ABORT' || status === 'INCOMPLETE')
    return bad && mine.length === 1 ? found('failed', bad.ended_at) : found('todo')
  },
}

/** Judge by a check of the device: a warning is a fault for a device that is new. */
function byCheck(checks: readonly HealthCheck[], name: HealthCheckName): Found {
  const check = checks.find((one) => one.name === name)
  if (!check || check.verdict === 'unknown') return found('unknown', check?.at ?? null)
  return found(check.verdict === 'ok' ? 'done' : 'failed', check.at)
}
