import { expect, test } from 'vitest'
import { createRandom } from '../support/seeded-random.ts'
import { readFamilies } from '../support/simulated-growth.ts'
import { addNoise, analyseDefault, between, cycles, isFlagged } from '../support/simulated-plate.ts'

interface LateWell {
  /** Cycles from the true Cq to the end of the run. */
  left: number
  /** Distance of the Cq from the true one, null where there is none. */
  off: number | null
  isUnflagged: boolean
}

/** Draw plates on which half of the wells come to their Cq in the last cycles, and analyse them as an import does. */
function drawLateWells(from: number, to: number): LateWell[] {
  const random = createRandom(2840)
  const found: LateWell[] = []
  for (const family of readFamilies().slice(0, 3)) {
    for (const noise of [0.001, 0.003, 0.01]) {
      for (const bend of [0, 0.5]) {
        const rule = { fold: between(random, 1.7, 2), bend }
        const wells = Array.from({ length: 48 }, (_, well) => {
          const place = well % 2 ? between(random, 16, 34) : between(random, from, to)
          const rise = 5000 * between(random, 0.8, 1.2)
          const drift = 5000 * between(random, -0.02, 0.02)
          const growth = family.grow(cycles, place, rule)
          const light = growth.map((part, i) => 2000 + rise * part + (drift * i) / cycles)
          return { place, curve: addNoise(light, noise * 5000, random) }
        })
        const results = analyseDefault(wells.map(({ curve }) => curve))
        const distances = results.map(({ cq }, well) =>
          cq === null ? null : cq - wells[well]!.place,
        )
        const usual = distances
          .filter((one, well) => one !== null && well % 2 === 1)
          .toSorted((a, b) => a! - b!)[12]!
        for (const [well, result] of results.entries()) {
          if (well % 2) continue
          const one = distances[well]!
          found.push({
            left: cycles - wells[well]!.place - usual,
            off: one === null ? null : Math.abs(one - usual),
            isUnflagged: result.call === 'detected' && !isFlagged(result),
          })
        }
      }
    }
  }
  return found
}

test('A28-40: a Cq in the last cycles of a run is right, or has a flag', () => {
  const wells = drawLateWells(cycles - 4, cycles).filter(({ left }) => left >= 1 && left < 4)
  const far = wells.filter(({ off, isUnflagged }) => isUnflagged && off !== null && off > 0.5)
  expect(wells.length).toBeGreaterThan(250)
  expect(far.length / wells.length).toBeLessThan(0.01)
  // Flag no more than is imprecise: growth of which four cycles were measured after its Cq has a Cq.
  const early = drawLateWells(cycles - 7, cycles - 5)
  expect(early.filter(({ isUnflagged }) => isUnflagged).length / early.length).toBeGreaterThan(0.9)
})

test('A28-41: a Cq of a curve that comes to it after the run has a flag where it is cycles too early', () => {
  const beyond = drawLateWells(cycles - 0.5, cycles + 1)
  const early = beyond.filter(({ off, isUnflagged }) => isUnflagged && off !== null && off > 1)
  expect(early).toEqual([])
})
