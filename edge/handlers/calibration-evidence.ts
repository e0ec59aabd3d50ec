import { Buffer } from 'node:buffer'
import type { CallInput } from '../../domain/call.ts'
import type { calibrationCalls } from '../../domain/calls/calibrations.ts'
import type { CalibrationKind } from '../../domain/catalog/calibration.ts'
import type { Calibration } from '../../domain/entities/calibration.ts'
import type { Device } from '../../domain/entities/device.ts'
import { Fault } from '../../domain/fault.ts'
import { acceptedOf } from '../../domain/rules/calibration-age.ts'
import { readBlob } from '../files/blobs.ts'
import type { AccountContext } from '../context.ts'
import { keepFile } from '../keep-file.ts'
import { unwrap } from '../outcome.ts'
import { sha256Hex } from '../crypto/secret.ts'
import type { JudgedCalibration } from '../store/calibration-changes.ts'
import { newUuid } from './writes.ts'

type Calls = typeof calibrationCalls

/** Largest picture of a plate, in bytes. */
const pictureBytes = 20 * 2 ** 20

/** @throws Fault `not_found` for a device out of sight. */
export async function findDevice(uuid: string, { own, by }: AccountContext): Promise<Device> {
  return unwrap(own.get('device', uuid, by.sight))
}

/** Keep what was measured as the draft of its kind. */
export async function prepare(
  judged: JudgedCalibration,
  context: AccountContext,
  opId = context.opId,
): Promise<Calibration> {
  const change = { type: 'calibration.prepare', uuid: newUuid(context), judged } as const
  return unwrap(context.own.change(change, opId, context.by))
}

/** Keep a file as evidence with the device: it is never deleted by itself. */
export async function addFile(file: File, device: string, context: AccountContext) {
  const { own, by, opId, company } = context
  const kinds = ['image', 'document'] as const
  const kept = await keepFile(file, { kinds, limit: pictureBytes, company }, context)
  const to = { resource_kind: 'device', resource_uuid: device, role: 'roi' } as const
  return unwrap(own.change({ type: 'attachment.add', file: kept, to }, opId, by))
}

/** A picture of a channel, as a request names it. */
export type Wanted = CallInput<Calls['prepareRoi']>['body']['pictures'][number]

/**
 * Read a picture that was kept with this device, and check that the device took it where that is said. `since` is the moment of the
 * picture: that of the device's command, or at which the same bytes were first kept. An old picture makes no new calibration.
 */
export async function readPicture(
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
export function checkChannels({ wavelengths }: Device, pictures: readonly Wanted[]): void {
  const shown = pictures.map(({ channel }) => channel)
  const missing = wavelengths.filter((channel) => !shown.includes(channel))
  if (missing.length === 0 && new Set(shown).size === wavelengths.length) return
  throw new Fault('invalid', 'One picture of each channel is needed', {
    field: 'pictures',
    reason: 'pictures_of_channels',
    params: { channels: (missing.length > 0 ? missing : wavelengths).join(', ') },
  })
}

/** Return the calibration in force; null without one. */
export async function lastAccepted(
  device: Device,
  kind: CalibrationKind,
  { own, by }: AccountContext,
): Promise<Calibration | null> {
  const known = acceptedOf(device)[kind]
  const found = known && (await own.get('calibration', known.uuid, by.sight))
  return found?.ok ? found.value : null
}
