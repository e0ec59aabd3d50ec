import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { curveOf } from '../../../workers/curves/readings.ts'
import { tableCycles, tableLight } from '../../support/curve-tables.ts'
import { readOne, refusal } from './caught.ts'

type Row = readonly (string | number)[]
const csv = (rows: readonly Row[]) => rows.map((row) => row.join(',')).join('\n')
const columns = (names: readonly string[]): Row[] => [
  ['Cycle', ...names],
  ...tableCycles.map((cycle) => [cycle, ...names.map((_, i) => tableLight(i, cycle))]),
]

describe('several runs in one table', () => {
  const long = (head: string, runOf: (well: string, run: string) => string): Row[] => [
    [head, 'Well', 'Cycle', 'Fluorescence'],
    ...['first', 'second'].flatMap((run) =>
      ['A1', 'A2'].flatMap((well, i) =>
        tableCycles.map((cycle) => [run, runOf(well, run), cycle, tableLight(i, cycle)]),
      ),
    ),
  ]

  it.each(['Run', 'Run ID', 'Experiment', 'Lauf', 'Эксперимент'])(
    'A28-44: are refused with their names where %s has the same wells twice',
    async (head) => {
      expect(await refusal(csv(long(head, (well) => well)))).toMatchObject({
        reason: 'plates_several',
        params: { plates: 'first, second', column: 1 },
      })
      // Read a column that counts replicates, each in a well of its own.
      const { run } = await readOne(
        csv(long(head, (well, own) => (own === 'first' ? well : well.replace('A', 'B')))),
      )
      expect(run.wells.map(({ name }) => name)).toEqual(['A1', 'A2', 'B1', 'B2'])
    },
  )

  it('A28-44: are refused where sheets or files have their names, and are no dyes of a plate', async () => {
    const files = {
      'run1.csv': strToU8(csv(columns(['A1']))),
      'run2.csv': strToU8(csv(columns(['A1']))),
    }
    expect(await refusal(zipSync(files))).toMatchObject({
      reason: 'plates_several',
      params: { plates: 'run1, run2' },
    })
  })
})

describe('tables below each other in one sheet', () => {
  const stacked = (...titles: (readonly Row[])[]) =>
    csv(titles.flatMap((title) => [...title, ...columns(['A1', 'A2', 'A3']), []]))

  it.each([
    ['in a line', [['Run 1']], [['Run 2']]],
    ['with the day behind it', [['Plate 1: 2026-11-30']], [['Plate 2: 2026-12-01']]],
    ['in two cells', [['Run', 1]], [['Run', 2]]],
    ['above an empty row', [['Run 1'], []], [['Run 2'], []]],
    ['in Russian', [['Прогон 1']], [['Прогон 2']]],
  ])('A29-40: are refused where their titles name several runs, %s', async (_, first, second) => {
    expect(await refusal(stacked(first, second))).toMatchObject({ reason: 'plates_several' })
  })

  it('A29-40: are the dyes of a run that all titles name', async () => {
    const { run } = await readOne(stacked([['Run 1 FAM']], [['Run 1 HEX']]))
    expect(run.amplification!.readings.channels).toEqual(['FAM', 'HEX'])
    const { run: plain } = await readOne(stacked([['FAM']], [['HEX']]))
    expect(plain.amplification!.readings.channels).toEqual(['FAM', 'HEX'])
  })
})

describe('a run that was stopped', () => {
  const end = 26
  const stopped = (light: (curve: number, cycle: number) => number): Row[] =>
    columns(['A1', 'A2', 'A3']).map((row, i) =>
      i === 0 ? row : [i, ...[0, 1, 2].map((curve) => (i > end ? 0 : light(curve, i)))],
    )

  it('A28-43: and whose cycles are written as 0 from there on has no readings there', async () => {
    const { run, codes } = await readOne(
      csv(stopped((curve, cycle) => tableLight(curve, cycle) + 50)),
    )
    expect(run.amplification!.readings.points).toBe(end)
    expect(curveOf(run.amplification!.readings, 0, 1).at(-1)).toBe(tableLight(1, end) + 50)
    expect(run.notices.find(({ code }) => code === 'cycles_zero')?.params).toMatchObject({
      from: end + 1,
      last: tableCycles.length,
    })
    expect(codes).not.toContain('cycles_missing')
  })

  it('A28-43: keeps zeros of subtracted curves, and of one curve beside others', async () => {
    const flat = await readOne(csv(stopped((curve, cycle) => ((curve + cycle) % 3) - 1)))
    expect(flat.codes).not.toContain('cycles_zero')
    const rows = stopped((curve, cycle) => tableLight(curve, cycle) + 50)
    const one = rows.map((row, i) => (i > end ? [i, 0, 0, 70] : row))
    expect((await readOne(csv(one))).codes).not.toContain('cycles_zero')
  })
})
