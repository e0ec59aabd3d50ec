import { describe, expect, it } from 'vitest'
import { createRandom } from '../support/seeded-random.ts'
import { readFamilies } from '../support/simulated-growth.ts'
import { addNoise, analyseDefault, between, cycles } from '../support/simulated-plate.ts'

const family = readFamilies()[0]!
const rise = 5000

/** 48 curves that were subtracted before import, every fourth with an offset left in it. */
function subtracted(offset: number): Float64Array[] {
  const random = createRandom(5)
  return Array.from({ length: 48 }, (_, well) => {
    const growth = family.grow(cycles, between(random, 14, 28), { fold: 1.9, bend: 0 })
    const left = well % 4 === 0 ? offset * rise : 0
    return addNoise(
      growth.map((part) => rise * part + left),
      0.002 * rise,
      random,
    )
  })
}

describe('defaults 3: the methods watch each other', () => {
  it.each([-0.015, 0.015])('an offset of %s of the rise that a subtraction left', (offset) => {
    const clean = analyseDefault(subtracted(0), 'none', 'threshold')
    const results = analyseDefault(subtracted(offset), 'none', 'threshold')
    let moved = 0
    for (const [well, { call, cq, trace, flags }] of results.entries()) {
      const parts = trace.some(({ rule, decided }) => rule === 'methods_part' && decided)
      if (well % 4 !== 0) expect([call, parts]).toEqual(['detected', false])
      if (Math.abs(cq! - clean[well]!.cq!) <= 0.6) continue
      moved++
      expect([call, parts]).toEqual(['review', true])
      expect(flags.map(({ name }) => name)).toContain('methods_disagree')
    }
    expect(moved).toBeGreaterThan(6)
  })
})
