import { Buffer } from 'node:buffer'
import type { calibrationCalls, ThermalCartridge } from '../../domain/calls/calibrations.ts'
import type { CallInput } from '../../domain/call.ts'
import {
  calibrationMethod,
  type CalibrationKind,
  type ThermalLimit,
} from '../../domain/catalog/calibration.ts'
import { cartridges } from '../../domain/catalog/cartridges.ts'
import {
  type Calibration,
  calibration,
  type CalibrationFinding,
  type RoiEvidence,
  type ThermalEvidence,
} from '../../domain/entities/calibration.ts'
import type { Device } from '../../domain/entities/device.ts'
import { Fault } from '../../domain/fault.ts'
import type { AppliedCalibration } from '../../domain/live/command.ts'
import { acceptedOf } from '../../domain/rules/calibration-age.ts'
import { wellName } from '../../domain/rules/well.ts'
import { fitThermal, type ThermalFit } from '../../workers/calibration/fit-thermal.ts'
import { readRoiSliced, type ChannelPicture } from '../../workers/images/read-roi.ts'
import { readImageSliced } from '../../workers/images/read-image.ts'
import { finishInSlices } from '../../workers/slices.ts'
import { readBlob } from '../blobs.ts'
import type { AccountContext } from '../context.ts'
import { keepFile } from '../keep-file.ts'
import { makeUuid } from '../make-uuid.ts'
import type { Handlers } from '../mount.ts'
import { unwrap } from '../outcome.ts'
import { sha256Hex } from '../secret.ts'
import { reauthenticate } from '../session/reauthenticate.ts'
import type { JudgedCalibration } from '../store/calibration-changes.ts'
import { sendCommand } from './commands.ts'
import { getHandler, searchHandler } from './reads.ts'
import { newUuid } from './writes.ts'

type Calls = typeof calibrationCalls

/** Largest picture of a plate, in bytes. */
const pictureBytes = 20 * 2 ** 20

export const calibrationRecords: Pick<
  Handlers<Calls>,
  'search' | 'get' | 'ofRun' | 'picture' | 'prepareRoi' | 'prepareThermal' | 'sign' | 'apply'
> = {
  search: searchHandler(calibration),
  get: (input, context) => find(input, context),
  ofRun: async ({ params }, { own, by }) =>
    unwrap(own.ask({ name: 'calibrationsOfRun', uuid: params.id }, by.sight)),
  picture: async ({ params, body }, context) => {
    // The device first: nothing is kept for somebody who does not see it.
    await findDevice(params.id, context)
    const bytes = new Uint8Array(await body.file.arrayBuffer())
    await finishInSlices(readImageSliced(bytes))
    const ending = bytes[0] === 0x89 ? 'png' : bytes[0] === 0x42 ? 'bmp' : 'pgm'
    const file = new File([bytes], `roi-${crypto.randomUUID()}.${ending}`, { type: body.file.type })
    return addFile(file, params.id, context)
  },
  prepareRoi: async ({ params, body }, context) => {
    const device = await findDevice(params.id, context)
    const kept = await Promise.all(
      body.pictures.map((one) => readPicture(one, device.uuid, context)),
    )
    checkChannels(device, body.pictures)
    const { rows, columns } = cartridges[device.cartridge_type]
    const placed = body.placed ? checkPlaced(body.placed, rows, columns) : null
    const look = { rows, columns, wells: body.wells }
    const pictures: ChannelPicture[] = []
    for (const { channel, bytes } of kept) {
      pictures.push({ channel, image: await finishInSlices(readImageSliced(bytes)) })
    }
    const last = await lastAccepted(device, 'roi', context)
    const basis = { placed, last: last?.evidence.of === 'roi' ? last.evidence : null }
    const reading = await finishInSlices(readRoiSliced(pictures, look, basis))
    const { findings, ...measured } = reading
    const evidence: RoiEvidence = {
      of: 'roi',
      wells: body.wells,
      ...measured,
      pictures: kept.map(({ bytes: _bytes, since: _since, ...picture }) => picture),
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
    const measured = Math.min(Date.parse(body.timestamp), Date.now())
    return prepare(
      {
        device_uuid: device.uuid,
        method: calibrationMethod,
        material: '',
        measured_at: new Date(measured).toISOString(),
        evidence: describeFit(body, fit, { uuid, content_hash }),
        findings: thermalFindings(fit),
      },
      context,
      // The file has taken the operation's own id.
      `${context.opId}:prepare`,
    )
  },
  sign: async ({ params, body }, context) => {
    const { own, by, opId } = context
    const order = await reauthenticate(context, body)
    return unwrap(own.change({ type: 'calibration.sign', uuid: params.id, order }, opId, by))
  },
  apply: async (input, context) => {
    const { own, by, opId } = context
    const record = await find(input, context)
    const device = await findDevice(record.device_uuid, context)
    if (acceptedOf(device)[record.kind]?.uuid !== record.uuid) {
      throw new Fault('refused', 'Only the calibration in force is sent to its device', {
        reason: 'calibration_not_in_force',
      })
    }
    const command = { name: 'APPLY_CALIBRATION', calibration: appliedOf(record) } as const
    const order = { opId, uuid: makeUuid(), device_uuid: device.uuid, command }
    return sendCommand(context, await unwrap(own.deviceCommand(order, by)))
  },
}

const find = getHandler(calibration)

/** Return what the device needs of a calibration. */
function appliedOf({ uuid, evidence }: Calibration): AppliedCalibration {
  if (evidence.of === 'thermal') {
    const { offset, gain } = evidence
    return { kind: 'thermal', uuid, offset, gain }
  }
  const { width, height } = evidence
  const regions = evidence.regions.map(({ well, x, y, radius }) => ({ well, x, y, radius }))
  return { kind: 'roi', uuid, width, height, regions }
}

async function findDevice(uuid: string, { own, by }: AccountContext): Promise<Device> {
  return unwrap(own.get('device', uuid, by.sight))
}

async function prepare(
  judged: JudgedCalibration,
  context: AccountContext,
  opId = context.opId,
): Promise<Calibration> {
  const change = { type: 'calibration.prepare', uuid: newUuid(context), judged } as const
  return unwrap(context.own.change(change, opId, context.by))
}

/** Keep a file as evidence with the device: it is never deleted by itself. */
async function addFile(file: File, device: string, context: AccountContext) {
  const { own, by, opId, company } = context
  const kinds = ['image', 'document'] as const
  const kept = await keepFile(file, { kinds, limit: pictureBytes, company }, context)
  const to = { resource_kind: 'device', resource_uuid: device, role: 'roi' } as const
  return unwrap(own.change({ type: 'attachment.add', file: kept, to }, opId, by))
}

type Wanted = CallInput<Calls['prepareRoi']>['body']['pictures'][number]

/**
 * Read a picture that was kept with this device, and check that the device took it where that is said. `since` is the moment of the
 * picture: that of the device's command, or at which the same bytes were first kept. An old picture makes no new calibration.
 */
async function readPicture(
  { channel, file_uuid, command_uuid }: Wanted,
  device: string,
  context: AccountContext,
) {
  const { own, by, env, company } = context
  const { resource_uuid, role, name, content_hash, created_at } = await unwrap(
    own.get('attachment', file_uuid, by.sight),
  )
  if (resource_uuid !== device || role !== 'roi') throw new Fault('not_found', 'No such file')
  const known = { name: 'pictureSince', device, hash: content_hash } as const
  let since = (await unwrap(own.ask(known, by.sight))) ?? created_at
  if (command_uuid !== undefined) {
    const asked = { name: 'commandData', uuid: command_uuid } as const
    const { command, data } = await unwrap(own.ask(asked, by.sight))
    const isOwn =
      command.device_uuid === device &&
      data?.of === 'picture' &&
      data.channel === channel &&
      sha256Hex(Buffer.from(data.image, 'base64')) === content_hash
    if (!isOwn) {
      throw new Fault('invalid', 'The device did not take this picture', {
        field: 'pictures',
        reason: 'picture_not_taken',
        params: { channel },
      })
    }
    if (command.created_at < since) since = command.created_at
  }
  const bytes = await readBlob(env, company, content_hash)
  return {
    channel,
    file_uuid,
    name,
    content_hash,
    command_uuid: command_uuid ?? null,
    bytes,
    since,
  }
}

/** Refuse pictures that leave a channel out, or show one twice. */
function checkChannels({ wavelengths }: Device, pictures: readonly Wanted[]): void {
  const shown = pictures.map(({ channel }) => channel)
  const missing = wavelengths.filter((channel) => !shown.includes(channel))
  if (missing.length === 0 && new Set(shown).size === wavelengths.length) return
  throw new Fault('invalid', 'One picture of each channel is needed', {
    field: 'pictures',
    reason: 'pictures_of_channels',
    params: { channels: (missing.length > 0 ? missing : wavelengths).join(', ') },
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

/** Return the calibration in force; null without one. */
async function lastAccepted(
  device: Device,
  kind: CalibrationKind,
  { own, by }: AccountContext,
): Promise<Calibration | null> {
  const known = acceptedOf(device)[kind]
  const found = known && (await own.get('calibration', known.uuid, by.sight))
  return found?.ok ? found.value : null
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
