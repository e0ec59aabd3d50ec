// Tables of several dyes or wells: below each other by a column, and beside each other.
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { curveOf } from '../../../workers/curves/readings.ts'
import type { ImportedRun } from '../../../workers/files/imported-run.ts'
import { writeXlsx } from '../../../workers/files/tidy/write-xlsx.ts'
import { tableCycles, tableLight } from '../../support/curve-tables.ts'
import { readOne } from './caught.ts'

type Row = (string | number)[]
const text = (rows: readonly Row[], separator = ',') =>
  `${rows.map((row) => row.join(separator)).join('\n')}\n`
const described = (run: ImportedRun) =>
  run.wells.map(({ name, sample, targets }) =>
    [name, sample, ...targets.map((one) => `${one.target}/${one.dye}`)].filter(Boolean).join(' '),
  )
const loud = (run: ImportedRun) => run.notices.filter(({ severity }) => severity === 'error')

function expectCurve(run: ImportedRun, dye: string, well: number, curve: number) {
  const { readings } = run.amplification!
  const read = [...curveOf(readings, readings.channels.indexOf(dye), well)]
  expect(read).toEqual(tableCycles.map((cycle) => tableLight(curve, cycle)))
}

/** Read rows as a text and as a workbook, which must be alike. */
async function readBoth(rows: readonly Row[]) {
  const one = await readOne(text(rows))
  const { run } = await readOne(writeXlsx([{ name: 'Sheet1', rows }]))
  expect(described(run)).toEqual(described(one.run))
  expect(run.amplification).toEqual(one.run.amplification)
  return one
}

const two = ['A1 FAM/FAM HEX/HEX', 'B2 FAM/FAM HEX/HEX']
const light = (curves: readonly number[], cycle: number) =>
  curves.map((curve) => tableLight(curve, cycle))

describe('a column with the dye of each row', () => {
  const byDye = (cells: (dye: string, cycle: number) => Row) =>
    ['FAM', 'HEX'].flatMap((dye, d) =>
      tableCycles.map((cycle) => [...cells(dye, cycle), ...light([2 * d, 2 * d + 1], cycle)]),
    )
  it.each<[string, Row[]]>([
    ['before the cycles', [['Dye', 'Cycle', 'A1', 'B2'], ...byDye((dye, cycle) => [dye, cycle])]],
    [
      'behind the cycles',
      [['Cycle', 'Fluorophore', 'A1', 'B2'], ...byDye((dye, cycle) => [cycle, dye])],
    ],
    [
      'in each row of a cycle',
      [
        ['Zyklus', 'Farbstoff', 'A1', 'B2'],
        ...byDye((dye, cycle) => [cycle, dye]).toSorted((a, b) => Number(a[0]) - Number(b[0])),
      ],
    ],
    [
      'in merged cells',
      [['Dye', 'Cycle', 'A1', 'B2'], ...byDye((dye, cycle) => [cycle === 1 ? dye : '', cycle])],
    ],
    [
      'below a title, with means between',
      [
        ['Run of May'],
        [],
        ['Channel', 'Cycle', 'A1', 'B2'],
        ...byDye((dye, cycle) => [dye, cycle]).slice(0, 30),
        ['Mean', '', 12, 13],
        [],
        ...byDye((dye, cycle) => [dye, cycle]).slice(30),
      ],
    ],
  ])('parts the curves %s', async (_, rows) => {
    const { run } = await readBoth(rows)
    expect(described(run)).toEqual(two)
    for (const [i, dye] of ['FAM', 'HEX'].entries()) {
      expectCurve(run, dye, 0, 2 * i)
      expectCurve(run, dye, 13, 2 * i + 1)
    }
    expect(loud(run)).toEqual([])
  })

  it('may have the target, alone or beside the dye', async () => {
    const rows = (head: Row, facts: (gene: number) => Row): Row[] => [
      head,
      ...[0, 1].flatMap((gene) =>
        tableCycles.map((cycle) => [
          ...facts(gene),
          cycle,
          ...light([2 * gene, 2 * gene + 1], cycle),
        ]),
      ),
    ]
    const genes = ['ACTB', 'IL6']
    const alone = await readBoth(rows(['Target', 'Cycle', 'A1', 'B2'], (i) => [genes[i]!]))
    expect(described(alone.run)).toEqual([
      'A1 ACTB/unknown IL6/unknown 2',
      'B2 ACTB/unknown IL6/unknown 2',
    ])
    expectCurve(alone.run, 'unknown 2', 13, 3)
    expect(alone.codes).toContain('dye_unknown')
    const both = await readBoth(
      rows(['Target', 'Dye', 'Cycle', 'A1', 'B2'], (i) => [genes[i]!, ['FAM', 'HEX'][i]!]),
    )
    expect(described(both.run)).toEqual(['A1 ACTB/FAM IL6/HEX', 'B2 ACTB/FAM IL6/HEX'])
    expectCurve(both.run, 'HEX', 13, 3)
  })

  it('may be above numbers of tubes, with a line behind its totals', async () => {
    const rows: Row[] = [
      ['Dye', 'Cycle', '1', '2'],
      ...byDye((dye, cycle) => [dye, cycle]),
      ['Mean', 12.5, 12.5, 12.5],
      [],
      ['Total readings', 30],
    ]
    const { run } = await readBoth(rows)
    expect(described(run)).toEqual(['1 FAM/FAM HEX/HEX', '2 FAM/FAM HEX/HEX'])
    expectCurve(run, 'HEX', 1, 3)
    expect(loud(run)).toEqual([])
  })

  it('keeps the place of a value, and names cycles that nothing can read', async () => {
    const rows = byDye((dye, cycle) => [dye, cycle])
    const bent = rows.map((row, i): Row =>
      i === 40 ? [...row.slice(0, 3), 'x12'] : i === 45 ? ['HEX', '?', ...row.slice(2)] : row,
    )
    const { file, run } = await readOne(text([['Dye', 'Cycle', 'A1', 'B2'], ...bent]))
    const found = [...file.notices, ...loud(run)].map(({ code, place }) => [code, place.row])
    expect(found).toEqual([
      ['row_ignored', 47],
      ['number_unreadable', 42],
    ])
  })

  it('of too few cycles for a curve leaves nothing out without a word', async () => {
    const rows = byDye((dye, cycle) => [dye, cycle]).filter((_, i) => i < 30 || i > 57)
    const { run } = await readOne(text([['Dye', 'Cycle', 'A1', 'B2'], ...rows]))
    expect(loud(run).length).toBeGreaterThan(0)
  })
})

describe('tables side by side', () => {
  const beside = (heads: Row[], curves: readonly (readonly number[])[], gap = ['']): Row[] => [
    ...heads,
    ...tableCycles.map((cycle) =>
      curves.flatMap((own, i): Row => [...(i > 0 ? gap : []), cycle, ...light(own, cycle)]),
    ),
  ]
  const dyes = [
    [0, 1],
    [2, 3],
  ]
  it.each<[string, Row[], string[]?]>([
    [
      'with a dye above each',
      [
        ['FAM', '', '', '', 'HEX'],
        ['Cycle', 'A1', 'B2', '', 'Cycle', 'A1', 'B2'],
      ],
    ],
    [
      'with a word before the dye',
      [
        ['Dye: FAM', '', '', '', 'Dye: HEX'],
        ['Cycle', 'A1', 'B2', '', 'Cycle', 'A1', 'B2'],
      ],
    ],
    [
      'without a gap',
      [
        ['Run of May'],
        [],
        ['', 'FAM', '', '', 'HEX'],
        ['Zyklus', 'A1', 'B2', 'Zyklus', 'A1', 'B2'],
      ],
      [],
    ],
    [
      'with dyes in the names of the wells',
      [['Cycle', 'A1 FAM', 'B2 FAM', '', 'Cycle', 'A1 HEX', 'B2 HEX']],
    ],
    [
      'with a row of dyes',
      [
        ['', 'FAM', 'FAM', '', '', 'HEX', 'HEX'],
        ['Cycle', 'A1', 'B2', '', 'Cycle', 'A1', 'B2'],
      ],
    ],
  ])('are tables of their own: %s', async (_, heads, gap = ['']) => {
    const { run } = await readBoth(beside(heads, dyes, gap))
    expect(described(run)).toEqual(two)
    for (const [i, dye] of ['FAM', 'HEX'].entries()) {
      expectCurve(run, dye, 0, 2 * i)
      expectCurve(run, dye, 13, 2 * i + 1)
    }
    expect(loud(run)).toEqual([])
  })

  it('of other wells become one table; titles that may be targets are named as lost', async () => {
    const heads: Row[] = [['Cycle', 'A1', 'A2', '', 'Cycle', 'B1', 'B2']]
    const { run, codes } = await readBoth(beside(heads, dyes))
    expect(described(run)).toEqual(
      ['A1', 'A2', 'B1', 'B2'].map((well) => `${well} unknown/unknown`),
    )
    expectCurve(run, 'unknown', 13, 3)
    expect(codes).not.toContain('tables_as_dyes')
    const titled = await readOne(text(beside([['ACTB', '', '', '', 'IL6'], ...heads], dyes)))
    expect(titled.file.notices).toMatchObject([
      { code: 'row_ignored', severity: 'error', params: { found: 'ACTB, IL6' }, place: { row: 1 } },
    ])
    expectCurve(titled.run, 'unknown', 13, 3)
  })

  it('of the same wells and no dye are asked about', async () => {
    const heads: Row[] = [['Cycle', 'A1', 'B2', '', 'Cycle', 'A1', 'B2']]
    const { run, codes } = await readBoth(beside(heads, dyes))
    expect(codes).toContain('tables_as_dyes')
    expectCurve(run, 'unknown 2', 13, 3)
  })

  it('may be an amplification and a melt, of other lengths', async () => {
    const rows: Row[] = [
      ['FAM', '', '', '', 'FAM'],
      ['Cycle', 'A1', 'B2', '', 'Temperature', 'A1', 'B2'],
      ...Array.from({ length: 40 }, (_, i): Row => [
        ...(i < 30 ? [i + 1, ...light([0, 1], i + 1)] : ['', '', '']),
        '',
        60 + i / 2,
        ...light([0, 1], 41 - i),
      ]),
    ]
    const { run } = await readBoth(rows)
    expectCurve(run, 'FAM', 13, 1)
    expect(run.melt?.readings).toMatchObject({ points: 40, channels: ['FAM'] })
    expect(loud(run)).toEqual([])
  })

  it.each([
    ['A1: Liver', 'B2: Water, 2'],
    ['A1', 'B2'],
  ])('of LightCycler charts have the cycles of each curve as X: %s, %s', async (first, last) => {
    const rows: Row[] = [
      ['X', first, 'X', last],
      ...tableCycles.map((cycle): Row => [
        `${cycle}.00`,
        tableLight(0, cycle),
        `${cycle}.00`,
        tableLight(1, cycle),
      ]),
    ]
    const { run } = await readOne(text(rows, '\t'))
    expect(run.wells.map(({ name, sample }) => `${name}: ${sample}`.replace(/: $/, ''))).toEqual([
      first,
      last,
    ])
    expectCurve(run, 'unknown', 13, 1)
    expect(loud(run)).toEqual([])
  })

  it('of LightCycler charts are known in an archive as well', async () => {
    const wells = Array.from(
      { length: 96 },
      (_, i) => `${'ABCDEFGH'[Math.floor(i / 12)]}${1 + (i % 12)}`,
    )
    const rows: Row[] = [
      wells.flatMap((well) => ['X', `${well}: Sample`]),
      ...tableCycles.map((cycle) => wells.flatMap((_, i) => [cycle, tableLight(i, cycle)])),
    ]
    const { run } = await readOne(zipSync({ 'chart.txt': strToU8(`\ufeff${text(rows, '\t')}`) }))
    expect(run.wells).toHaveLength(96)
    expectCurve(run, 'unknown', 95, 95)
  })

  it('of one curve each have the well above it', async () => {
    const wells = ['A1', 'B2', 'C3']
    const rows: Row[] = [
      wells.flatMap((well) => [well, '']),
      wells.flatMap(() => ['Cycle', 'RFU']),
      ...tableCycles.map((cycle) => wells.flatMap((_, i): Row => [cycle, tableLight(i, cycle)])),
    ]
    const { run } = await readBoth(rows)
    expect(run.wells.map(({ name }) => name)).toEqual(wells)
    expectCurve(run, 'unknown', 26, 2)
    expect(loud(run)).toEqual([])
  })

  it('keep the place of a value', async () => {
    const rows = beside([['Cycle', 'A1', 'B2', '', 'Cycle', 'A1', 'B2']], dyes)
    rows[7]![6] = 'x12'
    const { run } = await readOne(text(rows))
    expect(loud(run)).toMatchObject([{ code: 'number_unreadable', place: { row: 8, column: 7 } }])
  })
})
