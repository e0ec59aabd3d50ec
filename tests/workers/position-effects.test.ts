import { describe, expect, test } from 'vitest'
import type { PlateValues } from '../../workers/plate/plate-places.ts'
import { findPositionEffects } from '../../workers/plate/position-effects.ts'
import { makeRandom } from './curves.ts'

const settings = { alpha: 0.01, least: 0.05 }
const shapes = [
  [3, 3],
  [4, 4],
  [6, 6],
  [8, 12],
] as const

interface Made {
  seed: number
  groups?: (well: number) => number
  effect?: (row: number, column: number) => number
  noise?: number
}

function makePlate([rows, columns]: readonly [number, number], made: Made): PlateValues {
  const { seed, groups = () => 0, effect = () => 0, noise = 0.1 } = made
  const random = makeRandom(seed)
  const count = rows * columns
  return {
    rows,
    columns,
    groups: Int32Array.from({ length: count }, (_, well) => groups(well)),
    values: Float64Array.from({ length: count }, (_, well) => {
      const jitter = random() + random() + random() + random() - 2
      return (
        25 + 3 * groups(well) + effect(Math.floor(well / columns), well % columns) + noise * jitter
      )
    }),
  }
}

const present = (plate: PlateValues) =>
  findPositionEffects(plate, settings).flatMap((one) => (one.isPresent ? [one.pattern] : []))

describe('position effects', () => {
  test.each(shapes)('of 200 plates of %i x %i without any hardly one is named', (rows, columns) => {
    let named = 0
    for (let seed = 1; seed <= 200; seed++) {
      named += present(makePlate([rows, columns], { seed, groups: (well) => well % 2 })).length
    }
    expect(named).toBeLessThanOrEqual(5)
  })

  test.each(shapes.slice(1))('an edge on %i x %i', (rows, columns) => {
    const isEdge = (row: number, column: number) =>
      row === 0 || column === 0 || row === rows - 1 || column === columns - 1
    const plate = makePlate([rows, columns], {
      seed: 3,
      noise: 0.05,
      effect: (row, column) => (isEdge(row, column) ? 0.3 : 0),
    })
    expect(present(plate)).toEqual(['edge'])
    expect(findPositionEffects(plate, settings)[0]?.size).toBeCloseTo(0.3, 1)
  })

  test.each(shapes)('a gradient over the rows of %i x %i', (rows, columns) => {
    const plate = makePlate([rows, columns], {
      seed: 4,
      noise: 0.03,
      effect: (row) => (0.4 * row) / (rows - 1),
    })
    expect(present(plate)).toEqual(['row_gradient'])
    expect(findPositionEffects(plate, settings)[1]?.size).toBeCloseTo(0.4, 1)
  })

  test('a single column, as one channel of a pipette makes it', () => {
    const plate = makePlate([8, 12], { seed: 5, effect: (_, column) => (column === 4 ? 0.4 : 0) })
    expect(present(plate)).toEqual(['columns'])
    expect(findPositionEffects(plate, settings)[4]?.size).toBeCloseTo(0.35, 1)
  })

  test('a sample per row cannot show rows, and is not blamed for its own difference', () => {
    const plate = makePlate([8, 12], { seed: 6, groups: (well) => Math.floor(well / 12) })
    const effects = findPositionEffects(plate, settings)
    expect(effects[1]).toMatchObject({ pattern: 'row_gradient', isPresent: false })
    expect(effects[1]?.probability).toBeNaN()
    expect(effects[3]?.probability).toBeNaN()
    expect(effects[2]?.probability).toBeGreaterThan(0)
  })

  test('a wild well is no pattern; trifles are not named; nothing to compare is NaN', () => {
    const wild = makePlate([4, 4], { seed: 7 })
    wild.values[0] = 40
    expect(present(wild)).toEqual([])
    const trifle = makePlate([8, 12], { seed: 8, noise: 0.01, effect: (row) => 0.04 * (row / 7) })
    expect(present(trifle)).toEqual([])
    const alone = makePlate([3, 3], { seed: 9, groups: (well) => well })
    expect(findPositionEffects(alone, settings).every((one) => Number.isNaN(one.probability))).toBe(
      true,
    )
  })
})
