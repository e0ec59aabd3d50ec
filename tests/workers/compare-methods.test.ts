import { describe, expect, it } from 'vitest'
import type { CqMethod } from '../../domain/entities/evaluation-recipe.ts'
import { createRandom } from '../support/seeded-random.ts'
import { readFamilies } from '../support/simulated-growth.ts'
import { addNoise, analyseDefault, between, cycles } from '../support/simulated-plate.ts'

const family = readFamilies()[0]!
const rise = 5000

/** Draw 48 curves that were subtracted before import, every fourth with an offset left in it. */
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

/** Draw 48 raw curves, of which every sixth has a step of a tenth of its rise at its take-off. */
function stepped(size: number): Float64Array[] {
  const random = createRandom(6)
  return Array.from({ length: 48 }, (_, well) => {
    const place = between(random, 16, 28)
    const growth = family.grow(cycles, place, { fold: 1.9, bend: 0 })
    const isStepped = well % 6 === 0
    return addNoise(
      growth.map((part, i) => {
        return 2000 + rise * (part + (isStepped && i + 2 > place ? size : 0))
      }),
      0.002 * rise,
      random,
    )
  })
}

describe('defaults 4: a step within the growth', () => {
  it('strays from the growth of the others: a flag, and for review where the Cq may be far off', () => {
    const clean = analyseDefault(stepped(0))
    const results = analyseDefault(stepped(0.1))
    let reviewed = 0
    for (const [well, { call, cq, flags, trace }] of results.entries()) {
      const strays = flags.some(({ name }) => name === 'strays_from_shape')
      const told = trace.some(({ rule, decided }) => rule === 'strays_from_shape' && decided)
      expect(strays).toBe(well % 6 === 0)
      if (well % 6 !== 0) expect(call).toBe('detected')
      if (told) expect(call).toBe('review')
      if (told) reviewed++
      if (well % 6 === 0) expect(Math.abs(cq! - clean[well]!.cq!)).toBeGreaterThan(0.1)
    }
    expect(reviewed).toBeGreaterThan(3)
    expect(clean.flatMap(({ flags }) => flags)).toEqual([])
  })

  it('issue 15: where all curves within a cycle stray alike, only the one that strays from them is flagged', () => {
    // Give the early wells another shape, which levels off more slowly.
    const plate = (size: number) => {
      const random = createRandom(8)
      return Array.from({ length: 40 }, (_, well) => {
        const place = well < 6 ? 15 + well / 20 : between(random, 20, 32)
        const growth = family.grow(cycles, place, { fold: 1.9, bend: well < 6 ? 1 : 0 })
        const isStepped = well === 2
        return addNoise(
          growth.map((part, i) => {
            return 2000 + rise * (part + (isStepped && i + 2 > place ? size : 0))
          }),
          0.002 * rise,
          random,
        )
      })
    }
    const strays = (size: number, method: CqMethod | null = 'consensus') =>
      analyseDefault(plate(size), 'automatic', method).flatMap(({ flags }, well) =>
        flags.some(({ name }) => name === 'strays_from_shape') ? [well] : [],
      )
    expect(strays(0)).toEqual([])
    expect(strays(0.3)).toEqual([2])
    expect(strays(0, null).length).toBeGreaterThan(3)
  })

  it('by a threshold that was chosen it is for review, by one from before there was a choice a flag', () => {
    const chosen = analyseDefault(stepped(0.1), 'automatic', 'threshold')
    const old = analyseDefault(stepped(0.1), 'automatic', null)
    const parted = chosen.filter(({ trace }) =>
      trace.some(({ rule, decided }) => rule === 'methods_part' && decided),
    )
    expect(parted.length).toBeGreaterThan(3)
    for (const { well, call } of parted) {
      const before = old.find((one) => one.well === well)!
      expect(call).toBe('review')
      expect(before.trace.map(({ rule }) => rule)).not.toContain('methods_part')
      expect(before.flags.map(({ name }) => name)).toContain('methods_disagree')
    }
  })
})
