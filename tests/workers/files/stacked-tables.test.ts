import { describe, expect, it } from 'vitest'
import { curveOf } from '../../../workers/curves/readings.ts'
import type { ImportedRun } from '../../../workers/files/imported-run.ts'
import { choosePlacing } from '../../../workers/files/curve-tables/place-curves.ts'
import { readLabel } from '../../../workers/files/curve-tables/curve-labels.ts'
import { makeCurveColumns, tableCycles, tableLight } from '../../support/curve-tables.ts'
import { readOne } from './caught.ts'

const named = (run: ImportedRun) => run.wells.map(({ name, sample }) => `${name} ${sample}`.trim())

/** Write rows of a table with a column for each cycle, of curves in this order. */
const rowsOf = (names: readonly string[], from = 0) =>
  names.map((name, i) => [name, ...tableCycles.map((cycle) => tableLight(from + i, cycle))].join())

/** Write rows of a table with a column for each curve. */
const columnsOf = (names: readonly string[], from = 0) => [
  ['Cycle', ...names].join(),
  ...tableCycles.map((cycle) =>
    [cycle, ...names.map((_, i) => tableLight(from + i, cycle))].join(),
  ),
]

function expectCurve(run: ImportedRun, channel: number, well: number, curve: number) {
  const read = curveOf(run.amplification!.readings, channel, well)
  expect([...read]).toEqual(tableCycles.map((cycle) => tableLight(curve, cycle)))
}

describe('several tables below each other', () => {
  it('are split at headers with an empty corner, each with its dye', async () => {
    const head = ['', ...tableCycles].join()
    const text = [
      'FAM',
      head,
      ...rowsOf(['A1', 'A3']),
      '',
      'HEX',
      head,
      ...rowsOf(['A1', 'A3'], 2),
    ].join('\n')
    const { run } = await readOne(text)
    expect(named(run)).toEqual(['A1', 'A3'])
    expect(run.amplification!.readings.channels).toHaveLength(2)
    expectCurve(run, 0, 2, 1)
    expectCurve(run, 1, 2, 3)
  })

  it('with one header and cycles that begin again are two dyes, not a header repeated on a page', async () => {
    const text = [...columnsOf(['A1', 'A3']), '', ...columnsOf(['A1', 'A3'], 2)].join('\n')
    const { run, codes } = await readOne(text)
    expect(run.amplification!.readings.channels).toHaveLength(2)
    expectCurve(run, 1, 2, 3)
    expect(codes).toContain('tables_as_dyes')
  })

  it('go on behind an empty row with a row of words, if its well is below wells', async () => {
    const text = [
      'Well,Target,Sample,Cq',
      'A1,GAPDH,S1,20.5',
      'A2,GAPDH,S2,21.5',
      '',
      'A12,GAPDH,NTC,Undetermined',
      'B1,ACTB,S1,20.1',
    ].join('\n')
    const { run } = await readOne(text)
    expect(named(run)).toEqual(['A1 S1', 'A2 S2', 'A12 NTC', 'B1 S1'])
  })
})

describe('curves keep their wells', () => {
  it('beside a table that names none', () => {
    const labels = (names: readonly string[]) => names.map((name, at) => readLabel(name, at))
    expect(choosePlacing([labels(['A1', 'B3', 'C5']), labels(['NTC'])])).toBe('wells')
    expect(choosePlacing([labels(['A1', 'B3', 'C5']), []])).toBe('wells')
    expect(choosePlacing([labels(['A1', 'A1', 'A1']), labels(['NTC'])])).toBe('order')
  })

  it('where a sample is called like a mean or a total', async () => {
    const head = ['Well,Sample', ...tableCycles].join()
    const rows = rowsOf(['A1,Growth media', 'A3,HIV total', ',Mean'])
    const { run } = await readOne([head, ...rows].join('\n'))
    expect(named(run)).toEqual(['A1 Growth media', 'A3 HIV total'])
    const columns = await readOne(columnsOf(['A1: media', 'A3: Liver SD', 'Mean']).join('\n'))
    expect(named(columns.run)).toEqual(['A1 media', 'A3 Liver SD'])
  })

  it('in Cyrillic letters', async () => {
    const text = columnsOf(['А1', 'А3']).join('\n').replace('Cycle', 'Цикл')
    const { run } = await readOne(text)
    expect(run.wells.map(({ name }) => name)).toEqual(['A1', 'A3'])
    expectCurve(run, 0, 2, 1)
  })
})

it('light over a passive reference is never a thousand: three decimals are decimals', async () => {
  const rows = ['A1', 'A2'].flatMap((well) =>
    tableCycles.map((cycle) => `1,${well},${cycle},ACTB,${(1 + cycle / 8).toFixed(3)}`),
  )
  const text = ['Well,Well Position,Cycle,Target Name,Rn', ...rows].join('\n')
  const { run } = await readOne(text)
  expect(curveOf(run.amplification!.readings, 0, 0)[7]).toBe(2)
})

it.each(['-dF/dT', '-d(RFU)/dT', 'dRn/dT', 'Derivative'])(
  'a table called %s below a melt is no second dye',
  async (title) => {
    const melt = makeCurveColumns(['A1', 'A2'], 'Temperature').replaceAll(
      /^(\d+),/gm,
      (_, cycle: string) => `${60 + Number(cycle) / 2},`,
    )
    const { run } = await readOne(`${melt}\n${title}\n${melt}`)
    expect(run.melt?.readings.channels).toEqual(['unknown'])
    expect(run.notices).toContainEqual(
      expect.objectContaining({ code: 'member_ignored', params: { name: title } }),
    )
  },
)

it('curves of tubes may be called `Well 01`', async () => {
  const { run } = await readOne(makeCurveColumns(['Well 01', 'Well 02', 'Well 10']))
  expect(run.wells.map(({ name }) => name)).toEqual(['1', '2', '10'])
})

describe('a dye in the corner of a table', () => {
  const names = ['A1', 'A2', 'B1']
  it.each([25, 12])(
    'is that of the rows of curves below it, as qPCRsoft writes it: %i cycles',
    async (last) => {
      const cycles = tableCycles.slice(0, last)
      const block = (dye: string, first: number) => [
        [dye, ...cycles].join(','),
        ...names.map((name, i) =>
          [name, ...cycles.map((cycle) => tableLight(first + i, cycle))].join(','),
        ),
      ]
      const { run } = await readOne(
        ['Device,qTOWER', '', ...block('FAM', 0), ...block('Cy5', 3), ''].join('\n'),
      )
      expect(run.wells.map(({ name }) => name)).toEqual(names)
      const { readings } = run.amplification!
      expect([readings.channels, readings.points]).toEqual([['FAM', 'Cy5'], last])
      expect(curveOf(readings, 1, 12)[last - 1]).toBe(tableLight(5, last))
      expect(run.notices.filter(({ severity }) => severity !== 'info')).toEqual([])
    },
  )

  it('is that of the columns of curves', async () => {
    const blocks = ['FAM', 'Cy5'].map((dye) => makeCurveColumns(names, dye))
    const { run } = await readOne(blocks.join('\n'))
    expect(run.amplification?.readings.channels).toEqual(['FAM', 'Cy5'])
    expect(curveOf(run.amplification!.readings, 1, 12)[20]).toBe(tableLight(2, 21))
    expect(run.notices.filter(({ severity }) => severity !== 'info')).toEqual([])
  })
})
