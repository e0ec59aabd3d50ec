import { describe, expect, test } from 'vitest'
import { findEvaluationProblems } from '../../domain/rules/evaluation-problems.ts'
import { Results } from '../../domain/results.ts'
import { parse } from 'valibot'
import { findIsothermalAssay } from '../../workers/files/plan-assay.ts'
import { log10 } from '../../workers/numbers/log.ts'
import { analyse, type AnalyseInput } from '../../workers/run/analyse.ts'
import { createWorkbench } from '../../workers/workbench.ts'
import { listPoints } from '../../workers/run/assemble.ts'
import { createReadings } from '../../workers/curves/readings.ts'
import { createRandom } from '../support/seeded-random.ts'
import { analyseTimes, timeInput } from '../support/simulated-isothermal.ts'
import { addNoise } from '../support/simulated-plate.ts'

const points = 60

/** Draw a well that comes to half its rise at a reading, `width` readings long from 10 to 90 %. */
function rising(middle: number, width = 8, height = 5000): Float64Array {
  return Float64Array.from({ length: points }, (_, i) => {
    return 2000 + 3 * i + height / (1 + Math.exp((-4.4 * (i + 1 - middle)) / width))
  })
}

function drifting(size: number): Float64Array {
  return Float64Array.from({ length: points }, (_, i) => 2000 + size * (i / points) ** 2)
}

/** Return a run whose wells are samples of types, in order. */
function runOf(
  curves: readonly Float64Array[],
  types: readonly AnalyseInput['samples'][number]['sample_type'][],
  minutes = 0.5,
): AnalyseInput {
  const random = createRandom(7)
  const input = timeInput(
    curves.map((curve) => addNoise(curve, 25, random)),
    minutes,
  )
  return {
    ...input,
    samples: input.samples.map((one, at) => ({ ...one, sample_type: types[at] ?? 'unknown' })),
  }
}

describe('An isothermal assay', () => {
  test('reads the time to threshold in minutes with its error', () => {
    const found = [20, 30, 45].map((middle) => rising(middle))
    const [early, middle, late] = analyse(runOf(found, [])).wells
    // Expect ten readings later after five minutes, at half a minute a reading.
    expect(middle!.cq! - early!.cq!).toBeCloseTo(5, 1)
    expect(late!.cq! - middle!.cq!).toBeCloseTo(7.5, 1)
    // Expect a fifth of the rise 0.315 of the duration before its middle.
    expect(early!.cq!).toBeCloseTo((20 - 0.315 * 8) * 0.5, 1)
    expect(early!.cq_error).toBeGreaterThan(0)
    expect(early!.cq_error).toBeLessThan(0.3)
    expect(early!.estimates).toBeNull()
    expect(early!.call).toBe('detected')
    expect(early!.trace.at(-1)).toMatchObject({ rule: 'tt_in_range', decided: true })
  })

  test('detects a rise that has no shape of a PCR, which a PCR recipe sends to review or away', () => {
    const slow = [22, 30, 38].map((middle) => rising(middle, 24))
    const input = runOf(slow, [])
    const calls = analyse(input).wells.slice(0, 3)
    expect(calls.map(({ call }) => call)).toEqual(['detected', 'detected', 'detected'])
    const { assay: _, ...evaluation } = input.evaluation
    const asPcr = analyse({ ...input, evaluation }).wells.slice(0, 3)
    expect(asPcr.every(({ call }) => call === 'detected')).toBe(false)
  })

  test('does not take drift, creep or an empty well for an amplification', () => {
    const still = [drifting(0), drifting(900), drifting(-600)]
    const calls = analyse(runOf([rising(20), ...still], [])).wells.slice(1, 4)
    expect(calls.map(({ call, cq }) => [call, cq])).toEqual([
      ['not_detected', null],
      ['not_detected', null],
      ['not_detected', null],
    ])
  })

  test('calls what comes after the cut-off time not detected, and says so', () => {
    const input = runOf([rising(20), rising(50)], [])
    const [target] = input.evaluation.targets
    const evaluation = { ...input.evaluation, targets: [{ ...target!, cq_max: 20 }] }
    const [, late] = analyse({ ...input, evaluation }).wells
    expect(late!.call).toBe('not_detected')
    expect(late!.trace.at(-1)).toMatchObject({ rule: 'tt_above_maximum', limit: 20 })
  })

  test('allows a late control without template by its distance in minutes', () => {
    const types = ['standard', 'ntc', 'unknown'] as const
    const input = runOf([rising(20), rising(45), rising(24)], types)
    const judge = (distance: number) =>
      analyse({
        ...input,
        evaluation: {
          ...input.evaluation,
          controls: { ...input.evaluation.controls, ntc_clean: true, ntc_distance: distance },
        },
      })
    // Judge a control that is 12.5 minutes, 25 readings, behind the standard.
    expect(judge(10).controls).toMatchObject([{ rule: 'ntc_clean', ok: true }])
    const failed = judge(15)
    expect(failed.controls).toMatchObject([{ rule: 'ntc_clean', ok: false, wells: ['A2'] }])
    expect(failed.samples[2]!.trace.at(-1)!.rule).toBe('tt_ntc_detected')
  })

  test('draws a standard curve of minutes over log quantity, without an efficiency', () => {
    const quantities = [1e5, 1e4, 1e3, 1e2]
    const input = runOf(
      quantities.map((quantity) => rising(50 - 6 * log10(quantity))),
      ['standard', 'standard', 'standard', 'standard'],
    )
    const samples = input.samples.map((one, at) => ({ ...one, quantity: quantities[at]! }))
    const results = analyse({
      ...input,
      samples,
      evaluation: { ...input.evaluation, quantification: { method: 'standard_curve' } },
    })
    const curve = results.assays[0]!.standard_curve
    if (curve === null || typeof curve === 'string') throw new Error('no curve')
    // Expect six readings a decade, which are three minutes.
    expect(curve.slope).toBeCloseTo(-3, 1)
    expect(curve.efficiency).toBeNull()
    expect(curve.checks.map(({ rule }) => rule)).toEqual(['r2'])
    expect(results.assays[0]!.efficiency).toBeNull()
    expect(results.samples[1]!.quantity!.value / 1e4).toBeCloseTo(1, 0)
    expect(parse(Results, { ...results, input_hash: '' })).toEqual(results)
  })

  test('gives the same while the run goes on as at its end', () => {
    const input = runOf([rising(20), rising(35), drifting(100)], [])
    const { amplification } = input
    const bench = createWorkbench()
    const empty = createReadings(amplification.channels, amplification.wells, 0)
    bench.open({ ...input, amplification: empty })
    for (let at = 0; at < points; at += 10) {
      bench.addPoints(listPoints(amplification, 'AMP', at, at + 10))
    }
    bench.refine()
    expect(bench.readResults().wells).toEqual(analyse(input).wells)
  })

  test('a run that ended before the cut-off proves nothing absent', () => {
    const [, empty] = analyseTimes([rising(20), drifting(0)], 0.5)
    expect(empty!.call).toBe('not_detected')
    const input = { ...runOf([rising(20), drifting(0)], []), planned_cycles: 90 }
    const [target] = input.evaluation.targets
    const evaluation = { ...input.evaluation, targets: [{ ...target!, cq_max: 45 }] }
    const [, short] = analyse({ ...input, evaluation }).wells
    expect(short).toMatchObject({ call: 'invalid' })
    expect(short!.trace.at(-1)).toMatchObject({ rule: 'run_too_short', value: 60, limit: 90 })
  })

  test('refuses what only cycles can give', () => {
    const { evaluation } = runOf([rising(20)], [])
    const [target] = evaluation.targets
    expect(findEvaluationProblems(evaluation)).toEqual([])
    const problems = findEvaluationProblems({
      ...evaluation,
      targets: [{ ...target!, cq_method: 'consensus', baseline: { method: 'sigmoid' } }],
      quantification: {
        method: 'relative',
        reference_targets: [target!.name],
        calibrator: 'S1',
        efficiency: 'assumed',
      },
    })
    expect(problems.map(({ reason, field }) => [reason, field])).toEqual([
      ['not_isothermal', 'evaluation.targets.0.cq_method'],
      ['not_isothermal', 'evaluation.targets.0.baseline'],
      ['not_isothermal', 'evaluation.quantification'],
    ])
  })
})

test('A programme that measures at one temperature is isothermal, a PCR is not', () => {
  const hold = { type: 'temperature', temperature: 65, duration: 45 } as const
  const process = { channels: [], lid_temperature: 105 }
  const measured = { ...hold, duration: 15, measure: 'real time' } as const
  const loop = { type: 'loop', goto: 1, repeat: 60 } as const
  const first = { type: 'temperature', temperature: 25, duration: 60 } as const
  expect(findIsothermalAssay({ ...process, steps: [first, hold, measured, loop] })).toEqual({
    kind: 'isothermal',
    minutes_per_reading: 1,
  })
  const denatured = { ...hold, temperature: 95 }
  expect(findIsothermalAssay({ ...process, steps: [first, denatured, measured, loop] })).toBeNull()
})
