import { describe, expect, test } from 'vitest'
import { Fault } from '../../domain/fault.ts'
import { calibrateDyes, invertMixing } from '../../workers/compensation/calibration.ts'
import { findLeaks } from '../../workers/compensation/leaks.ts'
import type { DyePlates } from '../../workers/compensation/plates.ts'
import { adjustWells, learnCompensation } from '../../workers/compensation/transfer.ts'
import { compensate } from '../../workers/compensation/compensate.ts'
import { createReadings, curveOf, type Readings } from '../../workers/curves/readings.ts'
import { measureCompensation } from '../accuracy/compensation.ts'
import { measureSecondDye } from '../support/single-dye.ts'
import { readTwoChannelPlate } from '../support/two-channel-plate.ts'
import { makeCurve, makeRandom } from './curves.ts'

/** Light of three dyes in four channels, as parts of the dye's own channel. */
const mixing = [
  [1, 0.3, 0.02],
  [0.4, 1, 0.1],
  [0.01, 0.35, 1],
  [0, 0.05, 0.5],
]
const channels = ['blue', 'green', 'red', 'dark red']
const dyes = ['FAM', 'HEX', 'ROX']
const wells = 9

/** Return the mixing of a well: every part a little off, and the well as a whole brighter or darker. */
function mixingOf(well: number, spread: number): number[][] {
  const random = makeRandom(well + 1)
  const bright = 1 + spread * 3 * (random() - 0.5)
  return mixing.map((row) => row.map((part) => part * bright * (1 + spread * (random() - 0.5))))
}

function makePlates(spread: number, light = 10_000): DyePlates {
  const background = new Float64Array(channels.length * wells)
  const pure = new Float64Array(dyes.length * channels.length * wells)
  for (let well = 0; well < wells; well++) {
    const own = mixingOf(well, spread)
    for (const channel of channels.keys()) {
      background[channel * wells + well] = 500 + 10 * well
      for (const dye of dyes.keys()) {
        pure[(dye * channels.length + channel) * wells + well] =
          500 + 10 * well + light * own[channel]![dye]!
      }
    }
  }
  return { channels, dyes, wells, background, pure }
}

/** Mix the readings of wells from their dyes. */
function mix(truth: Readings, spread: number): Readings {
  const readings = createReadings(channels, wells, truth.points)
  for (let well = 0; well < wells; well++) {
    const own = mixingOf(well, spread)
    for (const channel of channels.keys()) {
      const curve = curveOf(readings, channel, well)
      for (let point = 0; point < truth.points; point++) {
        curve[point] = dyes.reduce(
          (sum, _, dye) => sum + own[channel]![dye]! * curveOf(truth, dye, well)[point]!,
          500 + 10 * well,
        )
      }
    }
  }
  return readings
}

function makeTruth(): Readings {
  const truth = createReadings(dyes, wells, 40)
  for (let well = 0; well < wells; well++) {
    for (const dye of dyes.keys()) {
      const top = well % 3 === dye ? 5000 : 0
      curveOf(truth, dye, well).set(
        makeCurve(40, { base: 800 + 100 * dye, top, middle: 18 + well }),
      )
    }
  }
  return truth
}

function worst(ours: Readings, truth: Readings): number {
  return truth.values.reduce(
    (most, value, i) => Math.max(most, Math.abs(ours.values[i]! - value)),
    0,
  )
}

function faultOf(work: () => unknown): Fault {
  try {
    work()
  } catch (error) {
    if (error instanceof Fault) return error
  }
  throw new Error('No fault')
}

describe('compensation from pure-dye plates', () => {
  test('gives the dyes back where all wells are alike', () => {
    const truth = makeTruth()
    const { compensation, report } = calibrateDyes(makePlates(0), 'shared')
    expect(worst(compensate(mix(truth, 0), compensation), truth)).toBeLessThan(1e-8)
    expect(Math.max(...report.residual)).toBeLessThan(1e-12)
    expect(report.crosstalk[0]).toMatchObject({ dye: 'FAM', channel: 'green' })
    expect(report.crosstalk[0]?.part).toBeCloseTo(0.4, 12)
    expect(report.fallbacks).toEqual([])
  })

  test('a matrix per well takes away what wells differ by, one for the plate cannot', () => {
    const truth = makeTruth()
    const readings = mix(truth, 0.1)
    const left = (mode: 'shared' | 'gains' | 'wells') => {
      const { compensation } = calibrateDyes(makePlates(0.1), mode)
      const ours = compensate(readings, compensation)
      // Look at well 0, which holds growing FAM alone: what grows in HEX is left over.
      const hex = curveOf(ours, 1, 0)
      return Math.abs(hex[39]! - hex[0]!) / 5000
    }
    expect(left('wells')).toBeLessThan(1e-9)
    expect(left('shared')).toBeGreaterThan(1e-4)
    expect(left('gains')).toBeGreaterThan(1e-4)
  })

  test('per-well gains bring wells of other brightness to one scale', () => {
    const truth = makeTruth()
    const { compensation } = calibrateDyes(makePlates(0.1), 'wells')
    const ours = compensate(mix(truth, 0.1), compensation)
    const parts = Array.from(
      { length: wells },
      (_, well) => curveOf(ours, 0, well)[0]! / curveOf(truth, 0, well)[0]!,
    )
    // Expect one factor for all, the plate's median brightness.
    expect(Math.max(...parts) / Math.min(...parts)).toBeCloseTo(1, 9)
  })

  test('by a given matrix; dyes take the place of their channels, other channels stay', () => {
    const readings = createReadings(['FAM', 'ROX', 'HEX'], 2, 1)
    readings.values.set([104, 208, 7, 8, 60, 120])
    // Mix FAM 100 and HEX 20 in the first well, twice that in the second.
    const mixing = [
      [1, 0.2],
      [0.4, 1],
    ]
    const ours = compensate(readings, invertMixing(['FAM', 'HEX'], ['FAM', 'HEX'], mixing, 2))
    expect(ours.channels).toEqual(['FAM', 'ROX', 'HEX'])
    expect([...ours.values].map((value) => Number(value.toFixed(9)))).toEqual([
      100, 200, 7, 8, 20, 40,
    ])
  })

  test('a spoilt calibration well uses the plate and is named', () => {
    const plates = makePlates(0)
    plates.pure[(channels.length + 1) * wells + 4] = 540
    plates.pure[2 * wells + 7] = Number.NaN
    const truth = makeTruth()
    const { compensation, report } = calibrateDyes(plates, 'wells')
    expect(report.fallbacks).toEqual([4, 7])
    expect(worst(compensate(mix(truth, 0), compensation), truth)).toBeLessThan(1e-8)
  })

  test('refuses dyes that look alike, naming them and their channels', () => {
    const plates = makePlates(0)
    for (const channel of channels.keys()) {
      for (let well = 0; well < wells; well++) {
        const at = (dye: number) => (dye * channels.length + channel) * wells + well
        plates.pure[at(2)] = plates.pure[at(1)]! + (channel === 2 ? 30 : 0)
      }
    }
    const { first } = faultOf(() => calibrateDyes(plates, 'shared'))
    expect(first.reason).toBe('crosstalk_ill_conditioned')
    expect(new Set([first.params?.['dye'], first.params?.['other']])).toEqual(
      new Set(['HEX', 'ROX']),
    )
    expect(first.message).toContain('green')
  })

  test('refuses more dyes than channels and a dye that gives no light', () => {
    const plates = makePlates(0)
    const two = { ...plates, channels: channels.slice(0, 2) }
    const pure = new Float64Array(dyes.length * 2 * wells)
    for (const dye of dyes.keys()) {
      const from = dye * channels.length * wells
      pure.set(plates.pure.subarray(from, from + 2 * wells), dye * 2 * wells)
    }
    const few = { ...two, background: plates.background.subarray(0, 2 * wells), pure }
    expect(faultOf(() => calibrateDyes(few, 'shared')).first.reason).toBe(
      'crosstalk_ill_conditioned',
    )
    const dark = { ...plates, pure: plates.pure.slice() }
    dark.pure.fill(100, channels.length * wells, 2 * channels.length * wells)
    expect(faultOf(() => calibrateDyes(dark, 'shared')).first).toMatchObject({
      reason: 'dye_not_seen',
      params: { dye: 'HEX' },
    })
  })

  test('names the channel the readings lack; a gap in a channel is a gap in the dyes', () => {
    const { compensation } = calibrateDyes(makePlates(0), 'shared')
    const readings = mix(makeTruth(), 0)
    expect(
      faultOf(() => compensate(createReadings(['blue', 'green', 'red'], wells, 3), compensation))
        .first,
    ).toMatchObject({ code: 'invalid', params: { channel: 'dark red' } })
    expect(
      faultOf(() => compensate(createReadings(channels, 4, 3), compensation)).first.reason,
    ).toBe('compensation_wells')
    curveOf(readings, 3, 2)[7] = Number.NaN
    const ours = compensate(readings, compensation)
    expect(curveOf(ours, 0, 2)[7]).toBeNaN()
    expect(curveOf(ours, 0, 2)[8]).toBeGreaterThan(0)
  })
})

describe('compensation learnt from known dyes', () => {
  test('gives the dyes of other wells and points back', () => {
    const truth = makeTruth()
    const known = { ...truth, values: truth.values.slice() }
    for (let dye = 0; dye < 3; dye++) {
      for (let well = 6; well < wells; well++) curveOf(known, dye, well).fill(Number.NaN)
    }
    const readings = mix(truth, 0)
    for (let i = 0; i < readings.values.length; i++) {
      const well = Math.floor(i / 40) % wells
      readings.values[i] = readings.values[i]! - 500 - 10 * well
    }
    const ours = compensate(readings, learnCompensation(readings, known))
    expect(worst(ours, truth) / 5000).toBeLessThan(1e-6)
  })

  test('a few known points adjust a well of its own spectrum', () => {
    const truth = makeTruth()
    const readings = mix(truth, 0.1)
    const shared = learnCompensation(readings, truth)
    const few = {
      ...truth,
      values: truth.values.map((value, i) => (i % 4 === 3 ? value : Number.NaN)),
    }
    const before = worst(compensate(readings, shared), truth)
    const after = worst(compensate(readings, adjustWells(shared, readings, few)), truth)
    expect(after).toBeLessThan(before / 2)
  })

  test('reference plates: every figure within its bar', () => {
    const figures = measureCompensation()
    expect(figures.length).toBeGreaterThanOrEqual(5)
    expect(figures.filter(({ ok }) => ok === false)).toEqual([])
  })
})

describe('leaks', () => {
  test('a real plate of FAM alone: what the second dye keeps is small and named', () => {
    const { report } = calibrateDyes(readTwoChannelPlate().plates, 'wells')
    expect(report.condition).toBeCloseTo(1.554, 3)
    expect(report.crosstalk.map(({ dye, part }) => `${dye} ${part.toFixed(3)}`)).toEqual([
      'FAM 0.437',
      'HEX 0.015',
    ])
    const left = measureSecondDye('wells')
    expect(Math.max(...left.parts.map(Math.abs))).toBeLessThan(0.03)
    expect(left.growing).toBeGreaterThan(3)
    expect(left.unnamed).toBe(0)
  })

  test('names a small copy of another dye, not a flat curve, a later one or a tall one', () => {
    const strong = makeCurve(40, { base: 0, top: 1, middle: 20, noise: 0.0005 })
    const copy = strong.map(
      (value, i) => 0.02 * value + makeCurve(40, { base: 0, noise: 0.0005, seed: 3 })[i]!,
    )
    const flat = makeCurve(40, { base: 0, noise: 0.0005, seed: 4 })
    const late = makeCurve(40, { base: 0, top: 0.04, middle: 37, noise: 0.0005, seed: 5 })
    const tall = strong.map((value) => 0.3 * value)
    const named = (curve: Float64Array) => findLeaks([strong, curve], 1, 40).map(({ dye }) => dye)
    expect(named(copy)).toEqual([1])
    expect(named(flat)).toEqual([])
    expect(named(late)).toEqual([])
    expect(named(tall)).toEqual([])
  })
})
