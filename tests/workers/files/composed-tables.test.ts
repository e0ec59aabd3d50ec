import { describe, expect, it } from 'vitest'
import { curveOf } from '../../../workers/curves/readings.ts'
import {
  composedDyes,
  composedFiles,
  composedLayouts,
  composedLight,
  composedNames,
  composedQuirks,
  composedWells,
} from '../../support/composed-tables.ts'
import { tableCycles } from '../../support/curve-tables.ts'
import { readOne } from './caught.ts'

interface Composed {
  layout: string
  names: string
  quirk: string
  file: string
}

/** Compose each layout with each file, and take the names and what is around it in turn, so that all of them meet. */
const composed = Object.keys(composedLayouts).flatMap((layout, l) =>
  Object.keys(composedFiles).map((file, f): Composed => {
    const [names, quirks] = [Object.keys(composedNames), Object.keys(composedQuirks)]
    return {
      layout,
      file,
      names: names[(l + f) % names.length]!,
      quirk: quirks[(2 * l + f + Math.floor(f / quirks.length)) % quirks.length]!,
    }
  }),
)

async function read({ layout, names, quirk, file }: Composed) {
  const named = composedWells.map((well) => composedNames[names]!(...well))
  return readOne(composedFiles[file]!(composedQuirks[quirk]!(composedLayouts[layout]!(named))))
}

describe('issue 15: one run in many files', () => {
  it('is composed in more than a hundred ways, with each part of it in several', () => {
    expect(composed.length).toBeGreaterThan(100)
    for (const part of ['names', 'quirk'] as const) {
      const seen = Map.groupBy(composed, (one) => one[part])
      expect([...seen.values()].every((own) => own.length > 10)).toBe(true)
    }
  })

  it.each(composed)('is read exactly: $layout, $names, $quirk, $file', async (one) => {
    const { run, codes } = await read(one)
    const { readings } = run.amplification!
    expect(readings.channels.toSorted()).toEqual(composedDyes)
    expect(run.wells.map(({ name }) => name)).toEqual(
      composedWells.map(([letter, number]) => `${letter}${number}`),
    )
    for (const [w, { well, targets }] of run.wells.entries()) {
      expect(targets.map(({ dye }) => dye).toSorted()).toEqual(composedDyes)
      for (const [d, dye] of composedDyes.entries()) {
        const light = [...curveOf(readings, readings.channels.indexOf(dye), well)]
        expect(light).toEqual(tableCycles.map((cycle) => composedLight(w, d, cycle)))
      }
    }
    expect(codes).not.toContain('wells_in_order')
    const errors = run.notices.filter(({ severity }) => severity === 'error')
    expect(errors).toEqual([])
  })
})
