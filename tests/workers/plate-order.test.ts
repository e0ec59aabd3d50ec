import { expect, test } from 'vitest'
import type { WellResult } from '../../domain/results.ts'
import { createRandom } from '../support/seeded-random.ts'
import { readFamilies } from '../support/simulated-growth.ts'
import { addNoise, analyseDefault, between, gauss } from '../support/simulated-plate.ts'

const points = 40

/** Draw a plate of two assays' growth, laid out by columns, with wells that do not grow. */
function drawPlate(seed: number): Float64Array[] {
  const random = createRandom(seed)
  const [first, second] = readFamilies()
  return Array.from({ length: 60 }, (_, well) => {
    const family = well % 4 === 0 ? second! : first!
    const bend = well % 4 === 0 ? 1 : 0
    const growth = family.grow(points, between(random, 12, 34), { fold: 1.9, bend })
    const height = well % 7 === 3 ? 0 : 5000 * (1 + 0.1 * gauss(random))
    return addNoise(
      growth.map((part) => 2000 + height * part),
      20,
      random,
    )
  })
}

/** Return what is said of a well by itself: flags of outliers and of places ask other wells on purpose. */
const said = ({ cq, call, trace, threshold, baseline, estimates }: WellResult) => ({
  cq,
  call,
  trace,
  threshold,
  baseline,
  consensus: estimates?.consensus,
  consensus_error: estimates?.consensus_error,
})

test('results do not depend on the order of the wells', () => {
  for (const seed of [1, 2, 3]) {
    const curves = drawPlate(seed)
    const random = createRandom(seed + 100)
    const order = [...curves.keys()]
    for (let at = order.length - 1; at > 0; at--) {
      const other = random.below(at + 1)
      ;[order[at], order[other]] = [order[other]!, order[at]!]
    }
    const before = analyseDefault(curves)
    const after = analyseDefault(order.map((well) => curves[well]!))
    expect(after.map(said)).toEqual(order.map((well) => said(before[well]!)))
  }
})

test('an empty well beside them moves no Cq and changes no call', () => {
  const curves = drawPlate(4)
  const random = createRandom(104)
  const empty = addNoise(new Float64Array(points).fill(2000), 20, random)
  const after = analyseDefault([...curves, empty]).slice(0, curves.length)
  // Compare all but the threshold, which alone moves: it is a multiple of the noise of all wells.
  const found = ({ cq, call, estimates }: WellResult) => [cq, call, estimates?.consensus_error]
  expect(after.map(found)).toEqual(analyseDefault(curves).map(found))
})

test('a scale and an offset of the readings move no Cq and change no call', () => {
  const curves = drawPlate(5)
  const before = analyseDefault(curves)
  const changes = [(value: number) => 1000 * value, (value: number) => value + 10_000]
  for (const change of changes) {
    const after = analyseDefault(curves.map((curve) => curve.map(change)))
    for (const [well, { call, cq }] of after.entries()) {
      expect(call).toBe(before[well]!.call)
      expect(cq === null).toBe(before[well]!.cq === null)
      expect(Math.abs((cq ?? 0) - (before[well]!.cq ?? 0))).toBeLessThan(1e-6)
    }
  }
})
