import { deviceCommandCalls } from '../../domain/calls/device-commands.ts'
import { calibrationCalls } from '../../domain/calls/calibrations.ts'
import type { WavelengthName } from '../../domain/catalog/wavelengths.ts'
import type { Calibration } from '../../domain/entities/calibration.ts'
import { deviceLinkCalls } from '../../domain/calls/device-link.ts'
import { type PlateFaults, takePicture, viewOf } from '../../devices/camera.ts'
import { storeOf } from './matrix/world.ts'
import { toPgm } from '../support/plate-picture.ts'
import { must, type Sender } from './lab.ts'
import { makeCompleted } from './made-analyses.ts'
import { form, makeDevice, type TestDevice } from './material-bodies.ts'

/** Make a bCUBE of 3 x 3 wells with two channels, which is quick to calibrate. */
export function makeCube(company: string, name: string): Promise<TestDevice> {
  return makeDevice(company, {
    name,
    deviceType: 'bcube',
    model: 'bCUBE 9',
    cartridge_type: 'Wells9',
    wavelengths: ['FAM', 'VIC'],
  })
}

export const channels = ['FAM', 'VIC'] as const

/** Take a picture as the camera of a cube would. */
export function cubePicture(
  channel: WavelengthName,
  faults: PlateFaults = {},
  moment = 'now',
): Uint8Array {
  return toPgm(
    takePicture(viewOf({ serial: 'SIM-1', cartridge: 'Wells9' }, channel, moment, faults)),
  )
}

export async function keepPicture(
  sender: Sender,
  device: string,
  bytes: Uint8Array,
): Promise<string> {
  const file = new File([bytes as Uint8Array<ArrayBuffer>], 'plate.pgm')
  const sent = sender(calibrationCalls.picture, { params: { id: device }, body: form(file) })
  return (await must(sent)).data.uuid
}

/** Have a device take a picture, and return the command with what it answered. */
export async function takeByCommand(sender: Sender, { uuid, sender: device }: TestDevice) {
  const sent = sender(deviceCommandCalls.takePicture, {
    params: { id: uuid },
    body: { channel: 'FAM' },
  })
  const { uuid: command_uuid } = (await must(sent)).data
  const bytes = cubePicture('FAM')
  const data = { of: 'picture', channel: 'FAM', image: Buffer.from(bytes).toString('base64') }
  await must(device(deviceLinkCalls.answer, { body: { command_uuid, state: 'done', data } }))
  return { command_uuid, bytes }
}

export async function roiBody(sender: Sender, device: string, faults: PlateFaults = {}) {
  const files = await Promise.all(
    channels.map((channel) => keepPicture(sender, device, cubePicture(channel, faults))),
  )
  const pictures = channels.map((channel, at) => ({ channel, file_uuid: files[at] ?? '' }))
  return { pictures, wells: 'bright' as const, material: 'ROI plate, lot 7' }
}

export async function prepareRoi(
  sender: Sender,
  device: string,
  faults: PlateFaults = {},
): Promise<Calibration> {
  const body = await roiBody(sender, device, faults)
  return (await must(sender(calibrationCalls.prepareRoi, { params: { id: device }, body }))).data
}

/** Make the readings of a calibrator for a sensor with a known error. */
export function thermalBody({ offset = 0.3, gain = 1.002, timestamp = new Date().toISOString() }) {
  return {
    serial: 'TC-7',
    uuid: crypto.randomUUID(),
    firmware_version: '1.4.0',
    timestamp,
    readings: [35, 60, 72, 95].map((t) => ({
      device_sensor: (t - offset) / gain,
      probes: [t + 0.05, t - 0.05],
    })),
  }
}

/** Make the body for factors of light: pictures of both positions; `turned` are the faults that the turned plate shows. */
export async function illuminationBody(
  sender: Sender,
  device: string,
  { asIs = {}, turned = {} }: { asIs?: PlateFaults; turned?: PlateFaults } = {},
) {
  const keepSet = (faults: PlateFaults, moment: string) =>
    Promise.all(
      channels.map(async (channel) => ({
        channel,
        file_uuid: await keepPicture(sender, device, cubePicture(channel, faults, moment)),
      })),
    )
  return {
    vessel: 'Strip, low profile',
    seal: 'Film',
    volume: 20,
    material: 'Dye plate, lot 3',
    pictures: await keepSet(asIs, 'as it is'),
    turned: await keepSet(turned, 'turned'),
  }
}

/** Say that an imported run was measured by a device, which no call says. */
export async function measuredBy(
  { company, swarm }: { company: string; swarm: string },
  {
    run,
    device,
    started_at,
    ended_at,
  }: { run: string; device: string; started_at: string; ended_at?: string },
): Promise<void> {
  const change = {
    type: 'patch',
    kind: 'analysis',
    uuid: run,
    patch: { device_uuid: device, started_at, ...(ended_at && { ended_at }) },
  } as unknown as Parameters<ReturnType<typeof storeOf>['change']>[0]
  const by = {
    actor: { uuid: crypto.randomUUID(), name: 'test', via: 'operator' as const },
    sight: { kinds: [], swarms: [swarm] },
    permissions: [],
    fourEyes: false,
  }
  const outcome = await storeOf(company).change(change, crypto.randomUUID(), by)
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.errors))
}

/** Make a finished run of a device, without melting temperatures. */
export async function finishedRun(
  lab: { company: string; swarm: string },
  sender: Sender,
  device: string,
): Promise<string> {
  const { uuid: run } = await makeCompleted(sender, lab.swarm, {})
  const started_at = '2026-11-01T10:00:00.000Z'
  const ended_at = '2026-11-01T11:10:00.000Z'
  await measuredBy(lab, { run, device, started_at, ended_at })
  return run
}
