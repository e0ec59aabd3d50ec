import { deviceTypes } from '../../../../domain/catalog/devices.ts'
import type { Device } from '../../../../domain/entities/device.ts'
import type { FaultDetail } from '../../../../domain/fault.ts'
import { can } from '../../../../domain/permissions.ts'
import type { Draft } from '../../../state/draft.ts'
import { account } from '../../../state/session.ts'
import { type Plan, refuseFor } from './plan.ts'

interface OfferedDevice {
  device: Device
  /** Reason that it cannot take the run; null when it can. */
  refusal: FaultDetail | null
}

/** List the devices that this account may see, each with why it cannot take the run. */
export function listDevices(
  devices: readonly Device[] | undefined,
  draft: Draft,
  plan: Plan,
): OfferedDevice[] {
  const permissions = account.value?.permissions ?? []
  return (devices ?? [])
    .filter(({ deviceType }) => can(permissions, deviceTypes[deviceType].permission))
    .map((device) => ({ device, refusal: refuseFor(device, draft, plan) }))
}

/** Refusals that waiting does not change: the device does not fit the method. */
const misfits: readonly (string | undefined)[] = ['wrong_cartridge', 'channel_missing']

/**
 * Find the device to choose automatically: the one that the address names, else the only one that can take a run whose method is
 * known. It also replaces a chosen device that does not fit the method. Null when there is none, or when a person has decided.
 */
export function onlyFitting(
  devices: readonly Device[] | undefined,
  draft: Draft,
  plan: Plan,
  wanted: string | null = null,
): string | null {
  // Choose none for a saved plan without a device, which was saved so on purpose.
  if (draft.saved) return null
  const listed = listDevices(devices, draft, plan)
  const named = listed.find(({ device, refusal }) => device.uuid === wanted && !refusal)
  if (named && draft.device_uuid === null) return wanted
  if (!plan.method || !draft.cartridge_type) return null
  const chosen = listed.find(({ device }) => device.uuid === draft.device_uuid)
  if (draft.device_uuid && !misfits.includes(chosen?.refusal?.reason)) return null
  const fitting = listed.filter(({ refusal }) => !refusal)
  return fitting.length === 1 ? (fitting[0]?.device.uuid ?? null) : null
}
