import { describe, expect, it } from 'vitest'
import { tableCycles, tableLight } from '../../support/curve-tables.ts'
import { readOne } from './caught.ts'

/** Make a table with a row for each reading; `row` gives the cells of one. */
function makeLong(heads: readonly string[], wells: readonly string[], row: RowMaker): string {
  const rows = tableCycles.flatMap((cycle) =>
    wells.map((well, w) => row(well, cycle, tableLight(w, cycle)).join('\t')),
  )
  return [heads.join('\t'), ...rows].join('\n')
}
type RowMaker = (well: string, cycle: number, light: number) => (string | number)[]

const read = async (heads: string[], wells: string[], row: RowMaker, format = 'table') => {
  const { file, run } = await readOne(makeLong(heads, wells, row))
  expect(file.format).toBe(format)
  const { readings } = run.amplification!
  const errors = run.notices
    .filter(({ severity }) => severity === 'error')
    .map(({ code, params }) => `${code} ${String(params?.element ?? '')}`.trim())
  return { run, readings, channels: readings.channels.length, errors }
}

describe('tables with a row for each reading', () => {
  it.each(['Fluorescence (R)', 'Fluorescence (Rn)', 'Signal (Rn)'])(
    'A29-43: have their light in a column %s, and that without baseline beside it is no curve',
    async (head) => {
      const heads = ['Well', 'Well Name', 'Dye', 'Cycle#', head, 'Fluorescence (dR)']
      const found = await read(heads, ['A1', 'A2'], (well, cycle, light) => [
        well,
        'Liver',
        'FAM',
        cycle,
        light,
        light - 10,
      ])
      expect(found.readings.channels).toEqual(['FAM'])
      expect(found.readings.values[0]).toBe(tableLight(0, 1))
      expect(found.errors).toEqual([])
    },
  )

  it.each([
    ['FAM', 'FAM'],
    ['FAM', 'RFU_FAM'],
    ['FAM', 'fam'],
  ])(
    'issue 15: of two columns of one dye, %s and %s, the second is named as lost',
    async (a, b) => {
      const found = await read(['Well', 'Zyklus', a, b], ['A1', 'A2'], (well, cycle, light) => [
        well,
        cycle,
        light,
        light + 5,
      ])
      expect(found.channels).toBe(1)
      expect(found.errors).toEqual([`column_ignored ${b}`])
      expect(found.run.notices.map(({ code }) => code)).not.toContain('cycle_repeated')
    },
  )

  it.each([
    ['RFU', 'Fluorescence'],
    ['RFU', 'HEX'],
  ])('issue 15: beside a column %s the light of %s is named as lost', async (a, b) => {
    const found = await read(['Well', 'Zyklus', a, b], ['A1', 'A2'], (well, cycle, light) => [
      well,
      cycle,
      light,
      light + 5,
    ])
    expect(found.errors).toEqual([`column_ignored ${b}`])
  })

  it.each<[string, string[], string[]]>([
    ['quantstudio', ['FAM', 'fam'], ['FAM']],
    ['table', ['RFU', 'HEX'], ['unknown']],
    ['table', ['RFU', 'fam', 'Rn'], ['unknown']],
  ])(
    'issue 15: below `Cycle` %s reads the columns %s as the channels %s',
    async (format, lights, channels) => {
      const row: RowMaker = (well, cycle, light) => [
        well,
        cycle,
        ...lights.map((_, i) => light + i),
      ]
      const found = await read(['Well', 'Cycle', ...lights], ['A1', 'A2'], row, format)
      expect(found.readings.channels).toEqual(channels)
      expect(found.errors).toEqual([`column_ignored ${lights[1]}`])
      expect(found.readings.values[0]).toBe(tableLight(0, 1))
    },
  )

  it('issue 15: Rn beside the light that it was reckoned from is an error only where that is missing', async () => {
    const heads = ['Well', 'Cycle', 'Dye', 'RFU', 'Rn']
    const whole = await read(heads, ['A1', 'A2'], (well, cycle, light) => [
      well,
      cycle,
      cycle % 2 === 0 ? 'fam' : 'FAM',
      light,
      light / 10,
    ])
    expect(whole.readings.channels).toEqual(['FAM'])
    expect(whole.errors).toEqual([])
    const partial = await read(heads, ['A1', 'A2'], (well, cycle, light) => [
      well,
      cycle,
      'FAM',
      well === 'A1' ? light : '',
      light / 10,
    ])
    expect(partial.errors).toEqual(['column_ignored Rn'])
  })

  it.each([
    ['Cycle', 'FAM'],
    ['Cycle', 'Rn'],
    ['Zyklus', 'FAM'],
  ])('issue 15: beside %s and %s there are samples and their types', async (cycle, light) => {
    const heads = ['Well', 'Sample Name', 'Task', cycle, light]
    const rows = ['A1', 'B2'].flatMap((well, w) =>
      tableCycles.map((at) => [well, `S${w}`, w === 0 ? 'UNKNOWN' : 'NTC', at, tableLight(w, at)]),
    )
    const { run } = await readOne([heads, ...rows].map((row) => row.join('\t')).join('\n'))
    expect(run.wells.map(({ sample, sampleType }) => `${sample} ${sampleType}`)).toEqual([
      'S0 unkn',
      'S1 ntc',
    ])
    expect(run.wells.map(({ targets }) => targets.length)).toEqual([1, 1])
  })

  it('issue 15: a dye beside Rn names its channel', async () => {
    const rows = ['A1', 'A2'].flatMap((well, w) =>
      tableCycles.flatMap((cycle) => [
        [well, cycle, 'FAM', tableLight(w, cycle)],
        [well, cycle, cycle % 2 === 0 ? 'Hex' : 'HEX', tableLight(w + 2, cycle)],
      ]),
    )
    const lines = [['Well', 'Cycle', 'Dye', 'Rn'], ...rows].map((row) => row.join('\t'))
    const { run, codes } = await readOne(lines.join('\n'))
    expect(run.amplification!.readings.channels).toEqual(['FAM', 'HEX'])
    expect(run.wells[1]?.targets.map(({ target }) => target)).toEqual(['FAM', 'HEX'])
    expect(codes).not.toContain('dye_unknown')
  })

  it('issue 15: two spellings of a well and of a dye are one curve', async () => {
    const found = await read(
      ['Well', 'Dye', 'Zyklus', 'RFU'],
      ['A1', 'B2'],
      (well, cycle, light) => [
        cycle % 2 === 0 ? well : well.replace(/(\d)/, '0$1'),
        cycle % 3 === 0 ? 'fam' : 'FAM',
        cycle,
        light,
      ],
    )
    expect(found.channels).toBe(1)
    expect(found.errors).toEqual([])
    expect(found.run.wells.map(({ name }) => name)).toEqual(['A1', 'B2'])
    expect(found.readings.points).toBe(tableCycles.length)
    expect([...found.readings.values].filter(Number.isFinite)).toHaveLength(2 * tableCycles.length)
  })

  it('issue 15: tubes of a rotor are wells, and each has its curve', async () => {
    const found = await read(['Tube', 'Zyklus', 'RFU'], ['1', '2', '3'], (well, cycle, light) => [
      well,
      cycle,
      light,
    ])
    expect(found.errors).toEqual([])
    expect(found.run.wells).toHaveLength(3)
    expect(found.run.plate).toMatchObject({ labels: 'numbers' })
  })
})

describe('tables with a column or a row for each curve', () => {
  it('issue 15: a second row of cycles beside the first is named as lost', async () => {
    const light = (curve: number) => tableCycles.map((cycle) => tableLight(curve, cycle))
    const rows = ['A1', 'B2'].map((well, w) => [well, ...light(w), ...light(w + 2)])
    const lines = [['Well', ...tableCycles, ...tableCycles], ...rows].map((row) => row.join('\t'))
    const { run } = await readOne(lines.join('\n'))
    expect(run.amplification!.readings.values[0]).toBe(tableLight(0, 1))
    const errors = run.notices.filter(({ severity }) => severity === 'error')
    expect(errors).toMatchObject([
      { code: 'column_ignored', place: { column: 32 }, params: { count: 30 } },
    ])
  })

  it.each([
    [
      'columns',
      [
        ['Zyklus', 'A1 FAM', 'A2 fam', 'A2 FAM'],
        ...tableCycles.map((cycle) => [
          cycle,
          ...[0, 1, 2].map((curve) => tableLight(curve, cycle)),
        ]),
      ],
    ],
    [
      'rows',
      [
        ['Well', 'Dye', ...tableCycles],
        ...[
          ['A1', 'FAM'],
          ['A2', 'fam'],
          ['A2', 'FAM'],
        ].map((head, curve) => [...head, ...tableCycles.map((cycle) => tableLight(curve, cycle))]),
      ],
    ],
  ])('issue 15: two spellings of a dye are one channel and one target: %s', async (_, rows) => {
    const { run } = await readOne(rows.map((row) => row.join('\t')).join('\n'))
    expect(run.amplification!.readings.channels).toEqual(['FAM'])
    expect(run.wells.flatMap(({ targets }) => targets)).toMatchObject([
      { target: 'FAM', channel: 'FAM' },
      { target: 'FAM', channel: 'FAM' },
    ])
    const errors = run.notices.filter(({ severity }) => severity === 'error')
    expect(errors).toMatchObject([{ code: 'well_twice', place: { well: 'A2' } }])
  })
})
