import type { calibrationCalls, ThermalCartridge } from '../../domain/calls/calibrations.ts'
import { calibrationMethod, type ThermalLimit } from '../../domain/catalog/calibration.ts'
import { cartridges } from '../../domain/catalog/cartridges.ts'
import {
  type Calibration,
  calibration,
  type CalibrationFinding,
  type RoiEvidence,
  type ThermalEvidence,
} from '../../domain/entities/calibration.ts'
import { Fault } from '../../domain/fault.ts'
import type { AppliedCalibration } from '../../domain/live/command.ts'
import { wellName } from '../../domain/rules/well.ts'
import { factorsOf } from '../../workers/calibration/light-factors.ts'
import { fitThermal, type ThermalFit } from '../../workers/calibration/fit-thermal.ts'
import { readRoiSliced, type ChannelPicture } from '../../workers/images/read-roi.ts'
import { readImageSliced } from '../../workers/images/read-image.ts'
import { finishInSlices } from '../../workers/slices.ts'
import { followDrift } from '../runs/follow-drift.ts'
import { makeUuid } from '../crypto/make-uuid.ts'
import type { Handlers } from '../mount.ts'
import { unwrap } from '../outcome.ts'
import { reauthenticate } from '../session/reauthenticate.ts'
import { sendCommand } from './commands.ts'
import {
  addFile,
  checkChannels,
  findDevice,
  lastAccepted,
  prepare,
  readPicture,
} from './calibration-evidence.ts'
import { effectHandler } from './calibration-effect.ts'
import { illuminationHandler, meltHandler } from './calibration-plates.ts'
import { getHandler, searchHandler } from './reads.ts'

type Calls = typeof calibrationCalls

export const calibrationRecords: Pick<
  Handlers<Calls>,
  | 'search'
  | 'get'
  | 'ofRun'
  | 'effect'
  | 'drift'
  | 'picture'
  | 'prepareRoi'
  | 'prepareIllumination'
  | 'prepareThermal'
  | 'prepareMelt'
  | 'sign'
  | 'apply'
> = {
  search: searchHandler(calibration),
  get: (input, context) => find(input, context),
  ofRun: async ({ params }, { own, by }) =>
    unwrap(own.ask({ name: 'calibrationsOfRun', uuid: params.id }, by.sight)),
  effect: effectHandler,
  drift: ({ params }, context) => followDrift(context, params.id),
  picture: async ({ params, body }, context) => {
    // Read the device first: nothing is kept for somebody who does not see it.
    await findDevice(params.id, context)
    const bytes = new Uint8Array(await body.file.arrayBuffer())
    await finishInSlices(readImageSliced(bytes))
    const ending = bytes[0] === 0x89 ? 'png' : bytes[0] === 0x42 ? 'bmp' : 'pgm'
    const file = new File([bytes], `roi-${crypto.randomUUID()}.${ending}`, { type: body.file.type })
    return addFile(file, params.id, context)
  },
  prepareRoi: async ({ params, body }, context) => {
    const device = await findDevice(params.id, context)
    checkChannels(device, body.pictures)
    const { rows, columns } = cartridges[device.cartridge_type]
    const placed = body.placed ? checkPlaced(body.placed, rows, columns) : null
    const look = { rows, columns, wells: body.wells }
    const kept: KeptPicture[] = []
    const pictures: ChannelPicture[] = []
    // Read one after the other: the bytes of all channels at once would fill the memory of a request.
    for (const wanted of body.pictures) {
      const { bytes, ...picture } = await readPicture(wanted, device.uuid, context)
      pictures.push({
        channel: picture.channel,
        image: await finishInSlices(readImageSliced(bytes)),
      })
      kept.push(picture)
    }
    const last = await lastAccepted(device, 'roi', context)
    const basis = { placed, last: last?.evidence.of === 'roi' ? last.evidence : null }
    const reading = await finishInSlices(readRoiSliced(pictures, look, basis))
    const { findings, ...measured } = reading
    const evidence: RoiEvidence = {
      of: 'roi',
      wells: body.wells,
      ...measured,
      pictures: kept.map(({ since: _since, ...picture }) => picture),
      placed: placed !== null,
    }
    return prepare(
      {
        device_uuid: device.uuid,
        method: calibrationMethod,
        material: body.material,
        measured_at: kept.map(({ since }) => since).toSorted()[0] ?? new Date().toISOString(),
        evidence,
        findings: findings as CalibrationFinding[],
      },
      context,
    )
  },
  prepareThermal: async ({ params, body }, context) => {
    const device = await findDevice(params.id, context)
    const fit = fitThermal(body)
    const text = JSON.stringify(body)
    const file = new File([text], `thermal-${body.serial}.json`, { type: 'application/json' })
    const { uuid, content_hash } = await addFile(file, device.uuid, context)
    return prepare(
      {
        device_uuid: device.uuid,
        method: calibrationMethod,
        material: '',
        measured_at: body.timestamp,
        evidence: describeFit(body, fit, { uuid, content_hash }),
        findings: thermalFindings(fit),
      },
      context,
      // Use an id of its own, since the file has taken that of the operation.
      `${context.opId}:prepare`,
    )
  },
  prepareIllumination: illuminationHandler,
  prepareMelt: meltHandler,
  sign: async ({ params, body }, context) => {
    const { own, by, opId } = context
    const order = await reauthenticate(context, body)
    return unwrap(own.change({ type: 'calibration.sign', uuid: params.id, order }, opId, by))
  },
  apply: async (input, context) => {
    const { own, by, opId } = context
    const record = await find(input, context)
    const device = await findDevice(record.device_uuid, context)
    const calibration = appliedOf(record)
    if (!calibration) {
      throw new Fault('refused', 'No device measures by this kind of calibration', {
        reason: 'calibration_not_applied',
      })
    }
    const command = { name: 'APPLY_CALIBRATION', calibration } as const
    const order = { opId, uuid: makeUuid(), device_uuid: device.uuid, command }
    return sendCommand(context, await unwrap(own.deviceCommand(order, by)))
  },
}

type KeptPicture = Omit<Awaited<ReturnType<typeof readPicture>>, 'bytes'>

const find = getHandler(calibration)

/** Return what the device needs of a calibration; null for one that it does not measure by. */
function appliedOf({ uuid, evidence }: Calibration): AppliedCalibration | null {
  switch (evidence.of) {
    case 'thermal':
      return { kind: 'thermal', uuid, offset: evidence.offset, gain: evidence.gain }
    case 'illumination':
      return { kind: 'illumination', uuid, fields: factorsOf(evidence) }
    case 'roi': {
      const { width, height } = evidence
      const regions = evidence.regions.map(({ well, x, y, radius }) => ({ well, x, y, radius }))
      return { kind: 'roi', uuid, width, height, regions }
    }
    case 'melt':
      return null
  }
}

function describeFit(
  { serial, uuid, firmware_version, readings }: ThermalCartridge,
  fit: ThermalFit,
  file: { uuid: string; content_hash: string },
): ThermalEvidence {
  const { offset, gain, rms, worst_residual, uniformity, bias, worst_correction } = fit
  return {
    of: 'thermal',
    serial,
    cartridge_uuid: uuid,
    firmware_version,
    file_uuid: file.uuid,
    readings_hash: file.content_hash,
    readings: readings.length,
    offset,
    gain,
    rms,
    worst_residual,
    uniformity,
    bias,
    worst_correction,
  }
}

/** Return the failures of a fit with their values, under the names of the limits. */
function thermalFindings(fit: ThermalFit): CalibrationFinding[] {
  const values: Record<ThermalFit['failures'][number], [ThermalLimit, number]> = {
    residual: ['residual', fit.worst_residual],
    uniformity: ['uniformity', fit.uniformity],
    gain: [fit.gain > 1 ? 'gain_max' : 'gain_min', fit.gain],
    correction: ['correction', fit.worst_correction],
  }
  return fit.failures.map((name) => {
    const [limit, value] = values[name]
    return { limit, channel: null, well: null, value }
  })
}

/** Return the circles in the order of the wells. @throws Fault for any other wells than those of the plate. */
function checkPlaced<Circle extends { well: string }>(
  placed: readonly Circle[],
  rows: number,
  columns: number,
): Circle[] {
  const names = Array.from({ length: rows * columns }, (_, at) => wellName({ rows, columns }, at))
  const ordered = names.map((name) => placed.find(({ well }) => well === name))
  if (placed.length === names.length && ordered.every((one) => one !== undefined)) {
    return ordered as Circle[]
  }
  throw new Fault('invalid', 'One circle for each well is needed', {
    field: 'placed',
    reason: 'placed_wells',
    params: { count: names.length },
  })
}
