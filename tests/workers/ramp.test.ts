import { expect, test } from 'vitest'
import { createRandom } from '../support/seeded-random.ts'
import { readFamilies } from '../support/simulated-growth.ts'
import { addNoise, analyseDefault, between, cycles } from '../support/simulated-plate.ts'

/** Noise of the readings, in a.u. over a level of 2000. */
const noise = 15

/** Count the calls of every second well of plates; the others stay flat. */
function countCalls(draw: (random: ReturnType<typeof createRandom>) => Float64Array) {
  const random = createRandom(2848)
  const counts: Record<string, number> = {}
  for (let plate = 0; plate < 8; plate++) {
    const curves = Array.from({ length: 16 }, (_, well) => {
      const light = well % 2 ? draw(random) : new Float64Array(cycles)
      return addNoise(light, noise, random).map((value) => 2000 + value)
    })
    for (const [well, { call }] of analyseDefault(curves).entries()) {
      if (well % 2) counts[call] = (counts[call] ?? 0) + 1
    }
  }
  return counts
}

test('A28-48: light that climbs straight to the end of the run is for review where nothing grew well', () => {
  const counts = countCalls((random) => {
    const from = between(random, 8, cycles - 8)
    const slope = noise * between(random, 2, 40)
    return Float64Array.from({ length: cycles }, (_, i) => slope * Math.max(0, i + 1 - from))
  })
  expect((counts['detected'] ?? 0) / 64).toBeLessThan(0.1)
})

test('A28-48: growth that is still on its way at the end of the run is no ramp', () => {
  const [family] = readFamilies()
  const counts = countCalls((random) =>
    family!
      .grow(cycles, between(random, cycles - 12, cycles - 3), { fold: 1.9, bend: 0 })
      .map((part) => 5000 * part),
  )
  expect((counts['detected'] ?? 0) / 64).toBeGreaterThan(0.9)
})
