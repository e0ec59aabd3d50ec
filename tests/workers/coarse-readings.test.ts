import { expect, test } from 'vitest'
import { createRandom } from '../support/seeded-random.ts'
import { readFamilies } from '../support/simulated-growth.ts'
import { addNoise, analyseDefault, between, cycles } from '../support/simulated-plate.ts'

test.each(readFamilies().slice(0, 3))(
  'A27-44: a rise of few grey levels is for review, one of many is not, of $name',
  (family) => {
    const random = createRandom(2746)
    const places = Array.from({ length: 40 }, () => between(random, 12, 34))
    const judge = (levels: number) =>
      analyseDefault(
        places.map((place) =>
          addNoise(
            family.grow(cycles, place, { fold: 1.9, bend: 0 }).map((part) => 20 + levels * part),
            0.004 * levels,
            random,
          ).map(Math.round),
        ),
      )
    for (const { call, trace } of judge(10)) {
      expect(call).toBe('review')
      const told = trace.find(({ rule, decided }) => rule === 'low_rise' && decided)
      expect(told?.limit).toBe(16)
      expect(told?.value).toBeLessThan(12)
    }
    const told = judge(40).flatMap(({ trace }) =>
      trace.filter(({ rule, decided }) => rule === 'low_rise' && decided),
    )
    expect(told).toEqual([])
  },
)
