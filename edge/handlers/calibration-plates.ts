import type { calibrationCalls } from '../../domain/calls/calibrations.ts'
import { calibrationMethod } from '../../domain/catalog/calibration.ts'
import { cartridges, type DeviceCartridgeName } from '../../domain/catalog/cartridges.ts'
import type {
  Calibration,
  IlluminationEvidence,
  RoiEvidence,
} from '../../domain/entities/calibration.ts'
import { Fault } from '../../domain/fault.ts'
import { wellName } from '../../domain/rules/well.ts'
import { flattenField, type LitChannel } from '../../workers/calibration/flat-field.ts'
import { factorsOf } from '../../workers/calibration/light-factors.ts'
import { mapMelt } from '../../workers/calibration/melt-map.ts'
import { measureLight } from '../../workers/images/measure-light.ts'
import type { GreyImage } from '../../workers/images/grey-image.ts'
import { readImageSliced } from '../../workers/images/read-image.ts'
import { refuseImage } from '../../workers/images/refuse-image.ts'
import { finishInSlices } from '../../workers/slices.ts'
import type { AccountContext } from '../context.ts'
import { loadResults } from '../runs/evaluate.ts'
import type { Handlers } from '../mount.ts'
import { unwrap } from '../outcome.ts'
import { sha256Hex } from '../crypto/secret.ts'
import {
  checkChannels,
  findDevice,
  lastAccepted,
  prepare,
  readPicture,
  type Wanted,
} from './calibration-evidence.ts'

type CalibrationHandlers = Handlers<typeof calibrationCalls>

/** Measure the light of every place in both positions of the plate, within the accepted regions of the device. */
export const illuminationHandler: CalibrationHandlers['prepareIllumination'] = async (
  { params, body },
  context,
) => {
  const device = await findDevice(params.id, context)
  const regions = await lastAccepted(device, 'roi', context)
  if (regions?.evidence.of !== 'roi') {
    throw new Fault('refused', 'Regions of interest must be accepted first', {
      reason: 'calibration_regions_needed',
    })
  }
  checkChannels(device, body.pictures)
  checkChannels(device, body.turned)
  const { evidence: roi } = regions
  const asIs = await readSet(body.pictures, device.uuid, roi, context)
  const turned = await readSet(body.turned, device.uuid, roi, context)
  refuseSame(asIs, turned)
  const look = { pitch: roi.pitch, wells: roi.wells }
  const lit = device.wavelengths.map((channel): LitChannel => {
    const images = { asIs: imageOf(asIs, channel), turned: imageOf(turned, channel) }
    return { channel, wells: measureLight(images, roi.regions, look) }
  })
  const vessel = { vessel: body.vessel, seal: body.seal, volume: body.volume }
  const last = await lastAccepted(device, 'illumination', context)
  const names = roi.regions.map(({ well }) => well)
  const shape = cartridges[device.cartridge_type]
  const { findings, ...measured } = flattenField(lit, shape, names, fieldsOf(last, vessel))
  const evidence: IlluminationEvidence = {
    of: 'illumination',
    roi_uuid: regions.uuid,
    ...vessel,
    pictures: [...asIs.map(describe(false)), ...turned.map(describe(true))],
    ...measured,
  }
  const taken = [...asIs, ...turned].map(({ since }) => since).toSorted()
  return prepare(
    {
      device_uuid: device.uuid,
      method: calibrationMethod,
      material: body.material,
      measured_at: taken[0] ?? new Date().toISOString(),
      evidence,
      findings,
    },
    context,
  )
}

/** Judge the block by the melting temperatures that a finished run of this device has in every well. */
export const meltHandler: CalibrationHandlers['prepareMelt'] = async (
  { params, body },
  context,
) => {
  const { own, by, env } = context
  const device = await findDevice(params.id, context)
  const run = await context.read('analysis', body.run_uuid)
  const kept = run.results.at(-1)
  if (run.device_uuid !== device.uuid || !kept || run.started_at === null) {
    throw new Fault('invalid', 'No such finished run of this device', {
      field: 'run_uuid',
      reason: 'run_unknown',
    })
  }
  const shape = cartridges[run.cartridge_type]
  const names = wellNames(shape)
  const { wells } = await loadResults(env, run, kept.hash)
  const tms = names.map((name) => {
    const found = wells.find(({ well, target }) => well === name && target === body.target)
    // Take the highest peak, which is the amplicon's: products beside it are lower.
    const peaks = (found?.melt ?? []).toSorted((a, b) => b.height - a.height)
    return peaks[0]?.tm ?? null
  })
  const known_tm = body.known_tm ?? null
  const { findings, ...measured } = mapMelt(tms, shape, names, known_tm)
  const chain = await unwrap(own.ask({ name: 'calibrationsOfRun', uuid: run.uuid }, by.sight))
  return prepare(
    {
      device_uuid: device.uuid,
      method: calibrationMethod,
      material: body.material,
      measured_at: run.ended_at ?? run.started_at,
      evidence: {
        of: 'melt',
        run_uuid: run.uuid,
        results_hash: kept.hash,
        target: body.target,
        known_tm,
        thermal_uuid: chain.find(({ kind }) => kind === 'thermal')?.uuid ?? null,
        ...measured,
      },
      findings,
    },
    context,
  )
}

function wellNames(shape: (typeof cartridges)[DeviceCartridgeName]): string[] {
  return Array.from({ length: shape.rows * shape.columns }, (_, at) => wellName(shape, at))
}

type ReadPicture = Omit<Awaited<ReturnType<typeof readPicture>>, 'bytes'> & { image: GreyImage }

/** Read the pictures of one position of the plate. @throws Fault `pictures_differ` for another size than that of the regions. */
async function readSet(
  wanted: readonly Wanted[],
  device: string,
  roi: RoiEvidence,
  context: AccountContext,
): Promise<ReadPicture[]> {
  const read: ReadPicture[] = []
  for (const one of wanted) {
    const { bytes, ...picture } = await readPicture(one, device, context)
    const image = await finishInSlices(readImageSliced(bytes))
    if (image.original.width !== roi.width || image.original.height !== roi.height) {
      throw refuseImage('pictures_differ', 'The pictures must have the size of the regions')
    }
    read.push({ ...picture, image })
  }
  return read
}

/** Refuse a picture that is given for both positions, also in another format: nothing was turned. */
function refuseSame(asIs: readonly ReadPicture[], turned: readonly ReadPicture[]): void {
  const lightOf = ({ image }: ReadPicture) => sha256Hex(image.pixels)
  const known = new Set(asIs.map(lightOf))
  const same = turned.find((picture) => known.has(lightOf(picture)))
  if (!same) return
  throw new Fault('invalid', 'The same picture is given for both positions of the plate', {
    field: 'turned',
    reason: 'picture_not_turned',
    params: { channel: same.channel },
  })
}

function imageOf(pictures: readonly ReadPicture[], channel: string): GreyImage {
  const found = pictures.find((one) => one.channel === channel)
  if (!found) throw new Error(`No picture of ${channel}`)
  return found.image
}

const describe =
  (turned: boolean) =>
  ({ channel, file_uuid, name, content_hash, command_uuid }: ReadPicture) => ({
    channel,
    file_uuid,
    name,
    content_hash,
    command_uuid,
    turned,
  })

/** Return the fields that were accepted last for the same vessel, seal and volume, by channel; null where there are none. */
function fieldsOf(
  last: Calibration | null,
  { vessel, seal, volume }: Pick<IlluminationEvidence, 'vessel' | 'seal' | 'volume'>,
): Map<string, number[]> | null {
  if (last?.evidence.of !== 'illumination') return null
  const { evidence } = last
  if (evidence.vessel !== vessel || evidence.seal !== seal || evidence.volume !== volume)
    return null
  return new Map(factorsOf(evidence).map(({ channel, light }) => [channel, light]))
}
