import { describe, expect, test } from 'vitest'
import { measureFall } from '../../workers/growth/fall.ts'
import { createRandom } from '../support/seeded-random.ts'
import { readFamilies } from '../support/simulated-growth.ts'
import { addNoise, analyseDefault, between, cycles } from '../support/simulated-plate.ts'

describe('the largest fall within four cycles', () => {
  const fallOf = (...points: number[]) => measureFall(Float64Array.from(points), 1, 3)

  test('is that of two readings in a row, of a step and of a leak alike', () => {
    expect(fallOf(0, 0, 90, 90, 90, 90, 0, 0, 0).size).toBe(90)
    expect(fallOf(0, 0, 90, 90, 90, 60, 30, 0, 0).size).toBe(90)
    // Count where there is more light a standard deviation more for each sixtieth of it.
    expect(fallOf(0, 0, 90, 90, 90, 90, 0, 0, 0).times).toBe(36)
  })

  test('is none on the way up, and half of a lone spike', () => {
    expect(fallOf(0, 0, 1, 2, 4, 8, 16, 32, 64)).toEqual({ size: 0, times: 0 })
    expect(fallOf(0, 0, 0, 0, 90, 0, 0, 0, 0).size).toBe(45)
  })
})

test.each(readFamilies().slice(0, 3))(
  'A27-43: no growth is called absent whose light falls by as much as others rise, of $name',
  (family) => {
    const random = createRandom(2744)
    const rule = { fold: 1.9, bend: 0 }
    const grow = (from: number, to: number) =>
      family.grow(cycles, between(random, from, to), rule).map((part) => 2000 + 5000 * part)
    // Let the light of 24 wells fall at once or over three cycles, by 30 to 300 % of the height, beside 30 good wells.
    const falling = Array.from({ length: 24 }, (_, well) => {
      const at = 4 + random.below(cycles - 8)
      const size = 5000 * between(random, 0.3, 3)
      const lasting = well % 2 === 0 ? 1 : 3
      return grow(12, 34).map(
        (light, i) => light - size * Math.max(0, Math.min(1, (i + 1 - at) / lasting)),
      )
    })
    const good = Array.from({ length: 30 }, () => grow(14, 28))
    const results = analyseDefault(
      [...falling, ...good].map((curve) => addNoise(curve, 25, random)),
    )
    expect(results.filter(({ call }) => call === 'not_detected')).toEqual([])
  },
)

test('A27-43: an empty well whose light falls once is still absent', () => {
  const random = createRandom(2745)
  const [family] = readFamilies()
  const empty = Array.from({ length: 24 }, () => {
    const at = 4 + random.below(cycles - 8)
    return Float64Array.from({ length: cycles }, (_, i) => (i >= at ? 4000 : 7000))
  })
  const good = Array.from({ length: 30 }, () =>
    family!
      .grow(cycles, between(random, 14, 28), { fold: 1.9, bend: 0 })
      .map((part) => 2000 + 5000 * part),
  )
  const results = analyseDefault([...empty, ...good].map((curve) => addNoise(curve, 25, random)))
  expect(
    results.slice(0, 24).filter(({ call }) => call === 'not_detected').length,
  ).toBeGreaterThanOrEqual(22)
})
