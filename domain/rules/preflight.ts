import type { Reason } from '../reasons/reason.ts'
import type { Analysis } from '../entities/analysis.ts'
import type { Evaluation } from '../entities/evaluation-recipe.ts'
import type { Device } from '../entities/device.ts'
import type { FaultDetail } from '../fault.ts'
import { findLayoutProblems, type LayoutLimits } from './cartridge.ts'
import { deviceState } from './device.ts'
import { compareVersions } from './version.ts'

type Plan = Pick<Analysis, 'cartridge_type' | 'samples' | 'method'>

/**
 * Return the reason that a device cannot take this run now, or null. Shown beside each device of the wizard (spec §5, §8).
 * @param hidden wavelengths that the record leaves out for this reader (rules/device-sight.ts): the server judges them.
 */
export function refuseDevice(
  device: Device,
  plan: Pick<Analysis, 'cartridge_type' | 'method'>,
  hidden: readonly string[] = [],
): FaultDetail | null {
  const params = { device: device.name }
  const refuse = (
    code: FaultDetail['code'],
    reason: Reason,
    message: string,
    more = {},
  ): FaultDetail => ({
    code,
    reason,
    message,
    field: 'device_uuid',
    params: { ...params, ...more },
  })
  const state = deviceState(device)
  if (state === 'offline')
    return refuse('device_unreachable', 'device_offline', `${device.name} is offline`)
  if (state === 'in_use' || state === 'busy')
    return refuse('device_busy', 'device_busy', `${device.name} is busy`)
  if (state !== 'available')
    return refuse('device_unreachable', 'device_unavailable', `${device.name} is not ready`)
  if (device.cartridge_type !== plan.cartridge_type) {
    return refuse('refused', 'wrong_cartridge', `${device.name} takes another cartridge`)
  }
  const missing = plan.method.process.channels.find(
    ({ wavelength }) => !hidden.includes(wavelength) && !device.wavelengths.includes(wavelength),
  )
  if (missing) {
    return refuse('refused', 'channel_missing', `${device.name} has no ${missing.wavelength}`, {
      channel: missing.wavelength,
    })
  }
  const required = plan.method.minimum_bkernel
  if (required && compareVersions(device.bkernel_version, required) < 0) {
    return refuse(
      'device_outdated',
      'device_outdated',
      `Device ${device.name} needs to be updated to ${required} before launching this analysis on it`,
      { required },
    )
  }
  if (
    hasSeveralThresholds(plan.method.evaluation) &&
    compareVersions(device.bkernel_version, lastWithOneThreshold) <= 0
  ) {
    return refuse(
      'device_outdated',
      'several_thresholds',
      'Unavailable for this model or bkernel version',
      { newer_than: lastWithOneThreshold },
    )
  }
  return null
}

/** Newest device software that knows one threshold per target only (spec section 5). */
const lastWithOneThreshold = '2.7.3'

/** Return true when a target has more than one threshold. */
function hasSeveralThresholds(evaluation: Evaluation): boolean {
  return evaluation.targets.some(
    ({ well_thresholds: more }) => more !== undefined && more.length > 0,
  )
}

/** Find everything that blocks the launch of a plan: layout first, then the device. */
export function findLaunchProblems(
  plan: Plan,
  device: Device,
  limits: Omit<LayoutLimits, 'cartridge_type'> = {},
): FaultDetail[] {
  const { minimum_samples = [], expected_wells } = limits
  const problems = findLayoutProblems(plan.samples, {
    cartridge_type: plan.cartridge_type,
    minimum_samples,
    expected_wells,
  })
  const refusal = refuseDevice(device, plan)
  return refusal ? [...problems, refusal] : problems
}
