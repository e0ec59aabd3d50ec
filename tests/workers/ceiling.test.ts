import { expect, test } from 'vitest'
import { findCeiling } from '../../workers/curves/ceiling.ts'
import { createRandom } from '../support/seeded-random.ts'
import { readFamilies } from '../support/simulated-growth.ts'
import { addNoise, analyseDefault, between, cycles, isFlagged } from '../support/simulated-plate.ts'

const findIn = (...readings: number[]) =>
  findCeiling(Float64Array.from(readings), new Float64Array(readings.length))

test('the ceiling of an instrument is where a curve climbs and then repeats its largest reading', () => {
  const ground = [100, 103, 99, 101, 102, 98, 100, 101]
  expect(findIn(...ground, 140, 220, 300, 300, 300, 300)).toBe(10)
  // Find it although the light falls below it again.
  expect(findIn(...ground, 140, 220, 300, 300, 300, 280)).toBe(10)
  expect(findIn(...ground, 140, 220, 300, 300)).toBe(-1)
  expect(findIn(...ground, 140, 220, 300, 299, 300, 300)).toBe(-1)
  expect(findIn(...ground)).toBe(-1)
  expect(findIn(300, 300, 300, 300, 300, 300)).toBe(-1)
  // Take the plateau of a camera with few grey levels for what it is: it slows down before.
  expect(findIn(4, 4, 4, 4, 4, 5, 6, 7, 8, 8, 9, 9, 9, 9, 9)).toBe(-1)
  expect(findIn(4, 4, 4, 4, 4, 5, 7, 11, 18, 31, 31, 31, 31)).toBe(9)
})

test.each(readFamilies().slice(0, 3))(
  'A27-40: light that is cut off by the instrument is flagged, and moves a Cq little, of $name',
  (family) => {
    const random = createRandom(2740)
    const rule = { fold: 1.9, bend: 0 }
    const wells = Array.from({ length: 40 }, (_, well) => {
      const place = between(random, 10, 26)
      const growth = family.grow(cycles, place, rule)
      const curve = addNoise(
        growth.map((height) => 2000 + 5000 * height),
        15,
        random,
      )
      // Let every fourth well end at half of its height.
      return { place, curve: well % 4 === 0 ? curve.map((light) => Math.min(light, 4500)) : curve }
    })
    const results = analyseDefault(wells.map(({ curve }) => curve))
    const distances = results.map(({ cq }, well) => cq! - wells[well]!.place)
    const whole = distances.filter((_, well) => well % 4 > 0).toSorted((a, b) => a - b)
    const usual = whole[whole.length >> 1]!
    const off = distances.map((one) => Math.abs(one - usual))
    const cut = off.filter((_, well) => well % 4 === 0).toSorted((a, b) => a - b)
    expect(cut[5]).toBeLessThan(0.3)
    expect(cut[9]).toBeLessThan(0.75)
    for (const [well, { call, flags }] of results.entries()) {
      expect(flags.some(({ name }) => name === 'saturated')).toBe(well % 4 === 0)
      if (well % 4 === 0) continue
      expect(call).toBe('detected')
      expect(off[well]).toBeLessThan(0.1)
    }
  },
)

test('A27-40: a plate on which all light is cut off keeps the shape that its curves have in common', () => {
  const random = createRandom(2741)
  const [family] = readFamilies()
  const places = Array.from({ length: 40 }, () => between(random, 10, 26))
  const curves = places.map((place) =>
    addNoise(
      family!.grow(cycles, place, { fold: 1.9, bend: 0 }).map((part) => 2000 + 5000 * part),
      15,
      random,
    ).map((light) => Math.min(light, 4500)),
  )
  const results = analyseDefault(curves)
  expect(results.every(isFlagged)).toBe(true)
  const distances = results.map(({ cq }, well) => cq! - places[well]!)
  const usual = distances.toSorted((a, b) => a - b)[20]!
  expect(Math.max(...distances.map((one) => Math.abs(one - usual)))).toBeLessThan(0.25)
})
