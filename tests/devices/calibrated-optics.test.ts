import { afterEach, beforeEach, expect, test } from 'vitest'
import { cartridges } from '../../domain/catalog/cartridges.ts'
import type { AppliedCalibration } from '../../domain/live/command.ts'
import { wellName } from '../../domain/rules/well.ts'
import {
  calibratedOptics,
  lightInUse,
  rawLightFault,
  sensorFault,
} from '../../devices/calibrated-optics.ts'
import { shadingOf, takePicture, viewOf } from '../../devices/camera.ts'
import type { Optics } from '../../devices/optics-wish.ts'
import { writeSetting } from '../../devices/store.ts'
import { type BenchDevice, benchDevice } from './bench-device.ts'
import { makeOrder, uuidOf } from './orders.ts'

let bench: BenchDevice
beforeEach(() => {
  bench = benchDevice('Wells16')
})
afterEach(() => bench.remove())

/** Make the regions of the device's own camera, moved by parts of the pitch. */
function regions(uuid: string, moved = 0): AppliedCalibration {
  const view = viewOf(bench.device.facts, 'FAM', '', {})
  const { width, height, centres } = takePicture(view)
  return {
    kind: 'roi',
    uuid,
    width,
    height,
    regions: centres.map(([x, y], at) => ({
      well: wellName(cartridges.Wells16, at),
      x: x + moved * view.pitch,
      y,
      radius: view.radius,
    })),
  }
}

/** Optics that read 1000 everywhere, and at a melt point its temperature. */
const plain: Optics = {
  name: 'plain',
  readAmplification: () => [Array.from({ length: 16 }, () => 1000)],
  readMelt: (_index, temperature) => [Array.from({ length: 16 }, () => temperature)],
}
const amplified = () =>
  calibratedOptics(plain, bench.device.facts, bench.store, ['FAM']).readAmplification(1)[0]?.[5] ??
  0
const melted = (at: number) =>
  calibratedOptics(plain, bench.device.facts, bench.store, ['FAM']).readMelt(1, at)[0]?.[5] ?? 0

const settings = () => {
  const answer = bench.order({ name: 'GET_SETUP' })
  if (answer.state !== 'done' || answer.data?.of !== 'setup') throw new Error('no setup')
  return answer.data.setup.settings
}
const apply = (calibration: AppliedCalibration) =>
  bench.order({ name: 'APPLY_CALIBRATION', calibration })

test('[SCREEN-041] accepted regions are measured by: a misplaced one collects less light', () => {
  expect(amplified()).toBe(1000)
  expect(apply(regions(uuidOf(1)))).toMatchObject({ state: 'done' })
  expect(amplified()).toBeGreaterThan(995)
  apply(regions(uuidOf(2), 0.3))
  expect(amplified()).toBeLessThan(600)
  expect(amplified()).toBeGreaterThan(300)
})

/** Make the factors of light that the device's own camera has, times a part for the well that is read. */
function light(uuid: string, part = 1): AppliedCalibration {
  const field = shadingOf(viewOf(bench.device.facts, 'FAM', '', {}))
  const spoilt = field.map((one, well) => (well === 5 ? part * one : one))
  return { kind: 'illumination', uuid, fields: [{ channel: 'FAM', light: spoilt }] }
}

test('issue 19: accepted factors of light are measured by: a place whose factor is wrong reads wrong', () => {
  expect(apply(light(uuidOf(8)))).toMatchObject({ state: 'done' })
  expect(amplified()).toBeCloseTo(1000, 0)
  apply(light(uuidOf(9), 0.8))
  expect(amplified()).toBeCloseTo(1250, 0)
})

test('issue 19: a device without factors leaves its light uneven, and says that its readings are raw', () => {
  apply(light(uuidOf(11)))
  expect(lightInUse(bench.store)).toEqual({ light: uuidOf(11) })
  writeSetting(bench.store, rawLightFault, '')
  expect(lightInUse(bench.store)).toEqual({ light: null })
  const shade = shadingOf(viewOf(bench.device.facts, 'FAM', '', {}))[5] ?? 1
  expect(shade).not.toBeCloseTo(1, 3)
  expect(amplified()).toBeCloseTo(1000 * shade, 0)
})

test('[SCREEN-042] offset and gain make up for a wrong sensor', () => {
  // Bend the sensor so that truth = 1.5 + 0.99 x sensor: without a calibration the block is off by its error.
  writeSetting(bench.store, sensorFault, JSON.stringify({ offset: 1.5, gain: 0.99 }))
  expect(melted(80)).toBeCloseTo(80.7, 6)
  apply({ kind: 'thermal', uuid: uuidOf(3), offset: 1.5, gain: 0.99 })
  expect(melted(80)).toBeCloseTo(80, 6)
})

test('a calibration is kept through restarts and updates, and no other setting takes its place', () => {
  apply(regions(uuidOf(4)))
  apply({ kind: 'thermal', uuid: uuidOf(5), offset: 0.2, gain: 1.001 })
  apply(light(uuidOf(10)))
  const held = {
    'calibration.illumination.uuid': uuidOf(10),
    'calibration.roi.uuid': uuidOf(4),
    'calibration.thermal.uuid': uuidOf(5),
    'calibration.thermal.offset': 0.2,
    'calibration.thermal.gain': 1.001,
  }
  expect(settings()).toMatchObject(held)
  bench.losePower(1000)
  expect(settings()).toMatchObject(held)
  const forged = { 'calibration.roi.uuid': uuidOf(6) }
  expect(bench.order({ name: 'UPDATE_SETUP', settings: forged })).toMatchObject({
    reason: 'setting_refused',
  })
  expect(settings()).toMatchObject(held)
})

test('a calibration is not changed under a run', () => {
  bench.order({ name: 'LOAD_RECIPE', order: makeOrder() })
  expect(apply(regions(uuidOf(7)))).toMatchObject({ state: 'refused', reason: 'busy' })
})
