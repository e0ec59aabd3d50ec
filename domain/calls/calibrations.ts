import * as v from 'valibot'
import { calibrationActions } from '../actions/calibration.ts'
import { get, post } from '../call.ts'
import { calibrationKinds, chainKinds } from '../catalog/calibration.ts'
import { wavelengthNames } from '../catalog/wavelengths.ts'
import { Attachment } from '../entities/attachment.ts'
import { Calibration, calibration, RoiCircle, Vessel } from '../entities/calibration.ts'
import { AnalysisStatus } from '../entities/analysis.ts'
import { CommandRecord } from '../entities/command.ts'
import { Line, Name, PlainId, Timestamp, Uuid, Version, Well } from '../fields.ts'
import { CallName } from '../results.ts'
import { DriftReport } from '../rules/calibration-drift.ts'
import { searchRow } from './record-rows.ts'
import { byId, PageQuery } from './shapes.ts'
import { Signing } from './signing.ts'

const Celsius = v.pipe(v.number(), v.minValue(-60), v.maxValue(200))

/** Data of the thermal calibrator's cartridge (spec §3, ENT-056): its identity, and its readings by time. */
export const ThermalCartridge = v.strictObject({
  serial: PlainId,
  uuid: Uuid,
  firmware_version: Version,
  timestamp: Timestamp,
  /** At each moment: the device's own sensor and the cartridge's two probes, °C. */
  readings: v.pipe(
    v.array(v.strictObject({ device_sensor: Celsius, probes: v.strictTuple([Celsius, Celsius]) })),
    v.minLength(1),
    v.maxLength(5000),
  ),
})
export type ThermalCartridge = v.InferOutput<typeof ThermalCartridge>

/** Reasons that a calibration did not pass. */
export const thermalFailures = ['residual', 'uniformity', 'gain', 'correction'] as const

const ThermalResult = v.strictObject({
  passed: v.boolean(),
  failures: v.array(v.picklist(thermalFailures)),
  /** True temperature = offset + gain x device sensor. */
  offset: v.number(),
  gain: v.number(),
  /** Mean of the probes minus the fitted line, for each reading. */
  residuals: v.array(v.number()),
  rms: v.number(),
  worst_residual: v.number(),
  /** Widest distance between the probes, and their mean distance with its sign. */
  uniformity: v.number(),
  bias: v.number(),
  /** Largest correction of the sensor within the temperatures read. */
  worst_correction: v.number(),
  limits: v.record(v.string(), v.number()),
})

/** A well in the picture, in its pixels: centre, radius and mean grey (0 to 255). */
const Region = v.strictObject({
  well: Well,
  row: v.number(),
  column: v.number(),
  x: v.number(),
  y: v.number(),
  radius: v.number(),
  mean: v.number(),
  /** False where the well was not seen and its place follows from the grid. */
  seen: v.boolean(),
})

const WantedPicture = v.strictObject({
  channel: v.picklist(wavelengthNames),
  file_uuid: Uuid,
  /** Command with which the device took it: its answer must hold the same bytes. */
  command_uuid: v.optional(Uuid),
})
const Pictures = v.pipe(v.array(WantedPicture), v.minLength(1), v.maxLength(wavelengthNames.length))

const Count = (max: number) => v.pipe(v.number(), v.integer(), v.minValue(2), v.maxValue(max))

/** Results of one run that another calibration would change. */
const EffectOnRun = v.strictObject({
  analysis_uuid: Uuid,
  name: v.string(),
  status: AnalysisStatus,
  started_at: v.nullable(Timestamp),
  /** True where the run does not say what its light was divided by: by the calibration in force, as is assumed. */
  assumed: v.boolean(),
  /** Results with another call, and those whose Cq alone moves; null for a run that cannot be calculated. */
  calls: v.nullable(v.number()),
  moved: v.nullable(v.number()),
  /** The first hundred with another call. */
  changes: v.array(
    v.strictObject({
      well: Well,
      target: v.string(),
      from: v.nullable(CallName),
      to: v.nullable(CallName),
    }),
  ),
})
export type EffectOnRun = v.InferOutput<typeof EffectOnRun>

export const calibrationCalls = {
  /**
   * Finds the wells in a picture of the plate: PNG, BMP or PGM, grey or colour. With `device_uuid` the picture with
   * the wells drawn in is kept with the device, as a file named by the answer's `asset`.
   */
  roi: post('/calibrations/roi/file/compute', {
    needs: 'calibrations.compute',
    send: 'multipart',
    body: v.strictObject({
      file: v.file(),
      rows: Count(8),
      columns: Count(12),
      /** Brightness of the wells relative to their surroundings. */
      wells: v.optional(v.picklist(['bright', 'dark'])),
      device_uuid: v.optional(Uuid),
    }),
    data: v.strictObject({
      width: v.number(),
      height: v.number(),
      regions: v.array(Region),
      seen: v.number(),
      /** Mean distance of the wells from the fitted grid, in pixels. */
      misfit: v.number(),
      /** A bitmap (PNG) of the picture with the regions drawn in, as base64. */
      image: v.string(),
      image_type: v.literal('image/png'),
      asset: v.nullable(v.string()),
    }),
    timeout: 60_000,
  }),
  /**
   * Offset and gain of a device's block sensor against the calibrator's probes. With `device_uuid` one that passed is
   * kept as the device's last calibration, at the moment that the cartridge says, never later than now.
   */
  thermal: post('/calibrations/thermal/compute', {
    needs: 'calibrations.compute',
    body: v.strictObject({ ...ThermalCartridge.entries, device_uuid: v.optional(Uuid) }),
    data: ThermalResult,
  }),
  /** Calibrations with their evidence, of devices that the caller sees. */
  search: searchRow(calibration),
  get: get('/calibrations/get/:id', {
    reads: calibration.kind,
    needs: 'calibrations.compute',
    params: byId,
    data: Calibration,
  }),
  /**
   * Calibrations that were in force on the device when a run began: signed before, and not superseded until then. Colours are not signed:
   * of them `signed_by` is who measured them.
   */
  ofRun: get('/calibrations/of_run/:id', {
    needs: 'analysis.search',
    params: byId,
    data: v.array(
      v.strictObject({
        ...v.pick(Calibration, ['uuid', 'measured_at', 'valid_until']).entries,
        /** Kind; of colours the newest that was not withdrawn, which is used where a recipe says so. */
        kind: v.picklist(chainKinds),
        /** Version of the calculation. */
        method: v.string(),
        signed_by: v.string(),
        signed_at: Timestamp,
      }),
    ),
  }),
  /**
   * Say which results of the device would have other calls by this calibration, accepted or not: of the runs since the last accepted one of
   * its kind, until it was accepted itself. A page is calculated by each request, the newest runs first.
   */
  effect: get('/calibrations/effect/:id', {
    needs: 'calibrations.compute',
    params: byId,
    query: v.pick(PageQuery, ['page']),
    data: v.strictObject({
      kind: v.picklist(calibrationKinds),
      /** Term of the calibration before; null where there was none, or until now. */
      from: v.nullable(Timestamp),
      until: v.nullable(Timestamp),
      /** Runs that the account sees, and those that it does not. */
      total: v.number(),
      hidden: v.number(),
      pages: v.number(),
      data: v.array(EffectOnRun),
    }),
    timeout: 60_000,
  }),
  /** Light and temperature of a device over its ordinary runs that the account sees, and when they reach a limit if they go on so. */
  drift: get('/calibrations/drift/:id', {
    needs: 'calibrations.compute',
    params: byId,
    data: DriftReport,
    timeout: 60_000,
  }),
  /**
   * Keep a picture of the plate in a device, which a calibration is then prepared from. It is read by its name
   * (`/bcubes/assets/rois/get`).
   */
  picture: post('/calibrations/roi/picture/:id', {
    needs: calibrationActions.prepare.needs,
    reach: 'own',
    params: byId,
    send: 'multipart',
    body: v.strictObject({ file: v.file() }),
    data: Attachment,
    timeout: 60_000,
  }),
  /**
   * Prepare regions of interest for acceptance: the service measures and judges them in the pictures of every channel that the caller
   * sees. `placed` are circles that a person has moved; without them they are found.
   */
  prepareRoi: post('/calibrations/roi/prepare/:id', {
    needs: calibrationActions.prepare.needs,
    reach: 'own',
    person: true,
    params: byId,
    body: v.strictObject({
      pictures: Pictures,
      wells: v.picklist(['bright', 'dark']),
      material: Line,
      placed: v.optional(v.pipe(v.array(RoiCircle), v.maxLength(96))),
    }),
    data: Calibration,
    timeout: 60_000,
  }),
  /**
   * Prepare the factors of light for acceptance, from pictures of an evenly filled plate in every channel: as it was, and turned by 180
   * degrees. They are measured in the accepted regions of the device.
   */
  prepareIllumination: post('/calibrations/illumination/prepare/:id', {
    needs: calibrationActions.prepare.needs,
    reach: 'own',
    person: true,
    params: byId,
    body: v.strictObject({
      ...Vessel.entries,
      pictures: Pictures,
      turned: Pictures,
      material: Line,
    }),
    data: Calibration,
    timeout: 60_000,
  }),
  /** Prepare a melt map for acceptance: the melting temperatures of one amplicon in all wells, of a run on the device. */
  prepareMelt: post('/calibrations/melt/prepare/:id', {
    needs: calibrationActions.prepare.needs,
    reach: 'own',
    person: true,
    params: byId,
    body: v.strictObject({
      run_uuid: Uuid,
      target: Name,
      /** Known melting temperature of the amplicon, °C. */
      known_tm: v.optional(v.pipe(v.number(), v.minValue(40), v.maxValue(110))),
      material: Line,
    }),
    data: Calibration,
    timeout: 60_000,
  }),
  /** Prepare offset and gain of a device's block sensor for acceptance, from the readings of the calibrator's cartridge. */
  prepareThermal: post('/calibrations/thermal/prepare/:id', {
    needs: calibrationActions.prepare.needs,
    reach: 'own',
    person: true,
    params: byId,
    body: ThermalCartridge,
    data: Calibration,
    timeout: 60_000,
  }),
  /** Accept a prepared calibration: an electronic signature. Its comment says why where a limit is not kept. */
  sign: post('/calibrations/sign/:id', {
    needs: calibrationActions.sign.needs,
    reach: 'own',
    person: true,
    params: byId,
    body: Signing,
    data: Calibration,
  }),
  /** Send the calibration in force to its device; refused for a draft and for one that another has superseded. */
  apply: post('/calibrations/apply/:id', {
    needs: calibrationActions.sign.needs,
    reach: 'own',
    params: byId,
    data: CommandRecord,
  }),
}
