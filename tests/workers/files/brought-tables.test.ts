import { describe, expect, it } from 'vitest'
import { curveOf } from '../../../workers/curves/readings.ts'
import type { ImportedRun } from '../../../workers/files/imported-run.ts'
import { writeXlsx } from '../../../workers/files/tidy/write-xlsx.ts'
import { tableCycles, tableLight } from '../../support/curve-tables.ts'
import { readOne, refusal } from './caught.ts'

type Cell = string | number
const text = (rows: readonly (readonly Cell[])[], separator = ',') =>
  `${rows.map((row) => row.join(separator)).join('\n')}\n`
const quoted = (cell: string) => `"${cell}"`

/** Make a table with a column for each name, whose curves have the numbers of their columns. */
const wide = (head: string, names: readonly string[], separator = ',') =>
  text(
    [
      [head, ...names],
      ...tableCycles.map((cycle) => [cycle, ...names.map((_, i) => tableLight(i, cycle))]),
    ],
    separator,
  )

/** Make a table with a row for each reading; the facts of a curve are put before the cycle and the light. */
const long = (head: readonly string[], curves: readonly (readonly Cell[])[]) =>
  text([
    head,
    ...curves.flatMap((facts, i) =>
      tableCycles.map((cycle) => [...facts, cycle, tableLight(i, cycle)]),
    ),
  ])

const described = (run: ImportedRun) =>
  run.wells.map(({ name, sample, targets }) =>
    [name, sample, ...targets.map(({ target }) => target)].filter(Boolean).join(' '),
  )
const loud = (run: ImportedRun) => run.notices.filter(({ severity }) => severity === 'error')

function expectCurve(run: ImportedRun, channel: number, well: number, curve: number) {
  const read = [...curveOf(run.amplification!.readings, channel, well)]
  expect(read).toEqual(tableCycles.map((cycle) => tableLight(curve, cycle)))
}

describe('names of curves in a header', () => {
  it.each([
    ['units', ['A1 (RFU)', 'B2 [a.u.]'], ['A1 unknown', 'B2 unknown']],
    ['dyes in brackets', ['A1 (FAM)', 'B2 (FAM)'], ['A1 FAM', 'B2 FAM']],
    ['dyes before the well', ['FAM A1', 'FAM_B2'], ['A1 FAM', 'B2 FAM']],
    ['a word before the well', ['Well A1', 'Well_B02'], ['A1 unknown', 'B2 unknown']],
    [
      'a sample before the well',
      ['Liver (A1)', 'Water (B2)'],
      ['A1 Liver unknown', 'B2 Water unknown'],
    ],
    ['bars', ['A1|Liver', 'B2|Water'], ['A1 Liver unknown', 'B2 Water unknown']],
    ['Cyrillic letters', ['\u04101 Вода', '\u04122 ТЕНЬ'], ['A1 Вода unknown', 'B2 ТЕНЬ unknown']],
    ['Arabic digits', ['A\u0661', 'B\u0662'], ['A1 unknown', 'B2 unknown']],
    ['line breaks', ['"A1\nFAM"', '"B2\nFAM"'], ['A1 FAM', 'B2 FAM']],
  ])('may have %s', async (_, names, wells) => {
    const { run } = await readOne(wide('Cycle (n)', names))
    expect(described(run)).toEqual(wells)
    expectCurve(run, 0, 13, 1)
  })

  it('may have the target behind the well, which has one sample alone', async () => {
    const { run } = await readOne(wide('Cycle', ['A1_GAPDH', 'A1_IL6', 'A2_GAPDH', 'A2_IL6']))
    expect(described(run)).toEqual(['A1 GAPDH IL6', 'A2 GAPDH IL6'])
    expectCurve(run, 1, 1, 3)
    const { run: samples } = await readOne(wide('Cycle', ['A1_Liver', 'A2_Liver']))
    expect(described(samples)).toEqual(['A1 Liver unknown', 'A2 Liver unknown'])
  })

  it('may be numbers of the wells of a plate, which is said; of a rotor they are positions', async () => {
    const numbers = (count: number) => Array.from({ length: count }, (_, i) => String(i + 1))
    const { run, codes } = await readOne(wide('Cycle', numbers(96)))
    expect(run.plate).toEqual({ rows: 8, columns: 12, labels: 'letters' })
    expect(run.wells[12]?.name).toBe('B1')
    expect(codes).toContain('wells_counted')
    const { run: large } = await readOne(wide('Cycle', numbers(384)))
    expect(large.wells[24]?.name).toBe('B1')
    for (const places of [72, 100]) {
      expect((await readOne(wide('Cycle', numbers(places)))).run.plate.labels).toBe('numbers')
    }
  })
})

it('cells may be parted by bars', async () => {
  const { run } = await readOne(wide('Cycle', ['A1 FAM', 'B2 FAM'], '|'))
  expect(described(run)).toEqual(['A1 FAM', 'B2 FAM'])
  expectCurve(run, 0, 13, 1)
})

describe('headers of readings', () => {
  it.each([
    ['Well ID', 'Channel', 'Cycle No.', 'Fluorescence (a.u.)'],
    ['Well', 'Reporter', 'Cycle [#]', 'RFU'],
    ['Puits', 'Fluorophore', 'Numéro de cycle', 'Fluorescence'],
    ['Лунка', 'Краситель', 'Цикл', 'Флуоресценция'],
    ['Лунка', 'Канал', 'Номер цикла', 'Сигнал'],
    ['孔位', '荧光通道', '循环', '荧光强度'],
    ['البئر', 'الصبغة', 'الدورة', 'الفلورة'],
  ])('are read with units and in each language: %s, %s, %s, %s', async (...head) => {
    const [first, second] = head[0] === 'Лунка' ? ['\u04101', '\u04122'] : ['A1', 'B2']
    const curves = [
      [first!, 'FAM'],
      [first!, 'HEX'],
      [second!, 'FAM'],
      [second!, 'HEX'],
    ]
    const { run } = await readOne(long(head, curves))
    expect(described(run)).toEqual(['A1 FAM HEX', 'B2 FAM HEX'])
    expectCurve(run, 1, 13, 3)
    expect(loud(run)).toEqual([])
  })

  it.each(['Temp. [°C]', 'Time (s)', 'Threshold', 'Plate', 'Ct'])(
    'take no column %s for a dye',
    async (other) => {
      const curves = [
        ['A1', 60],
        ['B2', 60],
      ]
      const { run } = await readOne(long(['Well', other, 'Cycle', 'RFU'], curves))
      expect(described(run)).toEqual(['A1 unknown', 'B2 unknown'])
      const dyes = await readOne(
        text([
          ['Well', other, 'Cycle', 'FAM', 'HEX'],
          ...tableCycles.map((cycle) => ['A1', 60, cycle, tableLight(0, cycle), 2]),
        ]),
      )
      expect(described(dyes.run)).toEqual(['A1 FAM HEX'])
    },
  )

  it('keep a sample whose name has a comma or is in another script', async () => {
    const curves = [
      ['A1', quoted('Liver, 1'), 'Unknown'],
      ['B2', '样本', 'NTC'],
    ]
    const { run } = await readOne(long(['Well', 'Sample', 'Type', 'Cycle', 'RFU'], curves))
    expect(described(run)).toEqual(['A1 Liver, 1 unknown', 'B2 样本 unknown'])
    expect(run.wells[1]?.sampleType).toBe('ntc')
  })

  it('leave words for no value out, and name none of them', async () => {
    const rows = tableCycles.map((cycle) => [
      ['A1', cycle, tableLight(0, cycle)],
      ['A2', cycle, ['Undetermined', 'N/A', '-'][cycle % 3]!],
    ])
    const { run } = await readOne(text([['Well', 'Cycle', 'RFU'], ...rows.flat()]))
    expectCurve(run, 0, 0, 0)
    expect(loud(run)).toEqual([])
  })
})

describe('tables of one dye and of two phases', () => {
  it('have the dye that a word of their sheet names', async () => {
    const rows = (cells: string) => cells.split('\n').map((row) => row.split(','))
    const { run } = await readOne(
      writeXlsx(
        ['Channel FAM', 'Kanal (HEX)'].map((name) => ({ name, rows: rows(wide('Cycle', ['A1'])) })),
      ),
    )
    expect(described(run)).toEqual(['A1 FAM HEX'])
    const { codes } = await readOne(
      writeXlsx([{ name: 'Run of Joe', rows: rows(wide('Cycle', ['A1'])) }]),
    )
    expect(codes).toContain('dye_unknown')
  })

  it('have the melt of rows without a cycle, with a column for each dye', async () => {
    const rows = tableCycles.flatMap((cycle) => [
      ['A1', cycle, 60, tableLight(0, cycle)],
      ['A1', '', 60 + cycle, tableLight(0, 31 - cycle)],
    ])
    const { run } = await readOne(text([['Well', 'Cycle', 'Temperature', 'FAM'], ...rows]))
    expectCurve(run, 0, 0, 0)
    expect(run.melt?.readings).toMatchObject({ points: 30, channels: ['FAM'] })
    expect(loud(run)).toEqual([])
  })

  it('have cycles called so with a unit, and lines below them that are no error', async () => {
    const head = ['Well', 'Sample', ...tableCycles.map((cycle) => `Cycle ${cycle} (RFU)`)]
    const row = ['A1', 'Liver', ...tableCycles.map((cycle) => tableLight(0, cycle))]
    const { run } = await readOne(text([head, row]))
    expect(described(run)).toEqual(['A1 Liver unknown'])
    const { run: below } = await readOne(
      `${long(['Well', 'Cycle', 'RFU'], [['A1']])},,\nTotal readings,30,\nExported by,me,\n`,
    )
    expect(loud(below)).toEqual([])
  })

  it('are refused with the first value where each has a unit behind it', async () => {
    const content = wide('Cycle', ['A1']).replaceAll(/\.\d+/g, '$& RFU')
    expect(await refusal(content)).toMatchObject({
      reason: 'number_unreadable',
      params: { row: 2, column: 2, path: 'A1' },
    })
  })
})

describe('curves of a table that no program has signed', () => {
  const lifted = (by: number) =>
    wide('Cycle', ['A1', 'B2']).replaceAll(/(?<=,)[\d.]+/g, (value) => String(Number(value) + by))

  it('are raw where a low background is below them: no program subtracted it', async () => {
    // Take curves whose background is an eighth of their rise, where CFX exports count as subtracted.
    const { run, codes } = await readOne(lifted(-5))
    expect(run.amplification?.state).toBe('raw')
    expect(codes).not.toContain('curves_subtracted')
    expect((await readOne(lifted(-10.02))).run.amplification?.state).toBe('baseline-subtracted')
  })

  it('are subtracted with a low background where Bio-Rad has signed them', async () => {
    const own = lifted(-5).replaceAll(/^/gm, ',').replace(/,$/, '')
    expect((await readOne(own)).run.amplification?.state).toBe('baseline-subtracted')
    // Number each row in a column that has no name, as data frames are written.
    let row = 0
    const counted = own.replaceAll(/^,(?=\d)/gm, () => `${row++},`)
    expect((await readOne(counted)).run.amplification?.state).toBe('raw')
  })

  it('end where a row says that it is a mean', async () => {
    const { run } = await readOne(`${wide('Cycle', ['A1', 'B2'])}Mean,12,13\n`)
    expect(loud(run)).toEqual([])
    expectCurve(run, 0, 13, 1)
  })
})
