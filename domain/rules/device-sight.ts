import { type DeviceType, deviceTypes } from '../catalog/devices.ts'
import {
  technicianNeeds,
  type WavelengthName,
  wavelengthNames,
  wavelengths,
} from '../catalog/wavelengths.ts'
import type { Permission } from '../permissions.ts'

/** Permissions that open something on devices: bGATEs and their plates, and what is for technicians (spec §6). */
const gates: readonly Permission[] = ['cfx96.use', technicianNeeds]

/** Return those of the gates that are not held. */
export function closedGates(held: readonly string[]): Permission[] {
  return gates.filter((gate) => !held.includes(gate))
}

type Types = Readonly<Record<string, Pick<DeviceType, 'techOnly' | 'permission'>>>

/** List the types of device that are hidden as if there were none (PERM-005, PERM-006). */
export function hiddenDeviceTypes(
  closed: readonly string[],
  types: Types = deviceTypes,
): readonly string[] {
  return Object.entries(types)
    .filter(
      ([, { techOnly, permission }]) =>
        (techOnly && closed.includes(technicianNeeds)) ||
        (permission !== null && closed.includes(permission)),
    )
    .map(([type]) => type)
}

/** Return the wavelengths that are not shown (PERM-007). */
export function hiddenWavelengths(closed: readonly string[]): readonly WavelengthName[] {
  if (!closed.includes(technicianNeeds)) return []
  return wavelengthNames.filter((name) => wavelengths[name].forTech)
}

/** Return the settings of a device without those of channels that are hidden from the reader. */
function settingsAsSeen(settings: object, hidden: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(settings).filter(([key]) => !hidden.includes(key.split('.')[1] ?? '')),
  )
}

/** Return an entry of the command ledger without its parts about channels that are hidden from the reader. */
export function commandAsSeen<Body extends { command?: unknown }>(
  body: Body,
  closed: readonly string[],
): Body {
  const hidden: readonly string[] = hiddenWavelengths(closed)
  const { command } = body
  if (hidden.length === 0 || typeof command !== 'object' || command === null) return body
  const { settings } = command as { settings?: unknown }
  if (typeof settings !== 'object' || settings === null) return body
  return { ...body, command: { ...command, settings: settingsAsSeen(settings, hidden) } }
}

interface SeenFields {
  wavelengths?: unknown
  config?: unknown
}

/**
 * Return a device's record without the wavelengths that are hidden from the reader, in its list and in its settings.
 */
export function deviceAsSeen<Body extends SeenFields>(body: Body, closed: readonly string[]): Body {
  const hidden: readonly string[] = hiddenWavelengths(closed)
  if (hidden.length === 0) return body
  const { wavelengths: held, config } = body
  return {
    ...body,
    ...(Array.isArray(held) && { wavelengths: held.filter((name) => !hidden.includes(name)) }),
    ...(typeof config === 'object' &&
      config !== null && {
        config: settingsAsSeen(config, hidden),
      }),
  }
}
