import * as v from 'valibot'
import { calibrationKinds, limitNames } from '../catalog/calibration.ts'
import { deviceCartridgeNames } from '../catalog/cartridges.ts'
import { wavelengthNames } from '../catalog/wavelengths.ts'
import { entity } from '../entity.ts'
import {
  author,
  ContentHash,
  FileName,
  Line,
  Name,
  PlainId,
  stamps,
  Timestamp,
  Uuid,
  Version,
  Well,
  within,
} from '../fields.ts'
import { Signature } from './analysis.ts'

/** Wells of the largest plate of a device, and channels that one camera tells apart at most. */
const mostWells = 96
const mostChannels = wavelengthNames.length

/** A place or length in a picture. */
export const Pixels = within({ min: -20_000, max: 40_000 })
const Count = v.pipe(v.number(), v.integer(), v.minValue(0))

/** A circle of a well, in pixels of the pictures. */
export const RoiCircle = v.strictObject({
  well: Well,
  x: Pixels,
  y: Pixels,
  radius: v.pipe(v.number(), v.minValue(0.5), v.maxValue(10_000)),
})
export type RoiCircle = v.InferOutput<typeof RoiCircle>

const Picture = v.strictObject({
  channel: v.picklist(wavelengthNames),
  file_uuid: Uuid,
  name: FileName,
  content_hash: ContentHash,
  /** Command by which the device took it, as its own answer proves; null for a file that a person brought. */
  command_uuid: v.nullable(Uuid),
})

const RoiEvidence = v.strictObject({
  of: v.literal('roi'),
  wells: v.picklist(['bright', 'dark']),
  width: Count,
  height: Count,
  /** Pixels between neighbouring wells. */
  pitch: v.number(),
  pictures: v.pipe(v.array(Picture), v.minLength(1), v.maxLength(mostChannels)),
  /** Regions by well; `channels` in the order of the pictures. Units of `off` and `shift`: the pitch. */
  regions: v.pipe(
    v.array(
      v.strictObject({
        ...RoiCircle.entries,
        off: v.number(),
        shift: v.nullable(v.number()),
        channels: v.array(
          v.strictObject({
            seen: v.boolean(),
            x: v.number(),
            y: v.number(),
            radius: v.number(),
            grey: v.number(),
            saturated: Count,
          }),
        ),
      }),
    ),
    v.minLength(4),
    v.maxLength(mostWells),
  ),
  /** True where a person has placed circles; false where all are as they were found. */
  placed: v.boolean(),
})
export type RoiEvidence = v.InferOutput<typeof RoiEvidence>

/** Vessel, seal and volume that factors of light hold for: others send the light another way (Bio-Rad MyiQ manual, 6.4.2). */
export const Vessel = v.strictObject({
  vessel: Name,
  seal: Name,
  /** Microlitres in each well. */
  volume: v.pipe(v.number(), v.minValue(1), v.maxValue(500)),
})

const IlluminationEvidence = v.strictObject({
  of: v.literal('illumination'),
  /** Accepted regions in which the light was measured. */
  roi_uuid: Uuid,
  ...Vessel.entries,
  /** Two of each channel: the plate as it was, and turned by 180 degrees. */
  pictures: v.pipe(
    v.array(v.strictObject({ ...Picture.entries, turned: v.boolean() })),
    v.minLength(2),
    v.maxLength(2 * mostChannels),
  ),
  /** Numbers of each channel; the limits of their names. */
  channels: v.pipe(
    v.array(
      v.strictObject({
        channel: v.picklist(wavelengthNames),
        range: v.number(),
        cv: v.number(),
        offset: v.number(),
        corrected: v.number(),
      }),
    ),
    v.minLength(1),
    v.maxLength(mostChannels),
  ),
  /** Wells in order; `channels` in the order above. */
  wells: v.pipe(
    v.array(
      v.strictObject({
        well: Well,
        channels: v.array(
          v.strictObject({
            /** Greys above the surroundings, before and after the plate was turned. */
            light: v.number(),
            turned: v.number(),
            /** Light of this place against the mean of all: what readings are divided by. */
            field: v.number(),
            /** Part that has moved with the plate, and part by which the place differs from the field of the others. */
            plate: v.number(),
            block: v.number(),
          }),
        ),
      }),
    ),
    v.minLength(4),
    v.maxLength(mostWells),
  ),
})
export type IlluminationEvidence = v.InferOutput<typeof IlluminationEvidence>

const Celsius = v.pipe(v.number(), v.minValue(0), v.maxValue(120))

const MeltEvidence = v.strictObject({
  of: v.literal('melt'),
  run_uuid: Uuid,
  /** Hash of the run's results, which the temperatures are from. */
  results_hash: ContentHash,
  /** Name of the amplicon in the run, and its known melting temperature; null where it is not known. */
  target: Name,
  known_tm: v.nullable(Celsius),
  /** Accepted calibration of temperature that the device had when the run began; null without one. */
  thermal_uuid: v.nullable(Uuid),
  /** Figures in °C; `slope` and `edge` as in the limits. */
  median: v.number(),
  spread: v.number(),
  slope: v.number(),
  edge: v.number(),
  wells: v.pipe(
    v.array(
      v.strictObject({ well: Well, tm: v.nullable(v.number()), off: v.nullable(v.number()) }),
    ),
    v.minLength(4),
    v.maxLength(mostWells),
  ),
})
export type MeltEvidence = v.InferOutput<typeof MeltEvidence>

const ThermalEvidence = v.strictObject({
  of: v.literal('thermal'),
  serial: PlainId,
  cartridge_uuid: Uuid,
  firmware_version: Version,
  /** File of the readings, as JSON. */
  file_uuid: Uuid,
  readings_hash: ContentHash,
  readings: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** True temperature = offset + gain x device sensor; all in °C. */
  offset: v.number(),
  gain: v.number(),
  rms: v.number(),
  worst_residual: v.number(),
  uniformity: v.number(),
  bias: v.number(),
  worst_correction: v.number(),
})
export type ThermalEvidence = v.InferOutput<typeof ThermalEvidence>

/** A limit that is not kept, with the measured value in the unit of the limit. */
export const CalibrationFinding = v.strictObject({
  limit: v.picklist(limitNames),
  channel: v.nullable(v.picklist(wavelengthNames)),
  well: v.nullable(Well),
  value: v.number(),
})
export type CalibrationFinding = v.InferOutput<typeof CalibrationFinding>

/**
 * A calibration of a device: prepared by the service from pictures or readings, then accepted by a signature over all of it and never
 * changed again. `findings` is the verdict of the machine, the signature that of the person; her comment is the reason where the two
 * differ (decision 63).
 */
export const Calibration = v.strictObject({
  ...stamps,
  ...author,
  name: Name,
  device_uuid: Uuid,
  /** Type of the device: its records are hidden together with it. */
  deviceType: v.picklist(['bcube', 'bgate']),
  serial_no: PlainId,
  cartridge_type: v.picklist(deviceCartridgeNames),
  kind: v.picklist(calibrationKinds),
  /** Version of the calculation. */
  method: Version,
  /** Plate with its lot, as a person has entered it. */
  material: Line,
  measured_at: Timestamp,
  valid_until: Timestamp,
  evidence: v.variant('of', [RoiEvidence, IlluminationEvidence, ThermalEvidence, MeltEvidence]),
  /** Limits in force, by name. */
  limits: v.record(v.string(), v.number()),
  findings: v.array(CalibrationFinding),
  /** The accepted one of this kind that it takes the place of. */
  supersedes: v.nullable(Uuid),
  signature: v.nullable(Signature),
})
export type Calibration = v.InferOutput<typeof Calibration>

export const calibration = entity({
  kind: 'calibration',
  path: '/calibrations',
  permission: 'calibrations.compute',
  schema: Calibration,
  indexes: [],
  filters: ['device_uuid', 'kind'],
  scope: 'company',
  local: null,
  trash: null,
})
