import type { WavelengthName } from '../domain/catalog/wavelengths.ts'
import type { AppliedCalibration, RefusalReason } from '../domain/live/command.ts'
import type { DeviceSettings } from '../domain/live/device-setup.ts'
import { overlap } from '../domain/rules/circle-overlap.ts'
import type { Bench } from './bench.ts'
import { placeWells, shadingOf, sizeOf, viewOf } from './camera.ts'
import type { DeviceFacts } from './facts.ts'
import type { Optics, PointValues } from './optics-wish.ts'
import type { RunRecord } from './run-record.ts'
import { readSetting, removeSetting, type Store, writeSetting } from './store.ts'

type AppliedKind = AppliedCalibration['kind']
type Applied<Kind extends AppliedKind> = Extract<AppliedCalibration, { kind: Kind }>

const settingOf = (kind: AppliedKind) => `calibration.${kind}`
const kinds: readonly AppliedKind[] = ['roi', 'illumination', 'thermal']

/** For demonstrations and tests: true temperature = offset + gain x block sensor, as JSON; without it the sensor is right. */
export const sensorFault = 'fault.sensor'

/** For demonstrations and tests: the device leaves its light uneven and says so, as software does that knows no factors. */
export const rawLightFault = 'fault.raw_light'

/** Return what a run says of its light: the calibration that divides it, null for raw readings, nothing where the device has none. */
export function lightInUse(store: Store): Pick<RunRecord, 'light'> {
  if (readSetting(store, rawLightFault) !== null) return { light: null }
  const light = readApplied(store, 'illumination')
  return light ? { light: light.uuid } : {}
}

/** Keep an accepted calibration, also through restarts and updates; refused during a run, which was begun with another. */
export function applyCalibration(
  { store, run, notice }: Bench,
  calibration: AppliedCalibration,
): RefusalReason | null {
  if (run?.outcome === null) return 'busy'
  writeSetting(store, settingOf(calibration.kind), JSON.stringify(calibration))
  notice('settings_changed', `Calibration ${calibration.kind} ${calibration.uuid}`)
  return null
}

/** Measure as from the factory again: the next company has signed none of these calibrations, and its reports name none. */
export function forgetCalibrations(store: Store): void {
  for (const kind of kinds) removeSetting(store, settingOf(kind))
}

function readApplied<Kind extends AppliedKind>(store: Store, kind: Kind): Applied<Kind> | null {
  const kept = readSetting(store, settingOf(kind))
  return kept === null ? null : (JSON.parse(kept) as Applied<Kind>)
}

/** Return the calibrations that the device measures by, as settings that it reports. */
export function describeCalibrations(store: Store): DeviceSettings {
  const [roi, thermal] = [readApplied(store, 'roi'), readApplied(store, 'thermal')]
  const light = readApplied(store, 'illumination')
  return {
    ...(light && { 'calibration.illumination.uuid': light.uuid }),
    ...(roi && { 'calibration.roi.uuid': roi.uuid }),
    ...(thermal && {
      'calibration.thermal.uuid': thermal.uuid,
      'calibration.thermal.offset': thermal.offset,
      'calibration.thermal.gain': thermal.gain,
    }),
  }
}

/**
 * Make optics that measure by the calibrations of the device. A region collects the part of its well's light that falls into it; the light
 * of a place is divided by its factor; the block stops where the corrected sensor shows the temperature of the programme. Without a
 * calibration regions, light and sensor count as right.
 * @param channels channels of the readings, in their order.
 */
export function calibratedOptics(
  optics: Optics,
  facts: DeviceFacts,
  store: Store,
  channels: readonly WavelengthName[],
): Optics {
  const [roi, thermal] = [readApplied(store, 'roi'), readApplied(store, 'thermal')]
  const light = readApplied(store, 'illumination')
  const isRaw = readSetting(store, rawLightFault) !== null
  const fault = readSetting(store, sensorFault)
  if (!roi && !thermal && !light && !isRaw && fault === null) return optics
  const shares = roi ? collectedShares(roi, facts) : null
  const fields = isRaw ? [] : light?.fields
  const shades = fields ? leftShades(fields, facts, channels) : null
  const sensor = fault === null ? { offset: 0, gain: 1 } : (JSON.parse(fault) as Line)
  const { offset, gain } = thermal ?? { offset: 0, gain: 1 }
  const trueAt = (wanted: number) => sensor.offset + (sensor.gain * (wanted - offset)) / gain
  const collect = (values: PointValues): PointValues =>
    shares === null && shades === null
      ? values
      : values.map((row, channel) =>
          row.map((value, well) => {
            if (value === null) return null
            const share = (shares?.[well] ?? 1) * (shades?.[channel]?.[well] ?? 1)
            return Math.round(value * share * 10) / 10
          }),
        )
  return {
    name: optics.name,
    readAmplification: (cycle) => collect(optics.readAmplification(cycle)),
    readMelt: (index, temperature) => collect(optics.readMelt(index, trueAt(temperature))),
  }
}

interface Line {
  offset: number
  gain: number
}

/** Return the share of each well's light that its region collects: the overlap of the two circles over the well's own area. */
function collectedShares(
  { regions, width, height }: Applied<'roi'>,
  { serial, cartridge, wavelengths }: DeviceFacts,
): number[] {
  const view = viewOf({ serial, cartridge }, wavelengths[0] ?? 'FAM', '', {})
  const size = sizeOf(view)
  const scale = size.width / width
  return placeWells(view, size.width, (size.width * height) / width).map(([x, y], well) => {
    const region = regions[well]
    if (!region) return 1
    const apart = Math.hypot(region.x * scale - x, region.y * scale - y)
    return overlap(apart, view.radius, region.radius * scale) / (Math.PI * view.radius ** 2)
  })
}

/** Return what is left of the shading of each place, by channel, after it is divided by its factor: all of it without one. */
function leftShades(
  fields: Applied<'illumination'>['fields'],
  { serial, cartridge }: DeviceFacts,
  channels: readonly WavelengthName[],
): (readonly number[] | null)[] {
  return channels.map((channel) => {
    const field = fields.find((one) => one.channel === channel)?.light
    if (!field && fields.length > 0) return null
    const shading = shadingOf(viewOf({ serial, cartridge }, channel, '', {}))
    return shading.map((shade, well) => shade / (field?.[well] ?? 1))
  })
}
