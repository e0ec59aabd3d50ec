import type { Device } from '../entities/device.ts'
import type { Actions } from './action.ts'

/** States of a device's registration with its company; its activity at the moment is `deviceState` (domain/rules/device.ts). */
export const deviceLives = ['absent', 'active', 'inactive', 'running', 'removed'] as const
export type DeviceLife = (typeof deviceLives)[number]

/**
 * Actions on a device, with the states they start from. A device with a run on it is not touched: its company, key and
 * settings change when the run has ended. A removed one may be registered again, in this company or another.
 */
export const deviceActions = {
  register: { from: ['absent', 'removed'], to: 'active', needs: 'products.migrate' },
  activate: { from: ['inactive'], to: 'active', needs: 'products.edit' },
  deactivate: { from: ['active'], to: 'inactive', needs: 'products.edit' },
  configure: { from: ['active', 'inactive'], needs: 'products.config' },
  /** A version that it would install by itself; also during a run, which it does not touch. */
  postpone: {
    from: ['active', 'inactive', 'running'],
    needs: 'products.update',
    reasonDue: 'always',
  },
  calibrate: { from: ['active', 'inactive'], needs: 'calibrations.compute' },
  migrate: { from: ['active', 'inactive'], to: 'removed', needs: 'products.migrate' },
  delete: { from: ['active', 'inactive'], to: 'removed', needs: 'products.delete' },
} as const satisfies Actions<DeviceLife>

export type DeviceAction = keyof typeof deviceActions

/** Return the state of a device; null means that it does not exist. Also an offline device may have a run on it. */
export function lifeOf(
  device: Pick<Device, 'active' | 'busy' | 'analysis_uuid'> | null,
): DeviceLife {
  if (!device) return 'absent'
  if (device.analysis_uuid !== null || device.busy === 'Y') return 'running'
  return device.active === 'Y' ? 'active' : 'inactive'
}
