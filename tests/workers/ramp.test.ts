import { expect, test } from 'vitest'
import { createRandom } from '../support/seeded-random.ts'
import { readFamilies } from '../support/simulated-growth.ts'
import { addNoise, analyseDefault, between, cycles } from '../support/simulated-plate.ts'

/** Noise of the readings, in a.u. over a level of 2000. */
const noise = 15

type Random = ReturnType<typeof createRandom>

/** Draw light of a well without growth. */
const flat = () => new Float64Array(cycles)

/** Draw light that climbs straight from a corner to a second one before the end of the run. */
function drawStopped(random: Random): Float64Array {
  const from = between(random, 8, cycles - 10)
  const long = between(random, 4, 30)
  const height = noise * between(random, 20, 400)
  return Float64Array.from(
    { length: cycles },
    (_, i) => height * Math.min(1, Math.max(0, (i + 1 - from) / long)),
  )
}

/** Count the calls of every second well of plates; the others stay flat, or hold what `besides` draws. */
function countCalls(draw: (random: Random) => Float64Array, besides: typeof draw = flat) {
  const random = createRandom(2848)
  const counts: Record<string, number> = {}
  for (let plate = 0; plate < 8; plate++) {
    const curves = Array.from({ length: 16 }, (_, well) => {
      const light = well % 2 ? draw(random) : besides(random)
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

test('A29-41: light that climbs straight to a second corner is for review where nothing grew well', () => {
  expect((countCalls(drawStopped)['detected'] ?? 0) / 64).toBeLessThan(0.08)
})

test('A29-41: most of such light is for review beside growth, too', () => {
  const [family] = readFamilies()
  const grow = (random: Random) =>
    family!
      .grow(cycles, between(random, 18, 36), { fold: 1.9, bend: 0 })
      .map((part) => 300 * noise * part)
  expect((countCalls(drawStopped, grow)['detected'] ?? 0) / 64).toBeLessThan(0.25)
})

test('A29-41: growth of every family is no ramp, alone on its plate', () => {
  const families = readFamilies()
  for (const family of families) {
    const counts = countCalls((random) =>
      family
        .grow(cycles, between(random, 15, 36), { fold: between(random, 1.6, 2), bend: 0.5 })
        .map((part) => 300 * noise * part),
    )
    expect((counts['detected'] ?? 0) / 64, family.name).toBeGreaterThan(0.95)
  }
})
