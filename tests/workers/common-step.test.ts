import { describe, expect, test } from 'vitest'
import type { WellResult } from '../../domain/results.ts'
import { createRandom } from '../support/seeded-random.ts'
import { readFamilies } from '../support/simulated-growth.ts'
import { addNoise, analyseDefault, between, cycles, isFlagged } from '../support/simulated-plate.ts'

const rule = { fold: 1.9, bend: 0 }

/** Judge 40 wells of a family, with noise of 15, whose light changes in all of them from a cycle on. */
function judge(
  family: ReturnType<typeof readFamilies>[number],
  change: (light: number, cycle: number) => number,
): { places: number[]; results: WellResult[] } {
  const random = createRandom(2743)
  const places = Array.from({ length: 40 }, () => between(random, 8, 34))
  const curves = places.map((place) =>
    addNoise(
      family.grow(cycles, place, rule).map((part) => 2000 + 5000 * part),
      15,
      random,
    ).map((light, i) => change(light, i + 1)),
  )
  return { places, results: analyseDefault(curves) }
}

const flaggedAt = ({ flags }: WellResult) =>
  flags.find(({ name }) => name === 'common_step')?.value ?? null

describe.each(readFamilies().slice(0, 3))('A27-42: a step in all wells, of $name', (family) => {
  test.each([150, 600, -600])('of %d is flagged where it moves a Cq', (step) => {
    const { places, results } = judge(family, (light, cycle) =>
      cycle >= 21 ? light + step : light,
    )
    const plain = judge(family, (light) => light)
    for (const [well, result] of results.entries()) {
      if (flaggedAt(result) !== null) expect(flaggedAt(result)).toBe(21)
      // Expect no flag where the plateau was reached before.
      if (places[well]! < 11) expect(flaggedAt(result)).toBeNull()
      const moved = Math.abs(result.cq! - plain.results[well]!.cq!)
      if (moved > 0.5 && result.call === 'detected') expect(isFlagged(result)).toBe(true)
    }
    expect(results.filter((one) => flaggedAt(one) !== null).length).toBeGreaterThan(20)
  })

  test('is not seen in a drift, in a lone spike or in nothing', () => {
    const drift = judge(family, (light, cycle) => light + 10 * cycle + cycle * cycle)
    const spike = judge(family, (light, cycle) => (cycle === 12 ? light + 600 : light))
    const plain = judge(family, (light) => light)
    for (const { results } of [drift, spike, plain]) {
      expect(results.every((one) => flaggedAt(one) === null)).toBe(true)
    }
  })
})
