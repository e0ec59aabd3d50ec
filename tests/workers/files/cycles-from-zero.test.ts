import { describe, expect, it } from 'vitest'
import { curveOf } from '../../../workers/curves/readings.ts'
import type { ImportedRun } from '../../../workers/files/imported-run.ts'
import { tableLight } from '../../support/curve-tables.ts'
import { readOne, refusal } from './caught.ts'

/** Make cycles from 0 to a last one, each with the light of the cycle of this number. */
const light = (last: number) =>
  Array.from({ length: last + 1 }, (_, cycle) => [cycle, tableLight(0, cycle)] as const)
const text = (rows: readonly (readonly (string | number)[])[]) =>
  `${rows.map((row) => row.join(',')).join('\n')}\n`

/** Layouts that have the cycles above, in the first column, or in a row for each reading. */
const layouts = {
  'a column for each curve': (last: number) =>
    text([['Cycle', 'A1 FAM', 'B2 FAM'], ...light(last).map(([at, value]) => [at, value, value])]),
  'a row for each curve': (last: number) =>
    text([
      ['Well', 'Dye', ...light(last).map(([at]) => at)],
      ...['A1', 'B2'].map((well) => [well, 'FAM', ...light(last).map(([, value]) => value)]),
    ]),
  'a row for each reading': (last: number) =>
    text([
      ['Well', 'Dye', 'Temperature', 'Cycle', 'Fluorescence'],
      ...['A1', 'B2'].flatMap((well) =>
        light(last).map(([at, value]) => [well, 'FAM', 60, at, value]),
      ),
    ]),
}
const curve = (run: ImportedRun) => [...curveOf(run.amplification!.readings, 0, 13)]

describe.each(Object.entries(layouts))('a table with %s and a cycle 0', (_, write) => {
  it('that ends at 39 counts its 40 cycles from 0', async () => {
    const { run, codes } = await readOne(write(39))
    expect(curve(run)).toEqual(light(39).map(([, value]) => value))
    expect(codes).toContain('cycles_from_zero')
    expect(run.melt).toBeNull()
  })

  it('that ends at 40 has a reading before the first cycle', async () => {
    const { run, codes } = await readOne(write(40))
    const [, ...own] = light(40).map(([, value]) => value)
    expect(curve(run)).toEqual(own)
    expect(codes).toContain('cycle_zero')
  })

  it('that may be either is refused with its last cycle', async () => {
    expect(await refusal(write(37))).toMatchObject({
      reason: 'cycles_begin_at_zero',
      params: { last: 37, well: 'A1' },
    })
  })
})

it('a curve with a reading at cycle 0 beside one without keeps its cycles', async () => {
  const rows = light(37).map(([at, value]) => [at, value, at === 0 ? '' : value])
  const { run, codes } = await readOne(text([['Cycle', 'A1 FAM', 'B2 FAM'], ...rows]))
  const [, ...own] = light(37).map(([, value]) => value)
  expect(curve(run)).toEqual(own)
  expect([...curveOf(run.amplification!.readings, 0, 0)]).toEqual(own)
  expect(codes).toContain('cycle_zero')
})
