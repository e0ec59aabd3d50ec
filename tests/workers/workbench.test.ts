import { describe, expect, test } from 'vitest'
import {
  type BaselineRule,
  cqMethods,
  type Evaluation,
} from '../../domain/entities/evaluation-recipe.ts'
import { callNames, type Results } from '../../domain/results.ts'
import { writeCqMethods } from '../../domain/rules/cq-default.ts'
import { analyse, type AnalyseInput } from '../../workers/run/analyse.ts'
import { listPoints } from '../../workers/run/assemble.ts'
import { createReadings, type Readings } from '../../workers/curves/readings.ts'
import { measureAgain, measureRun, needsEstimates } from '../../workers/run/measure-run.ts'
import { curveLayers, meltLayers } from '../../workers/run/views.ts'
import { noCall } from '../../workers/bench-step.ts'
import { createWorkbench } from '../../workers/workbench.ts'
import { plateInput } from '../support/curve-accuracy.ts'
import { drawPlate } from '../support/engine-plates.ts'
import { makeSixChannelMelt, makeSixChannelPlate } from '../support/six-channel-plate.ts'
import { createRandom, type Random } from '../support/seeded-random.ts'
import { readShippedPlate } from '../support/vendor-plate.ts'
import { makeRun } from './run.ts'

/** Return the readings up to a cycle, with room for the rest. */
function cut(readings: Readings, points: number): Readings {
  const { values, temperatures } = readings
  return {
    ...readings,
    temperatures: temperatures.map((value, i) => (i < points ? value : Number.NaN)),
    values: values.map((value, i) => (i % readings.points < points ? value : Number.NaN)),
  }
}

/** Make recorded curves in six channels: of 16 wells where the size of the plate changes nothing but the time. */
const makeSmallPlate = (seed: number) => makeSixChannelPlate(seed, 45, 'Wells16')

function emptyOf({ channels, wells, points }: Readings): Readings {
  return createReadings(channels, wells, points)
}

/** Return the input with every Cq read by the consensus, as new recipes do. */
function readByConsensus(input: AnalyseInput): AnalyseInput {
  return { ...input, evaluation: writeCqMethods(input.evaluation, 'consensus') }
}

/**
 * Return the calls that must be right at once in a new cycle: targets that need no estimates, and controls if all
 * targets are such.
 */
function readCalls(results: Results) {
  const { targets } = results.evaluation
  const quick = new Set(targets.filter((one) => !needsEstimates(one)).map(({ name }) => name))
  const wells = results.wells.filter(({ target }) => quick.has(target))
  const samples = results.samples.filter(({ target }) => quick.has(target))
  const controls = quick.size === targets.length ? results.controls : null
  return {
    wells: wells.map(({ well, target, cq, threshold, call, trace }) => [
      well,
      target,
      cq,
      threshold,
      call,
      trace,
    ]),
    samples: samples.map(({ call, cq_mean, trace }) => [call, cq_mean, trace]),
    controls,
  }
}

function drawnInput(seed: number): AnalyseInput {
  const { amplification, evaluation } = drawPlate(seed)
  return {
    ...plateInput(readShippedPlate()),
    amplification,
    evaluation: {
      ...evaluation,
      targets: evaluation.targets.map((target, index) =>
        index === 0 ? { ...target, cq_method: 'consensus' } : target,
      ),
    },
    cartridge_type: 'Wells16',
    planned_cycles: amplification.points,
    samples: plateInput(readShippedPlate()).samples.slice(0, 2),
  }
}

describe('a run that goes on', () => {
  const runs: [name: string, input: AnalyseInput, step: number][] = [
    ['real curves in six channels', makeSmallPlate(3), 9],
    ['a real plate over its passive reference', plateInput(readShippedPlate()), 13],
    ['drawn curves with gaps, seed 1', drawnInput(1), 4],
    ['drawn curves with gaps, seed 2', drawnInput(2), 4],
  ]
  test.each(runs)(
    'is after each cycle the same as calculated from the start: %s',
    (_name, input, step) => {
      const bench = createWorkbench()
      const { amplification } = input
      bench.open({ ...input, amplification: emptyOf(amplification) })
      for (let cycle = 0; cycle < amplification.points; cycle++) {
        bench.addPoints(listPoints(amplification, 'AMP', cycle, cycle + 1))
        if ((cycle + 1) % step !== 0 && cycle + 1 < amplification.points) continue
        const fresh = analyse({ ...input, amplification: cut(amplification, cycle + 1) })
        expect(readCalls(bench.readResults())).toEqual(readCalls(fresh))
        bench.refine()
        expect(bench.readResults()).toEqual(fresh)
      }
      expect(bench.readLayers()).toEqual(curveLayers(amplification, input.evaluation))
    },
  )

  test('has the last results of other methods until it is refined', () => {
    const input = makeSmallPlate(4)
    const bench = createWorkbench()
    bench.open({ ...input, amplification: cut(input.amplification, 40) })
    const before = bench.readResults().wells.map(({ estimates }) => estimates)
    bench.addPoints(listPoints(input.amplification, 'AMP', 40, 41))
    expect(bench.readResults().wells.map(({ estimates }) => estimates)).toEqual(before)
    bench.refine()
    expect(bench.readResults().wells.map(({ estimates }) => estimates)).not.toEqual(before)
  })

  test('keeps Cq and calls by consensus until it is refined, and then has those of the new cycle', () => {
    const input = readByConsensus(makeSmallPlate(4))
    const bench = createWorkbench()
    bench.open({ ...input, amplification: cut(input.amplification, 27) })
    for (let cycle = 27; cycle < 32; cycle++) {
      const before = bench.readResults()
      bench.addPoints(listPoints(input.amplification, 'AMP', cycle, cycle + 1))
      expect(bench.readResults().wells).toEqual(before.wells)
      bench.refine()
      expect(bench.readResults()).not.toEqual(before)
      if (cycle < 31) continue
      const fresh = { ...input, amplification: cut(input.amplification, cycle + 1) }
      expect(bench.readResults()).toEqual(analyse(fresh))
    }
  })

  test('issue 15: doubts no curve of a new cycle by the consensus of earlier cycles', () => {
    const input = makeSmallPlate(6)
    const bench = createWorkbench()
    bench.open({ ...input, amplification: cut(input.amplification, 27) })
    const listDoubts = () =>
      bench
        .readResults()
        .wells.map(({ trace }) => trace.filter(({ rule }) => rule === 'methods_part'))
    const before = listDoubts()
    bench.addPoints(listPoints(input.amplification, 'AMP', 27, 36))
    expect(listDoubts()).toEqual(before)
    const calls = bench.readResults().wells.map(({ call }) => call)
    bench.refine()
    expect(bench.readResults().wells.map(({ call }) => call)).toEqual(calls)
    expect(bench.readResults()).toEqual(
      analyse({ ...input, amplification: cut(input.amplification, 36) }),
    )
  })

  test('takes a threshold that is moved before it is refined', () => {
    for (const input of [makeSmallPlate(4), readByConsensus(makeSmallPlate(4))]) {
      const bench = createWorkbench()
      bench.open({ ...input, amplification: cut(input.amplification, 44) })
      bench.addPoints(listPoints(input.amplification, 'AMP', 44, 45))
      bench.setThreshold('T1', 0.05)
      bench.refine()
      const { evaluation } = input
      const [first, ...others] = evaluation.targets
      const threshold = { method: 'fixed' as const, value: 0.05 }
      const targets = [{ ...first!, threshold }, ...others]
      const fresh = { ...input, evaluation: { ...evaluation, targets } }
      expect(bench.readResults()).toEqual(analyse(fresh))
    }
  })

  test('makes room for cycles that were added', () => {
    const input = makeSmallPlate(5)
    const bench = createWorkbench()
    bench.open({ ...input, amplification: createReadings(input.amplification.channels, 16, 30) })
    bench.addPoints(listPoints(input.amplification, 'AMP', 0, 45))
    bench.refine()
    expect(bench.readResults()).toEqual(analyse(input))
  })

  test('takes the melt point by point', () => {
    const melt = makeSixChannelMelt(1, 16)
    const input = { ...makeSmallPlate(6), melt }
    const bench = createWorkbench()
    bench.open({ ...input, melt: emptyOf(melt) })
    expect(bench.readResults().wells.every((well) => well.melt.length === 0)).toBe(true)
    bench.addPoints(listPoints(melt, 'VAL', 0, 150))
    bench.addPoints(listPoints(melt, 'VAL', 150, 200))
    expect(bench.readResults()).toEqual(analyse(input))
    expect(bench.readMelt()).toEqual(meltLayers(melt))
  })
})

/** Make one change of a kind that a person makes to a recipe. */
function changeRecipe(evaluation: Evaluation, random: Random): Evaluation {
  const at = random.below(evaluation.targets.length)
  const target = evaluation.targets[at]!
  const changes: (() => void)[] = [
    () => (target.threshold = { method: 'fixed', value: 0.05 + random.next() }),
    () => (target.threshold = { method: 'automatic', factor: 5 + random.below(20) }),
    () => (target.baseline = { method: 'window', start: 3, end: 8 + random.below(6) }),
    () =>
      (target.baseline = { method: (['automatic', 'sigmoid', 'none'] as const)[random.below(3)]! }),
    () => (target.cq_method = cqMethods[random.below(cqMethods.length)]!),
    () => (target.cq_max = 25 + random.below(15)),
    () => (target.channel = target.channel === 'FAM' ? 'VIC' : 'FAM'),
    () => evaluation.targets.reverse(),
    () => evaluation.targets.push({ ...target, name: `N${evaluation.targets.length + 1}` }),
    () => (evaluation.controls.ntc_clean = !evaluation.controls.ntc_clean),
    () => (evaluation.passive_reference = evaluation.passive_reference ? null : 'VIC'),
  ]
  if (evaluation.targets.length > 3) evaluation.targets.splice(at, 1)
  else changes[random.below(changes.length)]!()
  return evaluation
}

describe('settings that are tried out', () => {
  const input = makeSmallPlate(7)
  const other = (name: string, change: object): AnalyseInput => ({
    ...input,
    evaluation: {
      ...input.evaluation,
      targets: input.evaluation.targets.map((one) =>
        one.name === name ? { ...one, ...change } : one,
      ),
    },
  })

  test('a threshold: Cq, calls and thresholds by target and well', () => {
    const bench = createWorkbench()
    bench.open(input)
    const step = bench.setThreshold('T2', 0.25)
    const fresh = analyse(other('T2', { threshold: { method: 'fixed', value: 0.25 } }))
    expect(bench.readResults()).toEqual(fresh)
    const results = fresh.wells.filter(({ target }) => target === 'T2')
    const ofTarget = <T extends ArrayLike<number>>(values: T) =>
      Array.from(values).slice(step.wells, 2 * step.wells)
    expect(ofTarget(step.cq)).toEqual(results.map(({ cq }) => cq ?? Number.NaN))
    expect(ofTarget(step.calls)).toEqual(results.map(({ call }) => callNames.indexOf(call)))
    expect(new Set(ofTarget(step.thresholds))).toEqual(new Set([0.25]))
  })

  test.each<BaselineRule>([
    { method: 'window', start: 4, end: 11 },
    { method: 'none' },
    { method: 'sigmoid' },
  ])('a baseline: $method', (baseline) => {
    const bench = createWorkbench()
    bench.open(input)
    bench.setBaseline('T3', { method: 'window', start: 3, end: 9 })
    bench.setBaseline('T3', baseline)
    expect(bench.readResults()).toEqual(analyse(other('T3', { baseline })))
    const layers = curveLayers(input.amplification, other('T3', { baseline }).evaluation)
    expect(bench.readLayers()).toEqual(layers)
  })

  test('exclusions, samples and the whole recipe', () => {
    const bench = createWorkbench()
    bench.open(input)
    const exclusions = [{ well: 'B2', target: null, reason: 'bubble' }]
    const samples = input.samples.slice(3)
    const { evaluation } = other('T1', { cq_max: 20, cq_method: 'cy0' })
    bench.setExclusions(exclusions)
    expect(bench.readResults()).toEqual(analyse({ ...input, exclusions }))
    bench.setSamples(samples)
    expect(bench.readResults()).toEqual(analyse({ ...input, exclusions, samples }))
    bench.setEvaluation(evaluation)
    expect(bench.readResults()).toEqual(analyse({ ...input, exclusions, samples, evaluation }))
  })

  test.each([1, 2, 3])(
    'recipes one after the other, each the same as calculated alone: seed %i',
    (seed) => {
      const random = createRandom(seed)
      const bench = createWorkbench()
      const small = makeRun(
        [18, 24, 30, 36].map((middle) => ({
          type: middle === 18 ? 'positive' : 'unknown',
          wells: [
            [middle, 25],
            [middle + 0.3, null],
          ],
        })),
      )
      bench.open(small)
      let { evaluation } = small
      for (let change = 0; change < 25; change++) {
        evaluation = changeRecipe(structuredClone(evaluation), random)
        bench.setEvaluation(structuredClone(evaluation))
        expect(bench.readResults()).toEqual(analyse({ ...small, evaluation }))
      }
    },
  )

  test('hands on the curves of targets that a recipe leaves as they are', () => {
    const { evaluation } = input
    const before = measureRun(input, evaluation)
    const moved = other('T2', { threshold: { method: 'fixed', value: 0.3 }, cq_max: 30 })
    expect(measureAgain(input, structuredClone(moved.evaluation), before, evaluation)).toBe(before)
    const window = other('T2', { baseline: { method: 'window', start: 3, end: 9 } })
    const after = measureAgain(input, structuredClone(window.evaluation), before, evaluation)
    expect(after.map((one, index) => one === before[index])).toEqual([
      true,
      false,
      true,
      true,
      true,
      true,
    ])
    // Expect the same growth without its baseline, and the same melt, which do not depend on the baseline.
    expect(after[1]!.amplifications).toBe(before[1]!.amplifications)
  })

  test('a target that is not looked for in a well has no call there', () => {
    const samples = input.samples.map((sample, index) => ({
      ...sample,
      well_type: index % 2 === 0 ? 'M1' : 'M2',
    }))
    const mixed = { ...other('T1', { well_types: ['M1'] }), samples }
    const bench = createWorkbench()
    const { calls } = bench.open(mixed)
    expect(Array.from(calls.subarray(0, 4)).map((call) => call === noCall)).toEqual([
      false,
      false,
      true,
      true,
    ])
    bench.setSamples(samples.map((sample) => ({ ...sample, well_type: 'M2' })))
    expect(bench.readResults().wells.some(({ target }) => target === 'T1')).toBe(false)
  })

  test('needs a run', () => {
    expect(() => createWorkbench().readResults()).toThrow('No run is open')
  })
})
