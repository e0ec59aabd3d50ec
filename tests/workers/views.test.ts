import { describe, expect, test } from 'vitest'
import type { Evaluation } from '../../domain/entities/evaluation-recipe.ts'
import { analyse } from '../../workers/run/analyse.ts'
import { createReadings, curveOf } from '../../workers/curves/readings.ts'
import { curveLayers, meltLayers } from '../../workers/run/views.ts'
import { plateInput } from '../support/curve-accuracy.ts'
import { readShippedPlate } from '../support/vendor-plate.ts'
import { makeMelt } from './curves.ts'

const plate = readShippedPlate()
const input = plateInput(plate)

describe('layers of an amplification', () => {
  const layers = curveLayers(plate.amplification, input.evaluation)
  const at = (channel: number, well: number, cycle: number) =>
    (channel * 96 + well) * 40 + cycle - 1

  test('hold what the stages make', () => {
    const passive = plate.amplification.channels.indexOf('QUASAR705')
    const i = at(0, 17, 30)
    expect(layers.raw).toEqual(plate.amplification.values)
    expect(layers.normalised[i]).toBe(layers.raw[i]! / layers.raw[at(passive, 17, 30)]!)
    expect(layers.derivative[i]).toBe((layers.corrected[i + 1]! - layers.corrected[i - 1]!) / 2)
    expect(layers.log[i]).toBe(Math.log10(layers.corrected[i]!))
    expect([...layers.thresholds]).toEqual(
      input.evaluation.targets.map(({ threshold }) => 'value' in threshold && threshold.value),
    )
  })

  test('show the same baseline as the results', () => {
    const [first] = analyse(input).wells
    const baseline = first?.baseline
    if (!baseline) throw new Error('no baseline')
    const channel = plate.amplification.channels.indexOf(first.channel)
    const i = at(channel, 0, 25)
    const line = baseline.intercept + baseline.slope * 25
    expect(layers.corrected[i]).toBeCloseTo(layers.normalised[i]! - line, 12)
  })

  test('show dyes where the recipe takes them out of the channels, and readings as they were', () => {
    const matrix = [
      [1, 0.1],
      [0, 1],
    ]
    const compensation = { channels: ['FAM' as const, 'VIC' as const], matrix }
    const { passive_reference: _none, ...rest } = input.evaluation
    const evaluation = { ...rest, passive_reference: null, compensation }
    const dyes = curveLayers(plate.amplification, evaluation)
    const [fam, vic] = ['FAM', 'VIC'].map((name) => plate.amplification.channels.indexOf(name))
    const i = at(fam!, 5, 30)
    expect(dyes.raw).toEqual(plate.amplification.values)
    expect(dyes.normalised[i]).toBeCloseTo(dyes.raw[i]! - 0.1 * dyes.raw[at(vic!, 5, 30)]!, 6)
  })

  test('are filled again in place when their shape fits', () => {
    const first = curveLayers(plate.amplification, input.evaluation)
    first.corrected.fill(0)
    expect(curveLayers(plate.amplification, input.evaluation, first)).toBe(first)
    expect(first.corrected).toEqual(layers.corrected)
    const other = createReadings(['FAM'], 96, 40)
    expect(curveLayers(other, input.evaluation, first)).not.toBe(first)
  })

  test('of a run that is going on are gaps after its last cycle', () => {
    const running = createReadings(plate.amplification.channels, 96, 40)
    for (const channel of running.channels.keys()) {
      for (let well = 0; well < 96; well++) {
        const curve = curveOf(plate.amplification, channel, well)
        curveOf(running, channel, well).set(curve.subarray(0, 12))
      }
    }
    const partial = curveLayers(running, input.evaluation)
    expect(partial.corrected[at(0, 5, 12)]).not.toBeNaN()
    expect(partial.corrected[at(0, 5, 13)]).toBeNaN()
    expect(partial.derivative[at(0, 5, 13)]).toBeNaN()
  })

  test('are all gaps, not a wrong number, without the passive reference', () => {
    const bare = { ...plate.amplification, channels: ['FAM', 'VIC', 'ROX', 'CY5', 'CY3'] }
    expect(curveLayers(bare, input.evaluation).corrected.every(Number.isNaN)).toBe(true)
  })

  test('follow the window of the recipe', () => {
    const evaluation: Evaluation = {
      ...input.evaluation,
      targets: [
        { ...input.evaluation.targets[0]!, baseline: { method: 'window', start: 1, end: 2 } },
      ],
    }
    const fixed = curveLayers(plate.amplification, evaluation)
    expect(fixed.corrected[at(0, 0, 1)]).toBeCloseTo(0, 12)
    expect(fixed.corrected[at(0, 0, 2)]).toBeCloseTo(0, 12)
  })
})

test('layers of a melt have the peak where the product melts', () => {
  const readings = createReadings(['FAM'], 2, 120)
  readings.temperatures = Float64Array.from({ length: 120 }, (_, i) => 60 + i * 0.3)
  curveOf(readings, 0, 1).set(makeMelt(readings.temperatures, [{ tm: 81, area: 900 }]))
  const layers = meltLayers(readings)
  const derivative = layers.derivative.subarray(120)
  expect(readings.temperatures[derivative.indexOf(Math.max(...derivative))]).toBeCloseTo(81, 0)
  expect(layers.derivative.subarray(0, 120).every(Number.isNaN)).toBe(true)
})
