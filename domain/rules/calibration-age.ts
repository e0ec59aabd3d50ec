import { type ChainKind, chainKinds, restsOn } from '../catalog/calibration.ts'
import type { Analysis } from '../entities/analysis.ts'
import type { Calibration } from '../entities/calibration.ts'
import type { Company } from '../entities/company.ts'
import type { Device } from '../entities/device.ts'
import type { FaultDetail } from '../fault.ts'

/**
 * Key of a device's configuration with the time of its last calibration. Only the service writes it: from what the device
 * reports about itself (`/device/hello`), from a thermal fit that passed (`/calibrations/thermal/compute`), and from a signed record. It
 * warns and reminds; it proves nothing (`lacksSignedCalibration`).
 */
export const calibratedKey = 'calibration.last_at'

/** Age of a calibration above which a launch is warned; our choice, because the specification gives no figure. */
export const longestCalibrationDays = 365

/** Days for which an accepted calibration is valid: regions, light and dyes as long as QuantStudio's (4489821 B), temperature as the age above. */
const validDays: Readonly<Record<ChainKind, number>> = {
  roi: 183,
  illumination: 183,
  thermal: longestCalibrationDays,
  melt: longestCalibrationDays,
  dye: 183,
}

const dayMs = 86_400_000

/** Beginning of the keys that only the service writes. */
const calibrationPrefix = 'calibration.'

/** Return the moment until which a calibration is valid. */
export function validUntil(kind: ChainKind, measuredAt: string): string {
  return new Date(Date.parse(measuredAt) + validDays[kind] * dayMs).toISOString()
}

/** A calibration that was accepted last, and the one of the chain below whose successor has made it invalid. */
export interface AcceptedLink {
  uuid: string
  until: string
  /** Kind by which it was measured, and of which another is in force by now; null for a valid one. */
  brokenBy: ChainKind | null
}

/** Return the accepted calibrations of a device by kind: their records, the end of their validity, and what has broken them. */
export function acceptedOf({
  config,
}: Pick<Device, 'config'>): Partial<Record<ChainKind, AcceptedLink>> {
  return Object.fromEntries(
    chainKinds.flatMap((kind) => {
      const [uuid, until] = [config[keyOf(kind, 'uuid')], config[keyOf(kind, 'until')]]
      if (typeof uuid !== 'string' || typeof until !== 'string') return []
      const brokenBy = restsOn[kind].find(
        (below) => (config[keyOf(kind, below)] ?? '') !== (config[keyOf(below, 'uuid')] ?? ''),
      )
      return [[kind, { uuid, until, brokenBy: brokenBy ?? null }]]
    }),
  )
}

function keyOf(kind: ChainKind, field: 'uuid' | 'until' | 'channels' | ChainKind): string {
  return `${calibrationPrefix}${kind}.${field}`
}

/** Return the configuration of a device after a calibration of it was accepted. */
export function withAccepted(
  config: Device['config'],
  { uuid, kind, valid_until, measured_at, evidence }: Calibration,
  now: string,
): Device['config'] {
  const dated = kind === 'thermal' ? withCalibration(config, measured_at, now) : config
  const below =
    evidence.of === 'illumination'
      ? { [keyOf(kind, 'roi')]: evidence.roi_uuid }
      : evidence.of === 'melt'
        ? { [keyOf(kind, 'thermal')]: evidence.thermal_uuid ?? '' }
        : {}
  return {
    ...dated,
    [keyOf(kind, 'uuid')]: uuid,
    [keyOf(kind, 'until')]: valid_until,
    ...below,
  }
}

/** Colours of a device: the newest calibration that is not withdrawn, and the regions in force when its run began. */
export interface DyesInForce {
  uuid: string
  measured_at: string
  channels: readonly string[]
  roi_uuid: string | null
}

/** Return the configuration of a device after its colours were measured, or withdrawn: null where none are left. */
export function withDyes(config: Device['config'], dyes: DyesInForce | null): Device['config'] {
  const others = Object.entries(config).filter(
    ([key]) => !key.startsWith(`${calibrationPrefix}dye.`),
  )
  if (!dyes) return Object.fromEntries(others)
  return {
    ...Object.fromEntries(others),
    [keyOf('dye', 'uuid')]: dyes.uuid,
    [keyOf('dye', 'until')]: validUntil('dye', dyes.measured_at),
    [keyOf('dye', 'channels')]: dyes.channels.join(' '),
    [keyOf('dye', 'roi')]: dyes.roi_uuid ?? '',
  }
}

/**
 * Return the channels of a run that the colours of its device were not measured in, or not validly; none where a run has one channel, and
 * where a device has no calibration of colours at all.
 */
export function dyesWithout<Channel extends string>(
  device: Pick<Device, 'config'>,
  channels: readonly Channel[],
  at: number,
): Channel[] {
  const known = acceptedOf(device).dye
  if (!known || channels.length < 2) return []
  if (known.brokenBy !== null || Date.parse(known.until) < at) return [...channels]
  const measured = String(device.config[keyOf('dye', 'channels')] ?? '').split(' ')
  return channels.filter((channel) => !measured.includes(channel))
}

/**
 * Return true for a device whose calibration is overdue: the last thermal one is unknown or too old, or one that was accepted is no
 * longer valid, by its end or because another of the chain has made it invalid. A launch is warned.
 * Colours do not count: a recipe chooses its own (`dyesWithout`).
 */
export function isCalibrationDue(device: Pick<Device, 'config'>, at: number): boolean {
  const age = calibrationAge(device, at)
  if (age === null || age > longestCalibrationDays) return true
  return brokenLinks(device, at).some((kind) => kind !== 'dye')
}

/**
 * Return true where a company that requires calibrations refuses a launch: nobody has signed a thermal calibration of the device, or one of
 * its chain is no longer valid. Neither what a device says of itself nor a fit that nobody signed counts (decision 65).
 */
export function lacksSignedCalibration(device: Pick<Device, 'config'>, at: number): boolean {
  if (acceptedOf(device).thermal === undefined) return true
  return brokenLinks(device, at).some((kind) => kind !== 'dye')
}

/**
 * Find what is missing in the chain of signed calibrations of a device, where the company refuses to launch without it: by the service and in
 * the local network alike.
 * @param at milliseconds since 1970
 */
export function findCalibrationProblems(
  company: Pick<Company, 'calibration_required'> | null | undefined,
  device: Pick<Device, 'name' | 'config'>,
  { process }: Pick<Analysis['method'], 'process'>,
  at: number,
): FaultDetail[] {
  if (company?.calibration_required !== 'Y') return []
  const { name } = device
  const found = { code: 'refused', field: 'device_uuid' } as const
  const due = lacksSignedCalibration(device, at)
    ? [
        {
          ...found,
          reason: 'calibration_due' as const,
          message: `No signed calibration of ${name} is valid`,
          params: { device: name },
        },
      ]
    : []
  const measured = process.channels.map(({ wavelength }) => wavelength)
  const channels = dyesWithout(device, measured, at).join(', ')
  if (channels === '') return due
  return [
    ...due,
    {
      ...found,
      reason: 'calibration_dyes',
      message: `The colours of ${name} are not validly calibrated for ${channels}`,
      params: { device: name, channels },
    },
  ]
}

/** Return the kinds whose calibration was accepted and is no longer valid: past its end, or broken by another one. */
function brokenLinks(device: Pick<Device, 'config'>, at: number): ChainKind[] {
  const accepted = acceptedOf(device)
  return chainKinds.filter((kind) => {
    const known = accepted[kind]
    return known !== undefined && (known.brokenBy !== null || Date.parse(known.until) < at)
  })
}

/** Calibrations without which a device measures by what it left the factory with: places of the wells, and temperature. */
const firstKinds = ['roi', 'thermal'] as const

/** Return true for a device whose first calibrations are accepted, each of which somebody signed. */
export function isCalibrationSigned(device: Pick<Device, 'config'>): boolean {
  const accepted = acceptedOf(device)
  return firstKinds.every((kind) => accepted[kind] !== undefined)
}

/**
 * Return the moment at which the next calibration of a device is due (ms since 1970): the earliest end of what was accepted, or of the age
 * that is allowed; null if no thermal calibration is known, which is due at once.
 */
export function calibrationDueAt(device: Pick<Device, 'config'>): number | null {
  const last = readMoment(device.config)
  if (last === null) return null
  const ends = Object.values(acceptedOf(device)).map(({ until }) => Date.parse(until))
  return Math.min(last + (longestCalibrationDays + 1) * dayMs, ...ends)
}

/** Return the whole days since a device was calibrated; null if that is unknown. */
export function calibrationAge({ config }: Pick<Device, 'config'>, at: number): number | null {
  const moment = readMoment(config)
  return moment === null ? null : Math.max(0, Math.floor((at - moment) / dayMs))
}

/**
 * Return the configuration after a device was calibrated at a moment: never later than now, whatever its clock shows,
 * and unchanged by an earlier moment than the known one.
 */
export function withCalibration(
  config: Device['config'],
  calibratedAt: string,
  now: string,
): Device['config'] {
  const moment = Math.min(Date.parse(calibratedAt), Date.parse(now))
  const known = readMoment(config)
  if (Number.isNaN(moment) || (known !== null && known >= moment)) return config
  return { ...config, [calibratedKey]: new Date(moment).toISOString() }
}

/** Return the configuration that a person writes, with the known calibration in place of any that they wrote. */
export function keepCalibration(
  written: Device['config'],
  known: Device['config'],
): Device['config'] {
  const isOwn = ([key]: [string, unknown]) => key.startsWith(calibrationPrefix)
  return Object.fromEntries([
    ...Object.entries(written).filter((one) => !isOwn(one)),
    ...Object.entries(known).filter(isOwn),
  ])
}

function readMoment(config: Device['config']): number | null {
  const said = config[calibratedKey]
  const moment = typeof said === 'string' ? Date.parse(said) : Number.NaN
  return Number.isNaN(moment) ? null : moment
}
