import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { curveOf } from '../../../workers/curves/readings.ts'
import type { ImportedRun } from '../../../workers/files/imported-run.ts'
import { writeXlsx } from '../../../workers/files/tidy/write-xlsx.ts'
import { tableCycles, tableLight } from '../../support/curve-tables.ts'
import { readOne, refusal } from './caught.ts'

type Row = (string | number)[]
const text = (rows: readonly Row[], separator = ',') =>
  `${rows.map((row) => row.join(separator)).join('\n')}\n`
const points = (count: number, first = tableCycles) =>
  tableCycles.map((cycle, i): Row => [
    first[i] ?? '',
    ...Array.from({ length: count }, (_, curve) => tableLight(curve, cycle)),
  ])
const described = (run: ImportedRun) =>
  run.wells.map(({ name, sample, targets }) =>
    [name, sample, ...targets.map((one) => `${one.target}/${one.dye}`)].filter(Boolean).join(' '),
  )

function expectCurve(run: ImportedRun, channel: number, well: number, curve: number) {
  const read = [...curveOf(run.amplification!.readings, channel, well)]
  expect(read).toEqual(tableCycles.map((cycle) => tableLight(curve, cycle)))
}

describe('rows of facts above the curves', () => {
  const two = ['A1 FAM/FAM HEX/HEX', 'B2 FAM/FAM HEX/HEX']
  it.each<[string, Row[], string[]]>([
    [
      'dyes above wells',
      [
        ['', 'FAM', 'HEX', 'FAM', 'HEX'],
        ['Cycle', 'A1', 'A1', 'B2', 'B2'],
      ],
      two,
    ],
    [
      'merged wells above dyes',
      [
        ['', 'A1', '', 'B2', ''],
        ['Cycle', 'FAM', 'HEX', 'FAM', 'HEX'],
      ],
      two,
    ],
    [
      'wells, samples and targets, without a word for the cycles',
      [
        ['Well', 'A1', 'A1', 'B2', 'B2'],
        ['Sample', 'Liver', 'Liver', 'Water', 'Water'],
        ['Target', 'ACTB', 'IL6', 'ACTB', 'IL6'],
        ['Dye', 'FAM', 'HEX', 'FAM', 'HEX'],
      ],
      ['A1 Liver ACTB/FAM IL6/HEX', 'B2 Water ACTB/FAM IL6/HEX'],
    ],
    [
      'merged wells with their samples, units below',
      [
        ['Run', 'of', 'May'],
        [],
        ['Лунка', '\u04101', '', '\u04122', ''],
        ['Образец', 'Liver', '', 'Water', ''],
        ['Цикл', 'FAM', 'HEX', 'FAM', 'HEX'],
        ['#', 'RFU', 'RFU', 'RFU', 'RFU'],
      ],
      ['A1 Liver FAM/FAM HEX/HEX', 'B2 Water FAM/FAM HEX/HEX'],
    ],
  ])('name well, sample, target and dye: %s', async (_, heads, wells) => {
    for (const content of [
      text([...heads, ...points(4)]),
      text([...heads, ...points(4), ['Mean', 1, 2, 3, 4]]),
      writeXlsx([{ name: 'Sheet1', rows: [...heads, ...points(4)] }]),
    ]) {
      const { run } = await readOne(content)
      expect(described(run)).toEqual(wells)
      expectCurve(run, 1, 0, 1)
      expectCurve(run, 0, 13, 2)
      expect(run.notices.filter(({ severity }) => severity === 'error')).toEqual([])
    }
  })

  it('keep numbers that a workbook has as texts', async () => {
    const heads: Row[] = [
      ['', 'FAM', 'HEX', 'FAM', 'HEX'],
      ['Cycle', 'A1', 'A1', 'B2', 'B2'],
    ]
    const rows = points(4).map(([cycle = '', ...light]): Row => {
      return [cycle, ...light.map((value) => `${value}`.replace('.', ','))]
    })
    const { run, codes } = await readOne(writeXlsx([{ name: 'Sheet1', rows: [...heads, ...rows] }]))
    expect(described(run)).toEqual(two)
    expectCurve(run, 0, 13, 2)
    expect(codes).toContain('decimal_comma')
  })

  it('keep dyes that are merged over several wells', async () => {
    const heads: Row[] = [
      ['', 'FAM', '', 'HEX', ''],
      ['Cycle', 'A1', 'B2', 'A1', 'B2'],
    ]
    const { run } = await readOne(text([...heads, ...points(4)]))
    expect(described(run)).toEqual(two)
    expectCurve(run, 1, 0, 2)
  })

  it.each<[string, Row[], string[]]>([
    [
      'above the wells',
      [
        ['', 'Liver', 'Water'],
        ['Cycle', 'A1', 'B2'],
      ],
      ['error row_ignored Liver, Water'],
    ],
    [
      'below the wells',
      [
        ['Cycle', 'A1', 'B2'],
        ['', 'Liver', 'Water'],
        ['', 'FAM', 'HEX'],
      ],
      ['error row_ignored Liver, Water'],
    ],
    [
      'of which one row may be wells as well',
      [
        ['', 'C3', 'D4'],
        ['Well', 'A1', 'B2'],
      ],
      ['error row_ignored C3, D4'],
    ],
    [
      'below a word that is not known',
      [
        ['Group', 'x', 'y'],
        ['Cycle', 'A1', 'B2'],
      ],
      ['info element_ignored'],
    ],
  ])('issue 15: name titles without a word %s', async (_, heads, told) => {
    const { file, run } = await readOne(text([...heads, ...points(2)]))
    const notices = [...file.notices, ...run.notices].filter(({ code }) => /_ignored/.test(code))
    const found = notices.map(({ severity, code, params }) =>
      `${severity} ${code} ${String(params['found'] ?? '')}`.trim(),
    )
    expect(found).toEqual(told)
    expect(run.wells.map(({ name }) => name)).toEqual(['A1', 'B2'])
  })

  it('issue 15: give an empty dye or target to no curve, unless titles are merged over blocks', async () => {
    const dyes = ['Dye', 'FAM', '', 'FAM', 'HEX']
    const one = await readOne(text([['Well', 'A1', 'A2', 'B1', 'B2'], dyes, ...points(4)]))
    expect(described(one.run)[1]).toBe('A2 unknown/unknown')
    const [dyeless] = one.run.notices.filter(({ code }) => code === 'dye_unknown')
    expect(dyeless?.place).toMatchObject({ wells: 'A2' })
    const repeated = await readOne(text([['Well', 'A1', 'A1', 'B2', 'B2'], dyes, ...points(4)]))
    expect(repeated.run.notices.map(({ code }) => code)).not.toContain('well_twice')
    expectCurve(
      repeated.run,
      repeated.run.amplification!.readings.channels.indexOf('unknown'),
      0,
      1,
    )
    const wells: Row[] = [
      ['Well', 'A1', '', 'B2', ''],
      ['Target', 'ACTB', '', 'ACTB', 'IL6'],
      ['Dye', 'FAM', 'HEX', 'FAM', 'HEX'],
    ]
    const target = await readOne(text([...wells, ...points(4)]))
    expect(described(target.run)[0]).toBe('A1 ACTB/FAM HEX/HEX')
    expect(target.codes).toContain('curve_named_by_dye')
    const merged: Row[] = [
      ['Well', 'A1', 'A2', 'B1', 'B2'],
      ['Target', 'ACTB', '', 'IL6', ''],
    ]
    const { run, codes } = await readOne(text([...merged, ...points(4)]))
    expect(described(run).map((well) => well.split(/[ /]/)[1])).toEqual([
      'ACTB',
      'ACTB',
      'IL6',
      'IL6',
    ])
    expect(codes).toContain('title_continued')
  })

  it('issue 15: lose no facts of a table above another one, below a broken or a missing cycle', async () => {
    const heads: Row[] = [
      ['Well', 'A1', 'A1', '', 'B2', 'B2'],
      ['Sample', 'Liver', 'Liver', '', 'Water', 'Water'],
      ['Dye', 'FAM', 'HEX', '', 'FAM', 'HEX'],
    ]
    const gap = (rows: Row[]) => rows.map((row) => [...row.slice(0, 3), '', ...row.slice(3)])
    const melt = points(
      4,
      tableCycles.map((cycle) => 105 - cycle),
    ).slice(0, 12)
    const { run } = await readOne(
      text([...heads, ...gap(points(4)), [], ...heads, ['Temperature'], ...gap(melt)]),
    )
    expect(described(run)).toEqual(['A1 Liver FAM/FAM HEX/HEX', 'B2 Water FAM/FAM HEX/HEX'])
    expectCurve(run, 1, 13, 3)
    expect(run.melt?.readings).toMatchObject({ channels: ['FAM', 'HEX'], points: 12 })
    const bent = gap(points(4)).flatMap((row, i) =>
      i === 7 ? [] : i === 20 ? [['x', ...row.slice(1)]] : [row],
    )
    const { file, run: other } = await readOne(text([...heads, ...bent]))
    expect(described(other)).toEqual(described(run))
    expect(file.notices.map(({ code, place }) => [code, place.row])).toEqual([['row_ignored', 23]])
  })

  it('issue 15: go on behind empty rows, a column that counts the rows, and in quotes', async () => {
    const rows: Row[] = [['Well', 'A1', 'B2'], ['Sample', 'Liver', 'Water'], ...points(2)]
    const parted = rows.flatMap((row, i) => (i % 10 === 9 ? [[], row] : [row]))
    const counted = rows.map((row, i): Row => [i === 0 ? '' : i, ...row])
    const quoted = rows.map((row) => row.map((cell) => `"${cell}"`))
    const melt: Row[] = [
      ['', 'Temperature', 'A1', 'B2'],
      ...points(
        2,
        tableCycles.map((cycle) => 60 + cycle),
      ).map((row, i): Row => [i + 1, ...row]),
    ]
    const { run: melted } = await readOne(text(melt))
    expect([melted.amplification, melted.melt?.readings.points]).toEqual([null, 30])
    for (const own of [parted, counted, quoted, [...parted, [], ['Mean', 1, 2]]]) {
      const { run, file } = await readOne(text(own))
      expect(described(run)).toEqual(['A1 Liver unknown/unknown', 'B2 Water unknown/unknown'])
      expectCurve(run, 0, 13, 1)
      expect(file.notices).toEqual([])
    }
  })

  it('issue 15: keep curves of samples that are called like means, and no column of means', async () => {
    const heads: Row[] = [
      ['Well', 'A1', 'B2', 'Mean', 'Temp'],
      ['Sample', 'Media', 'Std', '', ''],
      ['Dye', 'FAM', 'FAM', '', ''],
    ]
    const { run, file } = await readOne(text([...heads, ...points(4)]))
    expect(described(run)).toEqual(['A1 Media FAM/FAM', 'B2 Std FAM/FAM'])
    expect(file.notices.map(({ params }) => params['element'])).toEqual(['Mean', 'Temp'])
  })

  it('issue 15: name the values of a column without a header', async () => {
    for (const name of ['Cycle', 'Zyklus']) {
      const { run } = await readOne(text([[name, 'A1', '', 'A3'], ...points(3)]))
      const [lost] = run.notices.filter(({ severity }) => severity === 'error')
      expect(lost).toMatchObject({ code: 'column_ignored', params: { element: '3' } })
    }
  })

  it('leave units out, and name cycles that only count', async () => {
    const { run, codes } = await readOne(
      text([['', 'A1', 'B2'], ['n', 'RFU', 'RFU'], ...points(2)]),
    )
    expect(described(run)).toEqual(['A1 unknown/unknown', 'B2 unknown/unknown'])
    expect(codes).toContain('line_ignored')
    expectCurve(run, 0, 13, 1)
  })

  it('keep the place of a cell in the file', async () => {
    const rows = text([
      ['Dye', 'FAM', 'HEX'],
      ['Cycle', 'A1', 'A1'],
      ...points(2).map((row, i) => (i === 4 ? [row[0]!, row[1]!, 'x12'] : row)),
    ])
    const { run } = await readOne(rows)
    const [lost] = run.notices.filter(({ code }) => code === 'number_unreadable')
    expect(lost?.place).toMatchObject({ row: 7, column: 3 })
    const thousands = rows.replaceAll(/\d+\.\d+/g, '1.234').replaceAll(',', '\t')
    expect(await refusal(thousands)).toMatchObject({
      reason: 'number_ambiguous',
      params: { row: 3, column: 2 },
    })
  })

  it.each<[string, Row[], string[]]>([
    [
      'tubes',
      [
        ['Sample', 'Liver', 'Water'],
        ['Cycle', '1', '2'],
      ],
      ['1 Liver unknown/unknown', '2 Water unknown/unknown'],
    ],
    [
      'wells with their samples',
      [
        ['', 'FAM', 'HEX'],
        ['Cycle', 'A1: Liver', 'B2: Water'],
      ],
      ['A1 Liver FAM/FAM', 'B2 Water HEX/HEX'],
    ],
    [
      'samples that look like wells of another plate',
      [
        ['Dye', 'FAM', 'FAM', 'FAM', 'FAM'],
        ['Cycle', '1A', '1B', '2A', '2B'],
      ],
      ['A1 1A FAM/FAM', 'A2 1B FAM/FAM', 'A3 2A FAM/FAM', 'A4 2B FAM/FAM'],
    ],
    [
      'wells with signs behind a word for them',
      [
        ['Well', 'A-1', 'B:2'],
        ['Dye', 'FAM', 'HEX'],
      ],
      ['A1 FAM/FAM', 'B2 HEX/HEX'],
    ],
  ])('issue 15: are those of curves that are called by %s', async (_, heads, wells) => {
    const { run } = await readOne(text([...heads, ...points((heads[0]?.length ?? 0) - 1)]))
    expect(described(run)).toEqual(wells)
    expect(run.notices.filter(({ severity }) => severity === 'error')).toEqual([])
  })

  it('issue 15: may have a table of samples above them, which is read', async () => {
    const layout: Row[] = [['Well', 'Sample'], ['A1', 'Liver'], ['B2', 'Water'], []]
    const heads: Row[] = [
      ['', 'FAM', 'HEX'],
      ['Cycle', 'A1', 'B2'],
    ]
    const { run } = await readOne(text([...layout, ...heads, ...points(2)]))
    expect(described(run)).toEqual(['A1 Liver FAM/FAM', 'B2 Water HEX/HEX'])
  })

  it('say nothing of a table without wells', async () => {
    const { codes } = await readOne(
      text([['Sample', 'Liver', 'Water'], ['Cycle', 'S1', 'S2'], ...points(2)]),
    )
    expect(codes).toContain('wells_in_order')
  })

  it('any wells, dyes and samples come back as they were, in either order of the rows', async () => {
    const wells = fc.uniqueArray(fc.integer({ min: 0, max: 95 }), { minLength: 2, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(
        wells,
        fc.integer({ min: 1, max: 3 }),
        fc.boolean(),
        async (own, dyes, turn) => {
          const name = (well: number) => `${'ABCDEFGH'[Math.floor(well / 12)]}${(well % 12) + 1}`
          const curves = own.flatMap((well) =>
            ['FAM', 'HEX', 'CY5'].slice(0, dyes).map((dye) => ({ well, dye })),
          )
          const heads: Row[] = [
            ['Well', ...curves.map(({ well }) => name(well))],
            ['Sample', ...curves.map(({ well }) => `S${well}`)],
            ['Dye', ...curves.map(({ dye }) => dye)],
          ]
          const { run } = await readOne(
            text([...(turn ? heads.toReversed() : heads), ...points(curves.length)]),
          )
          for (const [curve, { well, dye }] of curves.entries()) {
            expectCurve(run, run.amplification!.readings.channels.indexOf(dye), well, curve)
            expect(run.wells.find((one) => one.well === well)?.sample).toBe(`S${well}`)
          }
        },
      ),
      { numRuns: 25 },
    )
  })
})

describe('a melt with a row for each curve', () => {
  const rising = tableCycles.map((cycle) => 60 + cycle / 2)
  it.each([
    ['rising', rising, String],
    ['falling, with units', rising.toReversed(), (at: number) => `${at} °C`],
    ['with decimal commas', rising, (at: number) => at.toFixed(1).replace('.', ',')],
  ])('is read by the temperatures of its header: %s', async (_, temperatures, write) => {
    const curves = ['A1', 'B2'].map((well, i): Row => [
      well,
      'FAM',
      ...tableCycles.map((cycle) => tableLight(i, 31 - cycle)),
    ])
    const { run } = await readOne(
      text([['Well', 'Dye', ...temperatures.map(write)], ...curves], ';'),
    )
    expect(run.amplification).toBeNull()
    expect(run.melt?.readings).toMatchObject({ points: 30, channels: ['FAM'] })
    const melt = run.melt!.readings
    expect([...melt.temperatures].toSorted((a, b) => a - b)).toEqual(rising)
    const at = melt.temperatures.indexOf(75)
    expect(curveOf(melt, 0, 13)[at]).toBe(tableLight(1, 31 - 1 - temperatures.indexOf(75)))
  })
})
