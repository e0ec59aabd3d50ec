import { expect, test } from 'vitest'
import type { CqMethod } from '../../domain/entities/evaluation-recipe.ts'
import type { WellResult } from '../../domain/results.ts'
import { createReadings, curveOf } from '../../workers/curves/readings.ts'
import { analyse, type AnalyseInput } from '../../workers/run/analyse.ts'
import { createRandom } from '../support/seeded-random.ts'
import { readFamilies } from '../support/simulated-growth.ts'
import { addNoise, between, cycles, defaultInput } from '../support/simulated-plate.ts'
import { readTwoChannelPlate } from '../support/two-channel-plate.ts'
import { readShippedPlate } from '../support/vendor-plate.ts'

/** Judge the second of two dyes in wells with these curves, by a recipe without a compensation. */
function judgeSecond(
  first: readonly Float64Array[],
  second: readonly Float64Array[],
  method: CqMethod | null = 'consensus',
): WellResult[] {
  const input = defaultInput(first, 'automatic', method)
  const points = input.amplification.points
  const amplification = createReadings(['FAM', 'VIC'], 96, points)
  for (const [well, curve] of first.entries()) curveOf(amplification, 0, well).set(curve)
  for (const [well, curve] of second.entries()) curveOf(amplification, 1, well).set(curve)
  const [target] = input.evaluation.targets
  const targets = [target!, { ...target!, name: 'second', channel: 'VIC' as const }]
  const run: AnalyseInput = {
    ...input,
    amplification,
    evaluation: { ...input.evaluation, targets },
  }
  return analyse(run).wells.filter(({ target: name }) => name === 'second')
}

const isFlagged = ({ flags }: WellResult) => flags.some(({ name }) => name === 'possible_crosstalk')

test('A27-41: light of another dye that a real instrument sees is flagged without a compensation', () => {
  const { readings } = readTwoChannelPlate()
  const curves = [0, 1].map((channel) =>
    Array.from({ length: readings.wells }, (_, well) => curveOf(readings, channel, well)),
  )
  const results = judgeSecond(curves[0]!, curves[1]!)
  expect(results).toHaveLength(16)
  for (const result of results) {
    expect(isFlagged(result)).toBe(true)
    const height = result.flags.find(({ name }) => name === 'possible_crosstalk')?.value
    expect(height).toBeGreaterThan(35)
    expect(height).toBeLessThan(60)
  }
  // Keep recipes from before the method was written as they were.
  const older = judgeSecond(curves[0]!, curves[1]!, null)
  expect(older.some(isFlagged)).toBe(false)
})

test('A27-41: targets of their own in one well are no crosstalk of each other', () => {
  const { amplification } = readShippedPlate()
  const read = (channel: number) =>
    Array.from({ length: 96 }, (_, well) => curveOf(amplification, channel, well))
  for (const [one, other] of [
    [0, 1],
    [1, 0],
    [2, 3],
    [3, 2],
  ] as const) {
    expect(judgeSecond(read(one), read(other)).some(isFlagged)).toBe(false)
  }
})

test('A27-41: a leak of 5 % in noise, which hides its likeness, is for review', () => {
  const random = createRandom(2742)
  const [family] = readFamilies()
  const grown = Array.from({ length: 28 }, () =>
    family!.grow(cycles, between(random, 14, 30), { fold: 1.9, bend: 0 }),
  )
  const draw = (height: number) =>
    grown.map((growth) =>
      addNoise(
        growth.map((part) => 4000 + height * part),
        15,
        random,
      ),
    )
  const results = judgeSecond(draw(10_000), draw(500))
  expect(results.filter(({ call }) => call === 'detected').length).toBeLessThan(3)
  const told = results.filter(({ trace }) =>
    trace.some(({ rule, decided }) => rule === 'crosstalk' && decided),
  )
  expect(told.length).toBeGreaterThan(20)
})
