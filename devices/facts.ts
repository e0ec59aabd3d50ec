import type { DeviceCartridgeName } from '../domain/catalog/cartridges.ts'
import { deviceTypes } from '../domain/catalog/devices.ts'
import { type WavelengthName, wavelengthNames } from '../domain/catalog/wavelengths.ts'

/** Facts of a device: given when it is started, never changed while it runs. */
export interface DeviceFacts {
  uuid: string
  type: 'bcube' | 'bgate'
  cartridge: DeviceCartridgeName
  /** Model of the hardware: software is published by it. */
  model: string
  hostname: string
  serial: string
  wavelengths: WavelengthName[]
  bkernelVersion: string
  /** Run seconds per real second. */
  speed: number
}

/** Channels a device has unless told otherwise: the fifth is in the 96-well optics only. */
const usualWavelengths: Readonly<Record<DeviceFacts['type'], WavelengthName[]>> = {
  bcube: ['FAM', 'VIC', 'ROX', 'CY5'],
  bgate: ['FAM', 'VIC', 'ROX', 'CY5', 'QUASAR705'],
}

export interface DeviceOptions {
  type?: string | undefined
  cartridge?: string | undefined
  uuid?: string | undefined
  hostname?: string | undefined
  serial?: string | undefined
  wavelengths?: string | undefined
  bkernel?: string | undefined
  speed?: string | undefined
}

/** A 40-cycle run takes a little over a minute. */
export const demoSpeed = 40

/**
 * Check the options of a device.
 * @throws Error naming the option that cannot be.
 */
export function readFacts(options: DeviceOptions): DeviceFacts {
  const { type, uuid } = options
  if (type !== 'bcube' && type !== 'bgate') throw new Error('--type must be bcube or bgate')
  const plates = deviceTypes[type].supported_plates
  const cartridge = plates.find((plate) => plate === options.cartridge)
  if (!cartridge) throw new Error(`--cartridge of a ${type} must be one of ${plates.join(', ')}`)
  if (!uuid) throw new Error('--uuid is missing')
  const speed = Number(options.speed ?? demoSpeed)
  if (!(speed > 0 && speed <= 100_000))
    throw new Error('--speed must be above 0 and at most 100000')
  const serial = options.serial ?? `SIM-${uuid.slice(0, 8)}`
  return {
    uuid,
    type,
    cartridge,
    model: `${type === 'bgate' ? 'bGATE' : 'bCUBE'} ${cartridge.slice('Wells'.length)}`,
    hostname: options.hostname ?? `${type}-${uuid.slice(0, 4)}`,
    serial,
    wavelengths: readWavelengths(options.wavelengths) ?? usualWavelengths[type],
    bkernelVersion: options.bkernel ?? '2.9.4',
    speed,
  }
}

function readWavelengths(text: string | undefined): WavelengthName[] | null {
  if (!text) return null
  return text.split(',').map((name) => {
    const known = wavelengthNames.find((wavelength) => wavelength === name)
    if (!known) throw new Error(`--wavelengths: there is no ${name}`)
    return known
  })
}
