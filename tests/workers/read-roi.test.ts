import { expect, test } from 'vitest'
import { acceptance } from '../../domain/catalog/calibration.ts'
import type { Fault } from '../../domain/fault.ts'
import { type PlateFaults, takePicture, viewOf } from '../../devices/camera.ts'
import { readRoiSliced, type RoiBasis } from '../../workers/images/read-roi.ts'
import { finishAtOnce } from '../../workers/slices.ts'
import { measureCalibration } from '../batteries/calibration/measure.ts'

const device = { serial: 'SIM-1', cartridge: 'Wells16' } as const
const look = { rows: 4, columns: 4, wells: 'bright' } as const

function read(faults: PlateFaults, basis: RoiBasis = { placed: null, last: null }) {
  const pictures = (['FAM', 'VIC'] as const).map((channel) => {
    const taken = takePicture(viewOf(device, channel, 'now', channel === 'VIC' ? faults : {}))
    const { width, height, pixels } = taken
    return { channel, image: { width, height, pixels, original: { width, height } } }
  })
  return finishAtOnce(readRoiSliced(pictures, look, basis))
}

test('calibration: seconds of the battery: no planted fault is accepted, sound plates are', () => {
  const { rows, failed } = measureCalibration(7, 4)
  expect(failed).toEqual([])
  expect(rows.filter(({ ok }) => ok === false)).toEqual([])
  expect(rows).toHaveLength(46)
}, 60_000)

test('[SCREEN-041] a finding names limit, channel and well, and firm limits come first', () => {
  const { findings } = read({ missing: [5], dim: { 2: 0.3 } })
  expect(findings.map(({ limit, channel, well }) => [limit, channel, well])).toEqual([
    ['unseen', 'VIC', 'B2'],
    ['grey', 'VIC', 'A3'],
  ])
  expect(findings[1]?.value).toBeLessThan(acceptance.roi.grey.value)
})

test('[SCREEN-041] a circle that a person moved off its well is found by the grid and by the picture', () => {
  const sound = read({})
  expect(sound.findings).toEqual([])
  const placed = sound.regions.map(({ well, x, y, radius }) => ({
    well,
    x: well === 'C2' ? x + 0.25 * sound.pitch : x,
    y,
    radius,
  }))
  const moved = read({}, { placed, last: sound })
  const limits = moved.findings.filter(({ well }) => well === 'C2').map(({ limit }) => limit)
  expect(new Set(limits)).toEqual(new Set(['centre', 'shift']))
  expect(moved.findings.every(({ well }) => well === 'C2')).toBe(true)
})

test('[SCREEN-041] pictures of several sizes are refused, and so are pictures without wells', () => {
  const other = { width: 40, height: 40, pixels: new Uint8Array(1600) }
  const blank = { channel: 'FAM', image: { ...other, original: { width: 40, height: 40 } } }
  const taken = takePicture(viewOf(device, 'FAM', 'now', {}))
  const image = { ...taken, original: { width: taken.width, height: taken.height } }
  const reasonOf = (pictures: Parameters<typeof readRoiSliced>[0]) => {
    try {
      finishAtOnce(readRoiSliced(pictures, look, { placed: null, last: null }))
      return null
    } catch (error) {
      return (error as Fault).first.reason
    }
  }
  expect(reasonOf([{ channel: 'FAM', image }, blank])).toBe('pictures_differ')
  expect(reasonOf([blank])).toBe('wells_not_found')
})
