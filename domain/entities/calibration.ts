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
} from '../fields.ts'
import { Signature } from './analysis.ts'

/** Wells of the largest plate of a device, and channels that one camera tells apart at most. */
const mostWells = 96
const mostChannels = wavelengthNames.length

const Pixels = v.pipe(v.number(), v.minValue(-20_000), v.maxValue(40_000))
const Count = v.pipe(v.number(), v.integer(), v.minValue(0))

/** A circle of a well, in pixels of the pictures. */
export const RoiCircle = v.strictObject({
  well: Well,
  x: Pixels,
  y: Pixels,
  radius: v.pipe(v.number(), v.minValue(0.5), v.maxValue(10_000)),
})
export type RoiCircle = v.InferOutput<typeof RoiCircle>

const RoiEvidence = v.strictObject({
  of: v.literal('roi'),
  wells: v.picklist(['bright', 'dark']),
  width: Count,
  height: Count,
  /** Pixels between neighbouring wells. */
  pitch: v.number(),
  pictures: v.pipe(
    v.array(
      v.strictObject({
        channel: v.picklist(wavelengthNames),
        file_uuid: Uuid,
        name: FileName,
        content_hash: ContentHash,
        /** Command by which the device took it, as its own answer proves; null for a file that a person brought. */
        command_uuid: v.nullable(Uuid),
      }),
    ),
    v.minLength(1),
    v.maxLength(mostChannels),
  ),
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
  /** Of the device: its records are hidden together with it. */
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
  evidence: v.variant('of', [RoiEvidence, ThermalEvidence]),
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
