import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { curveOf } from '../../../workers/curves/readings.ts'
import type { ImportedRun } from '../../../workers/files/imported-run.ts'
import { writeXlsx } from '../../../workers/files/tidy/write-xlsx.ts'
import { makeCurveColumns, tableCycles, tableLight } from '../../support/curve-tables.ts'
import { readOne, refusal } from './caught.ts'

type Row = (string | number)[]
const text = (rows: readonly Row[]) => `${rows.map((row) => row.join(',')).join('\n')}\n`
const curves = (head: string, wells: readonly string[]): Row[] => [
  [head, ...wells],
  ...tableCycles.map((cycle): Row => [cycle, ...wells.map((_, i) => tableLight(i, cycle))]),
]
const described = (run: ImportedRun) =>
  run.wells.map(({ name, sample, sampleType, targets }) =>
    [name, sample, sampleType, ...targets.map(({ target, dye }) => `${target}/${dye}`)].join(' '),
  )

function expectCurve(run: ImportedRun, channel: number, well: number, curve: number) {
  const read = [...curveOf(run.amplification!.readings, channel, well)]
  expect(read).toEqual(tableCycles.map((cycle) => tableLight(curve, cycle)))
}

describe('a layout of the plate beside its curves', () => {
  const layout: Row[] = [
    ['Plate of May'],
    ['Well', 'Sample', 'Type', 'Target', 'Note'],
    ['A:1', 'Liver', 'Unknown', 'GAPDH', 'x'],
    ['B2', 'Water', 'NTC', 'GAPDH', ''],
    ['C3', '', '', '', ''],
  ]
  const wells = ['A1 Liver unkn GAPDH/', 'B2 Water ntc GAPDH/']

  it.each([
    ['Cycle', 'unknown'],
    ['Zyklus', 'unknown'],
  ])('names samples, types and targets of a workbook under %s', async (head) => {
    for (const name of ['Curves', 'Raw Data']) {
      const { run, codes } = await readOne(
        writeXlsx([
          { name, rows: curves(head, ['A1', 'B2']) },
          { name: 'Layout', rows: layout },
        ]),
      )
      expect(described(run).map((one) => one.replace('unknown', ''))).toEqual(wells)
      expectCurve(run, 0, 13, 1)
      expect(codes).not.toContain('table_ignored')
      const ignored = run.notices.filter(({ code }) => code === 'element_ignored')
      expect(ignored.map(({ params }) => params['element'])).toEqual(['Note'])
    }
  })

  const facts: Row[] = [
    ['A', 1, 'Liver', 'Unknown', 'ACTB', 'FAM'],
    ['A', 1, 'Liver', 'Unknown', 'IL6', 'HEX'],
    ['B', 2, 'Water', 'NTC', 'ACTB', 'FAM'],
    ['B', 2, 'Water', 'NTC', 'IL6', 'HEX'],
  ]
  const head = ['Sample', 'Type', 'Target', 'Dye']
  const joined = facts.map(([row = '', column = '', ...others]): Row => [
    `${row}${column}`,
    ...others,
  ])
  it.each<[string, Row[]]>([
    ['with a row for each dye', [['Well', ...head], ...joined]],
    [
      'with merged wells',
      [
        ['Well', ...head],
        ...joined.map((row, i): Row => (i % 2 === 0 ? row : ['', '', '', ...row.slice(3)])),
      ],
    ],
    ['with row and column apart', [['Row', 'Column', ...head], ...facts]],
  ])('issue 15: names samples, types and the target of each dye: %s', async (_, rows) => {
    for (const cycle of ['Cycle', 'Zyklus']) {
      const { run } = await readOne(
        writeXlsx([
          { name: 'FAM', rows: curves(cycle, ['A1', 'B2']) },
          { name: 'HEX', rows: curves(cycle, ['A1', 'B2']) },
          { name: 'Layout', rows },
        ]),
      )
      expect(described(run)).toEqual([
        'A1 Liver unkn ACTB/FAM IL6/HEX',
        'B2 Water ntc ACTB/FAM IL6/HEX',
      ])
      const channels = run.wells.flatMap(({ targets }) => targets.map(({ channel }) => channel))
      expect(channels).toEqual(['FAM', 'HEX', 'FAM', 'HEX'])
      expect(run.notices.filter(({ severity }) => severity !== 'info')).toEqual([])
    }
  })

  it.each<[string, Row[]]>([
    ['columns below Cycle', curves('Cycle', ['A1', 'B2'])],
    ['columns below Zyklus', curves('Zyklus', ['A1', 'B2'])],
    [
      'rows',
      [
        ['Well', ...tableCycles],
        ...['A1', 'B2'].map((well, i): Row => [
          well,
          ...tableCycles.map((cycle) => tableLight(i, cycle)),
        ]),
      ],
    ],
  ])('issue 15: is read above the curves of its sheet: %s', async (_, rows) => {
    for (const title of [[], [['Raw data']]]) {
      const { run } = await readOne(text([...layout, [], ...title, ...rows]))
      expect(described(run).map((one) => one.replace('unknown', ''))).toEqual(wells)
      expectCurve(run, 0, 13, 1)
      expect(run.notices.filter(({ severity }) => severity === 'error')).toEqual([])
    }
  })

  it.each<[string, Row[]]>([
    ['columns', curves('Zyklus', ['A1 HEX', 'B2 HEX'])],
    [
      'rows',
      [
        ['Well', 'Dye', ...tableCycles],
        ['A1', 'HEX', ...tableCycles],
      ],
    ],
  ])(
    'issue 15: stays beside curves of another program, which are named as lost: %s',
    async (_, others) => {
      const { run } = await readOne(
        writeXlsx([
          { name: 'FAM', rows: curves('Cycle', ['A1', 'B2']) },
          { name: 'HEX', rows: curves('Cycle', ['A1', 'B2']) },
          { name: 'Mine', rows: others },
          {
            name: 'Facts',
            rows: [
              ['Cycles', 40],
              ['Volume', 20],
              ['Channels', 2],
            ],
          },
          { name: 'Layout', rows: layout },
        ]),
      )
      expect(run.wells.map(({ sample }) => sample)).toEqual(['Liver', 'Water'])
      const named = run.notices.filter(({ code }) => /^(table|member)_ignored$/.test(code))
      expect(named.map(({ severity, params }) => `${severity} ${params['name']}`)).toEqual([
        'error Mine',
        'info Facts',
      ])
    },
  )

  it('issue 15: is named as a loss where it is a picture of the plate', async () => {
    const numbers = Array.from({ length: 12 }, (_, i) => i + 1)
    const picture: Row[] = [
      ['', ...numbers],
      ['A', 'Liver', ''],
      ['B', '', 'Water'],
    ]
    const { run } = await readOne(
      writeXlsx([
        { name: 'FAM', rows: curves('Cycle', ['A1', 'B2']) },
        { name: 'Plate', rows: picture },
      ]),
    )
    const errors = run.notices.filter(({ severity }) => severity === 'error')
    expect(errors).toMatchObject([{ code: 'table_ignored', params: { name: 'Plate' } }])
  })

  it('names the target of each dye, from a file of its own', async () => {
    const { run } = await readOne(
      zipSync({
        'run_FAM.csv': strToU8(makeCurveColumns(['A1'], 'Cycles')),
        'run_HEX.csv': strToU8(makeCurveColumns(['A1'], 'Cycles')),
        'layout.csv': strToU8(
          text([
            ['Well', 'Sample', 'Target', 'Dye'],
            ['A1', 'Liver', 'IL6', 'HEX'],
            ['A1', 'Liver', 'ACTB', 'FAM'],
          ]),
        ),
      }),
    )
    expect(described(run)).toEqual(['A1 Liver unkn ACTB/FAM IL6/HEX'])
  })

  it.each(['Cycle', 'Zyklus'])(
    'may hold results before the curves under %s, which are read with them',
    async (head) => {
      const cqs = ['', 'Cq', 17.25, 'N/A', '']
      const results = layout.map((row, i) => (i === 0 ? row : [...row, cqs[i]!]))
      const { run } = await readOne(
        writeXlsx([
          { name: 'Results', rows: results },
          { name: 'Curves', rows: curves(head, ['A1', 'B2']) },
        ]),
      )
      expect(described(run).map((one) => one.replace('unknown', ''))).toEqual(wells)
      expectCurve(run, 0, 13, 1)
      const ignored = run.notices.filter(({ code }) => code === 'element_ignored')
      expect(ignored.map(({ params }) => params['element'])).toEqual(['Note'])
      expect(run.wells.map(({ targets }) => targets[0]?.cq)).toEqual([17.25, null])
    },
  )
})

describe('a table with a row for each reading', () => {
  const long = (head: Row, facts: readonly Row[], light: (curve: number, cycle: number) => Row) =>
    text([
      head,
      ...facts.flatMap((own, i) =>
        tableCycles.map((cycle): Row => [...own, cycle, ...light(i, cycle)]),
      ),
    ])
  const one = (curve: number, cycle: number): Row => [tableLight(curve, cycle)]

  it.each<[string, Row[]]>([
    [
      'a letter',
      [
        ['A', 1],
        ['B', 2],
      ],
    ],
    [
      'a number',
      [
        [1, 1],
        [2, 2],
      ],
    ],
  ])(
    'may have the row of its well as %s in one column and its column in another',
    async (_, facts) => {
      const { run } = await readOne(long(['Row', 'Column', 'Cycle', 'RFU'], facts, one))
      expect(run.wells.map(({ name }) => name)).toEqual(['A1', 'B2'])
      expectCurve(run, 0, 13, 1)
    },
  )

  it.each(['FAM', 'RFU_FAM', 'FAM RFU'])('may have a column for each dye: %s', async (first) => {
    const facts: Row[] = [
      ['A1', 'Liver'],
      ['B2', 'Water'],
    ]
    const { run } = await readOne(
      long(['Pos', 'Sample', 'Cycle', first, 'HEX'], facts, (curve, cycle) => [
        tableLight(curve, cycle),
        tableLight(curve + 2, cycle),
      ]),
    )
    expect(described(run)).toEqual([
      'A1 Liver unkn FAM/FAM HEX/HEX',
      'B2 Water unkn FAM/FAM HEX/HEX',
    ])
    expectCurve(run, 1, 13, 3)
  })

  it.each(['Fluorescence', 'Rn'])(
    'of several plates is refused with their names: %s',
    async (light) => {
      const facts: Row[] = [
        ['P1', 'A1', 'G'],
        ['P2', 'A1', 'G'],
      ]
      const content = long(['Plate', 'Well', 'Target Name', 'Cycle', light], facts, one)
      expect(await refusal(content)).toMatchObject({
        reason: 'plates_several',
        params: { row: 1, column: 1, count: 2, plates: 'P1, P2' },
      })
      const { run } = await readOne(content.replaceAll('P2,A1', 'P1,B2'))
      expect(run.wells.map(({ name }) => name)).toEqual(['A1', 'B2'])
    },
  )

  it('with wells that nobody can read is refused with the first of them', async () => {
    const content = long(['Well', 'Target Name', 'Cycle', 'Rn'], [['left', 'G']], one)
    expect(await refusal(content)).toMatchObject({
      reason: 'well_unreadable',
      params: { row: 2, value: 'left' },
    })
  })
})

describe('what would put curves into other wells', () => {
  it('is a layout of letters beside the tubes of a rotor: its rows are left out, those of numbers are read', async () => {
    const rotor = (rows: readonly Row[]) =>
      readOne(
        writeXlsx([
          { name: 'Data', rows: curves('Cycle', ['1', '2', '3']) },
          { name: 'Layout', rows: [['Well', 'Sample'], ...rows] },
        ]),
      )
    const letters = await rotor([
      ['A1', 'Liver'],
      ['A2', 'Kidney'],
      ['B1', 'Lung'],
    ])
    expect(letters.run.wells.map(({ sample }) => sample).join('')).toBe('')
    expect(letters.codes).toContain('row_ignored')
    const numbers = await rotor([
      ['1', 'Liver'],
      ['3', 'Lung'],
    ])
    expect(numbers.run.wells.map(({ sample }) => sample)).toEqual(['Liver', '', 'Lung'])
    expect(new Set(numbers.run.wells.map(({ well }) => well)).size).toBe(3)
  })

  it('is a mistyped well above a whole curve: it is named', async () => {
    const { run, codes } = await readOne(text(curves('Cycle', ['A1', 'A2', 'AI3'])))
    expect(run.wells).toHaveLength(2)
    expect(codes).toContain('column_ignored')
  })

  it('is a plate whose rows and columns are counted from 0', async () => {
    const rows: Row[] = [0, 1].flatMap((row) =>
      [0, 1].flatMap((column) =>
        tableCycles.map((cycle): Row => [row, column, cycle, tableLight(row, cycle)]),
      ),
    )
    const table = text([['Row', 'Column', 'Cycle', 'RFU'], ...rows])
    expect(await refusal(table)).toMatchObject({ reason: 'well_unreadable' })
  })
})
