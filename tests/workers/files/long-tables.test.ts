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

const read = async (heads: string[], wells: string[], row: RowMaker) => {
  const { file, run } = await readOne(makeLong(heads, wells, row))
  expect(file.format).toBe('table')
  const { readings } = run.amplification!
  const errors = run.notices
    .filter(({ severity }) => severity === 'error')
    .map(({ code, params }) => `${code} ${String(params?.element ?? '')}`.trim())
  return { run, readings, channels: readings.channels.length, errors }
}

describe('tables with a row for each reading', () => {
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
