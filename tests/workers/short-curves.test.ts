import { expect, test } from 'vitest'
import { createRandom } from '../support/seeded-random.ts'
import { readFamilies } from '../support/simulated-growth.ts'
import { addNoise, analyseDefault, between, cycles } from '../support/simulated-plate.ts'

test.each(readFamilies().slice(0, 3))(
  'A26-42: a curve that ends early has no take-off from cycles that were not measured, of $name',
  (family) => {
    const random = createRandom(2642)
    const grow = (place: number) => {
      const growth = family.grow(cycles, place, { fold: 1.9, bend: 0 })
      return addNoise(
        growth.map((height) => 2000 + 5000 * height),
        15,
        random,
      )
    }
    // Put wells of 28 to 35 cycles, of which the last ones are the foot of the growth, beside those of 45.
    const whole = Array.from({ length: 21 }, () => between(random, 14, 28))
    const cut = Array.from({ length: 20 }, (_, well) => 28 + (well % 8))
    const places = cut.map((last) => last - between(random, 1, 3))
    const short = places.map((place, well) => grow(place).fill(Number.NaN, cut[well]))
    const results = analyseDefault([...whole.map(grow), ...short])
    const distances = results.map(({ cq }, well) => cq! - [...whole, ...places][well]!)
    const usual = distances.slice(0, 21).toSorted((a, b) => a - b)[10]!
    const off = distances.slice(21).map((one) => Math.abs(one - usual))
    expect(off.toSorted((a, b) => a - b)[17]).toBeLessThan(0.5)
    for (const [well, { estimates }] of results.slice(21).entries()) {
      expect(estimates?.take_off ?? 0).toBeLessThan(cut[well]! - 2.5)
    }
  },
)
