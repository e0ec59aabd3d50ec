import { expect, test } from 'vitest'
import { createReadings, curveOf } from '../../../workers/curves/readings.ts'
import { createTarget, type ImportedRun } from '../../../workers/files/imported-run.ts'
import { planImport } from '../../../workers/files/plan-import.ts'
import { makeCurve } from '../curves.ts'

/** A 16-well run, the targets of each well as given; every target is read in its own channel. */
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

test('a baseline window up to the last cycle is none', () => {
  const { evaluation } = plan([['whole', 'part']])
  expect(evaluation.targets.map(({ baseline }) => baseline)).toEqual([
    { method: 'automatic' },
    { method: 'window', start: 3, end: 15 },
  ])
})
