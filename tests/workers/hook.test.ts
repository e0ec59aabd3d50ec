import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isHook, measureHook } from '../../workers/growth/hook.ts'
import { measureShape } from '../../workers/growth/shape.ts'
import { createRandom } from '../support/seeded-random.ts'
import { readFamilies } from '../support/simulated-growth.ts'
import { addNoise, analyseDefault, between, cycles } from '../support/simulated-plate.ts'

const curves = JSON.parse(
  readFileSync(new URL('../fixtures/curves/pcredux-hook.json', import.meta.url), 'utf8'),
) as { name: string; signal: number[] }[]

describe('hook effect', () => {
  test('is found where the signal falls after its top and nowhere else', () => {
    const hooks = curves.map(({ signal }) => isHook(measureShape(Float64Array.from(signal)).hook))
    // Compare with the eye: four peaks, four plateaus, four hooks, four plateaus, then s1 to s8, of which s7 has none.
    const seen = 'yyyynnnnyyyynnnnyyyyyyny'
    expect(hooks.map((hook) => (hook ? 'y' : 'n')).join('')).toBe(seen)
  })

  test('is the fall of a line in parts of the height', () => {
    const points = Float64Array.of(0, 5, 10, 9.5, 9, 8.5, 8, 7.5)
    expect(measureHook(points, 2, 10)).toEqual({ fall: 0.25, chance: 0 })
  })

  test('is none within noise, on the way up and with fewer than five points', () => {
    expect(isHook(measureHook(Float64Array.of(0, 10, 9, 11, 8, 11, 9), 1, 10))).toBe(false)
    expect(measureHook(Float64Array.of(0, 1, 2, 3, 4, 5, 6), 1, 10)).toEqual({ fall: 0, chance: 1 })
    expect(measureHook(Float64Array.of(0, 10, 8, 6, 4), 1, 10)).toEqual({ fall: 0, chance: 1 })
  })
})

/** Let a growth fall after its top, by a part of its height in the end. */
function letFall(growth: Float64Array, part: number): Float64Array {
  const top = growth.findIndex((height) => height > 0.9)
  return growth.map((height, i) => height * (i > top ? 1 - part * (1 - 0.9 ** (i - top)) : 1))
}

test.each(readFamilies().slice(0, 3))(
  'A26-41: a fall after the top moves no Cq and needs no review, of $name',
  (family) => {
    const random = createRandom(2641)
    const rule = { fold: 1.9, bend: 0 }
    // Let half of the wells fall after their top, by 10 to 70 % of their height.
    const wells = Array.from({ length: 40 }, (_, well) => {
      const place = between(random, 10, 26)
      const growth = family.grow(cycles, place, rule)
      const part = well % 2 === 0 ? 0 : between(random, 0.1, 0.7)
      const curve = letFall(growth, part).map((height) => 2000 + 5000 * height)
      return { place, part, curve: addNoise(curve, 15, random) }
    })
    const results = analyseDefault(wells.map(({ curve }) => curve))
    const distances = results.map(({ cq }, well) => cq! - wells[well]!.place)
    const plain = distances.filter((_, well) => well % 2 === 0).toSorted((a, b) => a - b)
    const usual = plain[plain.length >> 1]!
    expect(Math.max(...distances.map((one) => Math.abs(one - usual)))).toBeLessThan(0.25)
    for (const [well, { call, flags }] of results.entries()) {
      expect(call).toBe('detected')
      if (wells[well]!.part === 0) continue
      expect(flags.map(({ name }) => name)).toContain('hook')
      expect(flags.map(({ name }) => name)).not.toContain('strays_from_shape')
    }
  },
)
