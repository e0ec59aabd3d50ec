// Tables whose cycles, wells, dyes or samples are named in a way of their own.
import { describe, expect, it } from 'vitest'
import { curveOf } from '../../../workers/curves/readings.ts'
import type { ImportedRun } from '../../../workers/files/imported-run.ts'
import { writeXlsx } from '../../../workers/files/tidy/write-xlsx.ts'
import { tableCycles, tableLight } from '../../support/curve-tables.ts'
import { readOne, refusal } from './caught.ts'

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

describe('cycles', () => {
  it.each(['', 'Cycle', 'Well', 'Zyklus'])('may be called `Cycle 1` below %j', async (head) => {
    for (const word of ['Cycle ', 'Cycle_', 'Zyklus ']) {
      // oxlint-disable-next-line no-await-in-loop
      const { run } = await readBoth([
        [head, 'A1', 'B2'],
        ...tableCycles.map((cycle): Row => [`${word}${cycle}`, ...light([0, 1], cycle)]),
      ])
      expect(run.wells.map(({ name }) => name)).toEqual(['A1', 'B2'])
      expectCurve(run, run.amplification!.readings.channels[0]!, 13, 1)
      expect(loud(run)).toEqual([])
    }
  })

  it.each([
    ['FAM 1', (dye: string, cycle: number) => `${dye} ${cycle}`],
    ['FAM_C1', (dye: string, cycle: number) => `${dye}_C${cycle}`],
    [
      'FAM Cycle 01',
      (dye: string, cycle: number) => `${dye} Cycle ${String(cycle).padStart(2, '0')}`,
    ],
    ['Cycle 1 FAM', (dye: string, cycle: number) => `Cycle ${cycle} ${dye}`],
    ['FAM1', (dye: string, cycle: number) => `${dye}${cycle}`],
    ['1 FAM', (dye: string, cycle: number) => `${cycle} ${dye}`],
  ])('of several dyes may be side by side for each well: %s', async (_, name) => {
    const rows: Row[] = [
      [
        'Well',
        'Sample',
        ...['FAM', 'HEX'].flatMap((dye) => tableCycles.map((at) => name(dye, at))),
        'Remark',
      ],
      ...['A1', 'B2'].map((well, w): Row => [
        well,
        `S${w}`,
        ...[0, 2].flatMap((dye) => tableCycles.map((cycle) => tableLight(dye + w, cycle))),
        'x',
      ]),
    ]
    const { run } = await readBoth(rows)
    expect(described(run)).toEqual(['A1 S0 FAM/FAM HEX/HEX', 'B2 S1 FAM/FAM HEX/HEX'])
    expectCurve(run, 'HEX', 13, 3)
    expect(loud(run)).toEqual([])
    const ignored = run.notices.filter(({ code }) => code === 'element_ignored')
    expect(ignored.map(({ params }) => params['element'])).toEqual(['Remark'])
  })

  it('of several dyes may be in turn for each well, with the places that they have in the file', async () => {
    const rows: Row[] = [
      ['Well', 'Sample', ...tableCycles.flatMap((at) => [`FAM ${at}`, `Cy5 ${at}`]), 'Remark'],
      ...['A1', 'B2'].map((well, w): Row => [
        well,
        `S${w}`,
        ...tableCycles.flatMap((cycle) => light([w, 2 + w], cycle)),
        'x',
      ]),
    ]
    const { run } = await readBoth(rows)
    expect(described(run)).toEqual(['A1 S0 FAM/FAM Cy5/Cy5', 'B2 S1 FAM/FAM Cy5/Cy5'])
    expectCurve(run, 'FAM', 0, 0)
    expectCurve(run, 'Cy5', 13, 3)
    expect(loud(run)).toEqual([])
    const bent = rows.map((row, at) => (at === 2 ? row.with(5, 'high') : row))
    const [lost] = (await readOne(text(bent))).run.notices.filter(
      ({ code }) => code === 'number_unreadable',
    )
    expect(lost?.place).toMatchObject({ row: 3, column: 6 })
    const cut = text(rows).trimEnd().slice(0, -200)
    expect((await refusal(cut)).reason).toBe('table_row_length')
  })

  it('of dyes that come again or go back are none', async () => {
    for (const bend of [(cycle: number) => cycle % 7, (cycle: number) => 31 - cycle]) {
      const heads = tableCycles.flatMap((at) => [`FAM ${bend(at)}`, `HEX ${bend(at)}`])
      const rows: Row[] = [
        ['Well', ...heads],
        ...['A1', 'B2'].map((well): Row => [
          well,
          ...tableCycles.flatMap((cycle) => light([0, 1], cycle)),
        ]),
      ]
      // oxlint-disable-next-line no-await-in-loop
      expect((await refusal(text(rows))).reason).toBe('file_format_unknown')
    }
  })
})

describe('rows and columns of the plate above the curves', () => {
  const points = tableCycles.map((cycle): Row => [cycle, ...light([0, 1, 2, 3], cycle)])
  it.each<[string, Row[]]>([
    [
      'letters above numbers',
      [
        ['', 'A', 'A', 'B', 'B'],
        ['Cycle', 1, 2, 1, 2],
      ],
    ],
    [
      'words before them, and merged letters',
      [
        ['Row', 'A', '', 'B', ''],
        ['Column', '01', '02', '01', '02'],
      ],
    ],
    [
      'numbers above letters, below a title',
      [['Run of May'], ['Column', 1, 2, 1, 2], ['Row', 'A', 'A', 'B', 'B'], ['Cycle']],
    ],
  ])('are its wells: %s', async (_, heads) => {
    const { run } = await readBoth([...heads, ...points])
    expect(run.wells.map(({ name }) => name)).toEqual(['A1', 'A2', 'B1', 'B2'])
    expectCurve(run, 'unknown', 13, 3)
    expect(loud(run)).toEqual([])
  })

  it('may have dyes and samples beside them', async () => {
    const { run } = await readBoth([
      ['Row', 'A', '', 'B', ''],
      ['Column', 1, 1, 2, 2],
      ['Dye', 'FAM', 'HEX', 'FAM', 'HEX'],
      ...points,
    ])
    expect(described(run)).toEqual(two)
    expectCurve(run, 'HEX', 13, 3)
  })

  it('are none where they may be groups and replicates', async () => {
    const rows = [['Group', 'A', 'A', 'B', 'B'], ['Cycle', 1, 2, 1, 2], ...points]
    const { run, file } = await readOne(text(rows))
    expect(run.wells.map(({ name }) => name)).not.toContain('B2')
    expect([...file.notices, ...run.notices].map(({ code }) => code)).toContain('element_ignored')
  })
})

describe('headers with a dye and a word for its light', () => {
  it.each([
    ['FAM fluorescence', 'HEX fluorescence'],
    ['Fluorescence (FAM)', 'Fluorescence (HEX)'],
    ['RFU (FAM)', 'RFU (HEX)'],
    ['FAM signal [a.u.]', 'HEX signal [a.u.]'],
    ['FAM-Fluoreszenz', 'HEX-Fluoreszenz'],
    ['Raw FAM', 'Raw HEX'],
  ])('name the columns of each reading: %s, %s', async (fam, hex) => {
    for (const cycle of ['Cycle', 'Zyklus']) {
      const rows: Row[] = [
        ['Well', 'Sample', cycle, fam, hex],
        ...['A1', 'B2'].flatMap((well, w) =>
          tableCycles.map((at): Row => [well, `S${w}`, at, ...light([w, w + 2], at)]),
        ),
      ]
      // oxlint-disable-next-line no-await-in-loop
      const { run } = await readBoth(rows)
      expect(described(run)).toEqual(['A1 S0 FAM/FAM HEX/HEX', 'B2 S1 FAM/FAM HEX/HEX'])
      expectCurve(run, 'HEX', 13, 3)
      expect(loud(run)).toEqual([])
    }
  })
})

describe('a table of samples below the curves', () => {
  const layout: Row[] = [
    ['Well', 'Sample', 'Type', 'Target'],
    ['A1', 'Liver', 'Unknown', 'ACTB'],
    ['B2', 'Water', 'NTC', 'ACTB'],
  ]
  it.each<[string, Row[]]>([
    [
      'columns below Cycle',
      [['Cycle', 'A1', 'B2'], ...tableCycles.map((at): Row => [at, ...light([0, 1], at)])],
    ],
    [
      'columns below Zyklus',
      [['Zyklus', 'A1', 'B2'], ...tableCycles.map((at): Row => [at, ...light([0, 1], at)])],
    ],
    [
      'rows',
      [
        ['Well', ...tableCycles],
        ...['A1', 'B2'].map((well, i): Row => [
          well,
          ...tableCycles.map((at) => tableLight(i, at)),
        ]),
      ],
    ],
    [
      'side by side',
      [
        ['Cycle', 'A1', '', 'Cycle', 'B2'],
        ...tableCycles.map((at): Row => [at, tableLight(0, at), '', at, tableLight(1, at)]),
      ],
    ],
    [
      'a column of dyes',
      [
        ['Dye', 'Cycle', 'A1', 'B2'],
        ...tableCycles.map((at): Row => ['FAM', at, ...light([0, 1], at)]),
      ],
    ],
  ])('names samples, types and targets of curves by %s', async (_, rows) => {
    for (const title of [[], [['Samples']]] as Row[][]) {
      for (const gap of [[], [[]]] as Row[][]) {
        // oxlint-disable-next-line no-await-in-loop
        const { run } = await readBoth([...rows, ...gap, ...title, ...layout])
        expect(
          run.wells.map(({ name, sample, sampleType }) => `${name} ${sample} ${sampleType}`),
        ).toEqual(['A1 Liver unkn', 'B2 Water ntc'])
        expect(run.wells.flatMap(({ targets }) => targets.map(({ target }) => target))).toEqual([
          'ACTB',
          'ACTB',
        ])
        expectCurve(run, run.amplification!.readings.channels[0]!, 13, 1)
        expect(loud(run)).toEqual([])
      }
    }
  })
})
