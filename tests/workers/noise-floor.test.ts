import { describe, expect, test } from 'vitest'
import { estimateNoise, leastNoise } from '../../workers/curves/noise.ts'
import { importFile } from '../../workers/files/import.ts'
import { planImport } from '../../workers/files/plan-import.ts'
import { measureGrowth } from '../../workers/growth/amplification.ts'
import { measureShape } from '../../workers/growth/shape.ts'
import { analyse } from '../../workers/run/analyse.ts'
import { bundledFiles } from '../support/file-fixtures.ts'
import { createRandom } from '../support/seeded-random.ts'
import { analyseDefault, cycles, gauss } from '../support/simulated-plate.ts'
import { uuidOf } from '../support/uuid-of.ts'

/** A line printed in steps of 0.001, as instruments write Rn: its second differences are rounding only. */
const coarse = Float64Array.from({ length: 40 }, (_, at) => Number((0.331 + at / 1000).toFixed(3)))
const noiseOf = (curve: Float64Array) =>
  estimateNoise(curve, 0, curve.length, new Float64Array(curve.length))

describe('first-use H7: noise near zero makes no absurd figure', () => {
  test('first-use H7: rounding is no noise, and what is measured is', () => {
    expect(noiseOf(coarse)).toBe(0)
    const measured = coarse.map((value, at) => value + (at % 3) * 1e-6)
    expect(noiseOf(measured)).toBeGreaterThan(5e-7)
    expect(leastNoise(coarse)).toBeLessThan(1e-9)
  })

  test('first-use H7: a flat line neither rises nor wanders', () => {
    // Subtract its line, after which nothing but rounding is left of the steps.
    const corrected = coarse.map((value, at) => value - 0.331 - at / 1000)
    corrected[20] = 0.002
    expect(measureGrowth(corrected, 1e-3, 0).wander).not.toBeGreaterThan(15)
    const level = new Float64Array(40).fill(0.1 + 0.2)
    level[30] = 0.3
    expect(measureShape(level).rise).toBeLessThan(10)
  })

  test('an empty plate read by a camera of 8 bits stays not detected', () => {
    const random = createRandom(17)
    const curves = Array.from({ length: 96 }, () =>
      Float64Array.from({ length: cycles }, () => Math.round(73 + 0.25 * gauss(random))),
    )
    const calls = analyseDefault(curves).map(({ call }) => call)
    expect(new Set(calls)).toEqual(new Set(['not_detected']))
  })

  test('first-use H7: in the shipped example of presence and absence no reason has such a number', async () => {
    const name = 'appbio_quantstudio_example02.txt'
    const bytes = bundledFiles().find((one) => one.name === name)?.bytes as Uint8Array
    const [run] = (await importFile(name, bytes)).runs
    if (!run) throw new Error('the file has a run')
    let id = 0
    const plan = planImport(run, () => uuidOf(id++))
    const { wells } = analyse({
      ...plan.curves,
      evaluation: plan.evaluation,
      cartridge_type: plan.cartridge_type,
      planned_cycles: 40,
      samples: plan.samples,
      exclusions: plan.exclusions,
      input_hash: '',
    })
    const values = wells.flatMap(({ trace }) => trace.map(({ value }) => Math.abs(value ?? 0)))
    expect(Math.max(...values)).toBeLessThan(1e6)
    const flat = wells.find(({ well, target }) => well === 'A3' && target === 'TGFb')
    expect(flat?.call).toBe('not_detected')
  })
})
