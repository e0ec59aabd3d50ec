import type { Reason } from '../reasons/reason.ts'
import { type WavelengthName, wavelengthNames, wavelengths } from '../catalog/wavelengths.ts'
import type { Device } from '../entities/device.ts'
import type { FaultDetail, FaultParams } from '../fault.ts'
import { refuseSamba, sambaFields } from './samba.ts'

type Config = Device['config']
type Subject = Pick<Device, 'deviceType' | 'bkernel_version' | 'wavelengths'>
type Value = Config[string]

/** Keys of secrets, which must never be in a configuration: it is read, synchronised and audited. */
const secretKey =
  /pass(word|wd|phrase|code)?($|[._\d])|pwd|secret|token|credential|private|api_?key|(^|[._])pin($|[._])/i

/**
 * Find problems of a device's stored configuration. Known keys are `illumination.<wavelength>.intensity` and
 * `.exposure` (limits of the wavelength, VAL-037, VAL-038) and `samba.…` (ENT-054); others are the device's own and
 * only bounded in size. Secrets are refused: a Samba password goes to the device by its command and stays there.
 */
export function findConfigProblems(config: Config, device: Subject): FaultDetail[] {
  return Object.entries(config).flatMap(([key, value]) => {
    const found = judge(key, value, device)
    if (!found) return []
    const { reason, message, params } = found
    const code = reason === 'bkernel_too_old' ? 'device_outdated' : 'invalid'
    return [{ code, field: `config.${key}`, reason, message, params } satisfies FaultDetail]
  })
}

/** Return true for settings that a run is measured by, which nobody changes while it goes on: its curves would jump. */
export function isOfRun(settings: Config): boolean {
  return Object.keys(settings).some((key) => key.startsWith('illumination.'))
}

/** Light source and camera of these channels as they leave the factory (decisions D17). */
export function factoryIllumination(channels: readonly WavelengthName[]): Config {
  const settings: Config = {}
  for (const channel of channels) {
    const { Intensity, Exposure } = wavelengths[channel].settings
    settings[`illumination.${channel}.intensity`] = Intensity.default
    settings[`illumination.${channel}.exposure`] = Exposure.default
  }
  return settings
}

interface Problem {
  reason: Reason
  message: string
  params?: FaultParams
}

function judge(key: string, value: Value, device: Subject): Problem | null {
  if (secretKey.test(key)) {
    return { reason: 'secret_in_config', message: 'No passwords or keys in a configuration' }
  }
  if (key.startsWith('illumination.')) return judgeIllumination(key, value, device)
  return key.startsWith('samba.') ? judgeSamba(key, value, device) : null
}

const settings = { intensity: 'Intensity', exposure: 'Exposure' } as const

function judgeIllumination(key: string, value: Value, device: Subject): Problem | null {
  const [, channel, field] = /^illumination\.([A-Z0-9]+)\.(intensity|exposure)$/.exec(key) ?? []
  const name = wavelengthNames.find((known) => known === channel)
  if (!name || !device.wavelengths.includes(name)) {
    return { reason: 'no_such_channel', message: 'The device has no such channel' }
  }
  const { min, max } = wavelengths[name].settings[settings[field as keyof typeof settings]]
  if (typeof value === 'number' && value >= min && value <= max) return null
  return { reason: 'out_of_range', message: `Between ${min} and ${max}`, params: { min, max } }
}

function judgeSamba(key: string, value: Value, device: Subject): Problem | null {
  const refusal = refuseSamba(device)
  if (refusal) return { reason: refusal, message: 'Unavailable for this model or bkernel version' }
  const fields = Object.entries(sambaFields) as [
    keyof typeof sambaFields,
    (typeof sambaFields)[keyof typeof sambaFields],
  ][]
  const [name, isValid] = fields.find(([one]) => key === `samba.${one}`) ?? []
  if (!name || !isValid) return { reason: 'no_such_setting', message: 'There is no such setting' }
  if (typeof value === 'string' && isValid(value)) return null
  return { reason: `samba_${name}`, message: 'This setting is not valid' }
}
