import { describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { cartridges } from '../../../domain/catalog/cartridges.ts'
import { Sample } from '../../../domain/entities/analysis.ts'
import { findDraftProblems } from '../../../domain/rules/cartridge.ts'
import { wellIndex } from '../../../domain/rules/well.ts'
import { createReadings, curveOf } from '../../../workers/curves/readings.ts'
import { createTarget, type ImportedRun } from '../../../workers/files/imported-run.ts'
import { planImport } from '../../../workers/files/plan-import.ts'
import { makeCurve } from '../curves.ts'

/** Make a 16-well run, the targets of each well as given; every target is read in its own channel. */
function makeRun(wells: readonly (readonly string[])[]): ImportedRun {
  const names = [...new Set(wells.flat())]
  const readings = createReadings(names, 16, 40)
  for (const [well, targets] of wells.entries()) {
    for (const target of targets) {
      curveOf(readings, names.indexOf(target), well).set(makeCurve(40, { top: 4, seed: well + 1 }))
    }
  }
  return {
    name: 'run',
    experiment: '',
    source: {
      format: 'rdml',
      version: '1.3',
      software: '',
      softwareVersion: '',
      instrument: '',
      date: null,
    },
    plate: { rows: 4, columns: 4, labels: 'letters' },
    wells: wells.map((targets, well) => ({
      well,
      name: `A${well + 1}`,
      sample: `sample ${well + 1}`,
      sampleType: 'unkn',
      targets: targets.map((target) => ({
        ...createTarget(target, ''),
        channel: target,
        excluded: '',
        baseline: { start: 3, end: target === 'whole' ? 40 : 15 },
      })),
    })),
    amplification: { readings, state: 'raw' },
    melt: null,
    passiveReference: null,
    programme: null,
    notices: [],
  }
}

const plan = (wells: readonly (readonly string[])[]) => {
  let count = 0
  return planImport(makeRun(wells), () => `id ${count++}`)
}

test('mixes that differ only after sixty letters stay apart', () => {
  const long = 'x'.repeat(70)
  const { samples, evaluation } = plan([[`${long}1`], [`${long}2`], ['short']])
  const mixes = samples.map(({ well_type }) => well_type!)
  expect(new Set(mixes).size).toBe(3)
  expect(Math.max(...mixes.map(({ length }) => length))).toBeLessThanOrEqual(60)
  expect(evaluation.targets.map(({ well_types }) => well_types)).toEqual(mixes.map((mix) => [mix]))
})

test('an exclusion names its target as the method does', () => {
  const { evaluation, exclusions } = plan([['a\tb']])
  expect(evaluation.targets[0]!.name).toBe('a b')
  expect(exclusions[0]!.target).toBe('a b')
})

test('defaults 2: a target without a threshold is read by consensus', () => {
  const { evaluation } = plan([['one', 'other']])
  expect(
    evaluation.targets.map(({ threshold, cq_method }) => [threshold.method, cq_method]),
  ).toEqual([
    ['automatic', 'consensus'],
    ['automatic', 'consensus'],
  ])
})

test('a baseline window up to the last cycle is none', () => {
  const { evaluation } = plan([['whole', 'part']])
  expect(evaluation.targets.map(({ baseline }) => baseline)).toEqual([
    { method: 'automatic' },
    { method: 'window', start: 3, end: 15 },
  ])
})

describe('plates of other instruments', () => {
  const runOn = (plate: ImportedRun['plate'], wells: readonly number[]): ImportedRun => {
    const readings = createReadings(['FAM'], plate.rows * plate.columns, 40)
    for (const well of wells) curveOf(readings, 0, well).set(makeCurve(40, { seed: well + 1 }))
    const base = makeRun([['FAM']])
    return {
      ...base,
      plate,
      amplification: { readings, state: 'raw' },
      wells: wells.map((well) => ({ ...base.wells[0]!, well, sample: '' })),
    }
  }
  const letters = (rows: number, columns: number) => ({ rows, columns, labels: 'letters' }) as const
  const rotor = (positions: number) => ({ rows: positions, columns: 1, labels: 'numbers' }) as const

  test.each([
    ['384 wells', letters(16, 24), 383, 'Wells384', 'P24'],
    ['48 wells', letters(6, 8), 47, 'Wells96', 'F8'],
    ['12 by 16 wells', letters(12, 16), 191, 'Wells384', 'L16'],
    ['a chip of 48 by 48', letters(48, 48), 2303, 'Wells2304', 'AV48'],
    ['a rotor of 36', rotor(36), 35, 'Wells96', 'C12'],
    ['a rotor of 72', rotor(72), 71, 'Wells96', 'F12'],
    ['a rotor of 100', rotor(100), 99, 'Wells384', 'E4'],
  ] as const)(
    'issue 15: %s become an analysis, each curve in its well',
    (_, plate, last, type, name) => {
      const run = runOn(plate, [0, 13, last])
      const { cartridge_type, samples, curves } = planImport(run, () => crypto.randomUUID())
      expect(cartridge_type).toBe(type)
      expect(samples.at(-1)?.coordinates).toEqual([name])
      for (const [at, well] of [0, 13, last].entries()) {
        const place = wellIndex(cartridges[type], samples[at]!.coordinates[0]!)
        const placed = curveOf(curves.amplification, 0, place)
        expect(placed).toEqual(curveOf(run.amplification!.readings, 0, well))
      }
      for (const sample of samples) expect(v.is(Sample, sample)).toBe(true)
      expect(findDraftProblems(samples, cartridge_type)).toEqual([])
    },
  )

  test('issue 15: a plate of more wells than any that can be shown is refused with its size', () => {
    const plan = () => planImport(runOn(letters(96, 96), [0]), () => '')
    expect(plan).toThrow(
      expect.objectContaining({
        details: [
          expect.objectContaining({
            reason: 'plate_without_cartridge',
            params: { rows: 96, columns: 96 },
          }),
        ],
      }),
    )
  })
})
