import { describe, expect, it } from 'vitest'
import { curveOf } from '../../../workers/curves/readings.ts'
import type { ImportedRun } from '../../../workers/files/imported-run.ts'
import { tableCycles, tableLight } from '../../support/curve-tables.ts'
import { readOne } from './caught.ts'

type Row = readonly (string | number)[]
const text = (rows: readonly Row[]) => rows.map((row) => row.join('\t')).join('\n')
const light = (curve: number) => tableCycles.map((cycle) => tableLight(curve, cycle))
const columns = (names: readonly string[], first = 0): Row[] => [
  ['Zyklus', ...names],
  ...tableCycles.map((cycle) => [cycle, ...names.map((_, i) => tableLight(first + i, cycle))]),
]
const curves = [
  { well: 'A1', sample: 'Liver', dye: 'FAM', target: 'ACTB' },
  { well: 'A1', sample: 'Liver', dye: 'HEX', target: 'IL6' },
  { well: 'B2', sample: 'Water 2', dye: 'FAM', target: 'ACTB' },
  { well: 'B2', sample: 'Water 2', dye: 'HEX', target: 'IL6' },
]
const described = (run: ImportedRun) =>
  run.wells.map(({ name, sample, targets }) =>
    [name, sample, ...targets.map(({ channel }) => channel)].filter(Boolean).join(' '),
  )
const lost = (run: ImportedRun) => run.notices.filter(({ severity }) => severity === 'error')

function expectCurves(run: ImportedRun, wells: readonly number[]) {
  for (const [i, at] of wells.entries()) {
    expect([...curveOf(run.amplification!.readings, i % 2, at)]).toEqual(light(i))
  }
}

describe('names of curves', () => {
  it.each<[string, (one: (typeof curves)[0]) => string]>([
    ['A1.FAM', ({ well, dye }) => `${well}.${dye}`],
    ['A1-FAM', ({ well, dye }) => `${well}-${dye}`],
    ['A1 FAM RFU', ({ well, dye }) => `${well} ${dye} RFU`],
    ['RFU A1 FAM', ({ well, dye }) => `RFU ${well} ${dye}`],
    ['A1, Liver, FAM', ({ well, sample, dye }) => `${well}, ${sample}, ${dye}`],
    ['A1 - Liver - FAM', ({ well, sample, dye }) => `${well} - ${sample} - ${dye}`],
    ['A1_Liver_FAM', ({ well, sample, dye }) => `${well}_${sample}_${dye}`],
    ['A1: Liver (FAM)', ({ well, sample, dye }) => `${well}: ${sample} (${dye})`],
  ])('issue 15: tell well, sample and dye: %s', async (title, write) => {
    const { run } = await readOne(text(columns(curves.map(write))))
    const hasSample = title.includes('Liver')
    expect(described(run)).toEqual(
      hasSample ? ['A1 Liver FAM HEX', 'B2 Water 2 FAM HEX'] : ['A1 FAM HEX', 'B2 FAM HEX'],
    )
    expectCurves(run, [0, 0, 13, 13])
    expect(lost(run)).toEqual([])
  })

  it.each([
    ['R1C1', 'R2C13'],
    ['r01c01', 'r02c13'],
    ['Row 1 Col 1', 'Row 2 Column 13'],
  ])('A28-46: tell the row and the column of the well in numbers: %s', async (first, second) => {
    const { run } = await readOne(text(columns([first, second])))
    expect(described(run)).toEqual(['A1 unknown', 'B13 unknown'])
    expect(run.wells.map(({ sample }) => sample)).toEqual(['', ''])
  })

  it('issue 15: tell well, sample and target where each well has another sample', async () => {
    for (const sign of ['_', '|', ' - ', ', ']) {
      const names = curves.map(({ well, sample, target }) => [well, sample, target].join(sign))
      const { run } = await readOne(text(columns(names)))
      expect(described(run)).toEqual(['A1 Liver ACTB IL6', 'B2 Water 2 ACTB IL6'])
    }
    const { run } = await readOne(text(columns(['A1_IL_6', 'A1_IL_10', 'B2_IL_6', 'B2_IL_10'])))
    expect(described(run)).toEqual(['A1 IL_6 IL_10', 'B2 IL_6 IL_10'])
  })

  it('issue 15: keep names of people and of samples that end like a dye', async () => {
    const { run } = await readOne(
      text(columns(['A1 Anna Vic', 'A2 Tom Joe', 'B1: Mouse - treated'])),
    )
    expect(run.wells.map(({ sample }) => sample)).toEqual([
      'Anna Vic',
      'Tom Joe',
      'Mouse - treated',
    ])
  })

  it.each<[string, Row[]]>([
    ['columns', columns(['1: Liver', '2: Std'])],
    [
      'rows',
      [
        ['Well', 'Sample', ...tableCycles],
        [1, 'Liver', ...light(0)],
        [2, 'Std', ...light(1)],
      ],
    ],
  ])('issue 15: keep the curve of a tube whose sample is called Std: %s', async (_, rows) => {
    const { run } = await readOne(text(rows))
    expect(run.wells.map(({ sample }) => sample)).toEqual(['Liver', 'Std'])
    expect([...curveOf(run.amplification!.readings, 0, run.wells[1]!.well)]).toEqual(light(1))
  })

  it('issue 15: keep a well without a value, and what is in it', async () => {
    const rows: Row[] = [
      ['Well', 'Sample', ...tableCycles],
      ['A1', 'Liver', ...light(0)],
      ['B2', 'Water', ...tableCycles.map(() => 'n/a')],
      ['C3', '', ...tableCycles.map(() => '')],
    ]
    const { run, codes } = await readOne(text(rows))
    expect(run.wells.map(({ name, sample }) => `${name} ${sample}`)).toEqual([
      'A1 Liver',
      'B2 Water',
    ])
    expect(codes).toContain('well_without_curve')
  })

  it.each<[string, Row[]]>([
    ['columns', columns(['Liver FAM', 'Liver HEX', 'Water 2 FAM', 'Water 2 HEX'])],
    [
      'rows',
      [
        ['Sample', 'Dye', ...tableCycles],
        ...curves.map(({ sample, dye }, i) => [sample, dye, ...light(i)]),
      ],
    ],
  ])('issue 15: put the dyes of a sample without a well in one: %s', async (_, rows) => {
    const { run, codes } = await readOne(text(rows))
    expect(described(run)).toEqual(['A1 Liver FAM HEX', 'A2 Water 2 FAM HEX'])
    expectCurves(run, [0, 0, 1, 1])
    expect(codes).toContain('wells_in_order')
    expect(lost(run)).toEqual([])
  })

  it.each([
    ['A1: Liver', 'B2: Water 2', ['A1 Liver FAM HEX', 'B2 Water 2 FAM HEX']],
    ['Well A1', 'Well B2', ['A1 FAM HEX', 'B2 FAM HEX']],
    ['Liver', 'Water 2', ['A1 Liver FAM HEX', 'A2 Water 2 FAM HEX']],
  ])(
    'issue 15: take columns of dyes for one well, which is above them: %s',
    async (a, b, wells) => {
      const blocks: Row[] = [
        [a],
        ...columns(['FAM', 'HEX']),
        [],
        [b],
        ...columns(['FAM', 'HEX'], 2),
      ]
      const { run } = await readOne(text(blocks))
      expect(described(run)).toEqual(wells)
      const second = run.wells[1]!.well
      expectCurves(run, [0, 0, second, second])
    },
  )
})
