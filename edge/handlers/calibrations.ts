import { Buffer } from 'node:buffer'
import type { calibrationCalls } from '../../domain/calls/calibrations.ts'
import { fitThermal } from '../../workers/calibration/fit-thermal.ts'
import { drawWellsSliced } from '../../workers/images/draw-wells.ts'
import { findWellsSliced } from '../../workers/images/find-wells.ts'
import { readImageSliced } from '../../workers/images/read-image.ts'
import { finishInSlices } from '../../workers/slices.ts'
import type { AccountContext } from '../context.ts'
import { keepFile } from '../keep-file.ts'
import type { Handlers } from '../mount.ts'
import { unwrap } from '../outcome.ts'
import { readUpload } from '../files/uploads.ts'
import { calibrationRecords } from './calibration-records.ts'

const pictureBytes = 20 * 2 ** 20

export const calibrations: Handlers<typeof calibrationCalls> = {
  ...calibrationRecords,
  roi: async ({ body }, context) => {
    const { file, rows, columns, wells = 'bright', device_uuid } = body
    const { own, by } = context
    // Read the device first: nothing is computed for somebody who does not see it.
    if (device_uuid) await unwrap(own.get('device', device_uuid, by.sight))
    const { bytes } = await readUpload(file, ['image', 'document'])
    const picture = await finishInSlices(readImageSliced(bytes))
    const found = await finishInSlices(findWellsSliced(picture, { rows, columns, wells }))
    const drawn = await finishInSlices(drawWellsSliced(picture, found.regions))
    return {
      ...picture.original,
      ...found,
      image: Buffer.from(drawn).toString('base64'),
      image_type: 'image/png',
      asset: device_uuid ? await keepPicture(drawn, device_uuid, context) : null,
    }
  },
  thermal: async ({ body }, { own, by, opId }) => {
    const { device_uuid, ...cartridge } = body
    // Read the device first: nothing is computed for somebody who does not see it.
    if (device_uuid) await unwrap(own.get('device', device_uuid, by.sight))
    const result = fitThermal(cartridge)
    if (device_uuid && result.passed) {
      const { timestamp, serial } = cartridge
      const change = { type: 'device.calibrate', uuid: device_uuid, timestamp, serial } as const
      await unwrap(own.change(change, opId, by))
    }
    return result
  },
}

/** Keep the drawn picture as a file of the device. @returns the name it is read by. */
async function keepPicture(
  drawn: Uint8Array,
  device: string,
  context: AccountContext,
): Promise<string> {
  const { own, by, opId, company } = context
  const name = `roi-${new Date().toISOString().replaceAll(/[-:.]/g, '')}.png`
  const file = new File([drawn as Uint8Array<ArrayBuffer>], name, { type: 'image/png' })
  const kept = await keepFile(file, { kinds: ['image'], limit: pictureBytes, company }, context)
  const to = { resource_kind: 'device', resource_uuid: device, role: 'roi' } as const
  // Answer a repeat with the file that was kept the first time.
  const record = await unwrap(own.change({ type: 'attachment.add', file: kept, to }, opId, by))
  return record?.['name'] as string
}
