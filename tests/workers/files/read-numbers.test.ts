import { describe, expect, it } from 'vitest'
import { NoticeList } from '../../../workers/files/notices.ts'
import { decideStyle, readColumn, readPlain } from '../../../workers/files/read-numbers.ts'
import { caught } from './caught.ts'

const read = (cells: string[], isSmall = false) => {
  const notices = new NoticeList()
  const placeOf = (i: number) => ({ row: i + 2, path: 'Cq' })
  const style = decideStyle(cells, placeOf, () => isSmall)
  const values = readColumn(cells, style, placeOf, notices)
  return { values: [...values], style, notices: notices.list() }
}

describe('readPlain', () => {
  it.each([
    ['1.5', 1.5],
    ['-0', -0],
    [' 22 ', 22],
    ['1e-7', 1e-7],
    ['.5', 0.5],
    ['5.', 5],
    ['0.30000000000000004', 0.30000000000000004],
    ['', Number.NaN],
    ['NaN', Number.NaN],
    ['Undetermined', Number.NaN],
    ['-INF', Number.NaN],
    ['1e999', Number.NaN],
    ['0x10', null],
    ['1,5', null],
    ['1_000', null],
    ['12abc', null],
    ['9'.repeat(400), Number.NaN],
  ])('%s', (cell, value) => expect(readPlain(cell)).toBe(value))
})

describe('readColumn', () => {
  it('reads plain numbers without a word', () => {
    expect(read(['1.5', '', '2', 'N/A'])).toMatchObject({
      values: [1.5, Number.NaN, 2, Number.NaN],
      notices: [],
    })
  })

  it.each([
    [['1,5', '22,25'], [1.5, 22.25], ',', false],
    [['1.234,5', '999,25'], [1234.5, 999.25], ',', true],
    [['1.234', '999,5'], [1234, 999.5], ',', true],
    [['1,234.5', '2,345'], [1234.5, 2345], '.', true],
    [['1,234,567', '12'], [1234567, 12], '.', true],
    [['1.234.567', '1.234', '12'], [1234567, 1234, 12], ',', true],
    [['0,234', '1,234'], [0.234, 1.234], ',', false],
    [['1,234', '1,5'], [1.234, 1.5], ',', false],
    [['1,234', '1.5'], [1234, 1.5], '.', true],
    [['1.234', '1.50'], [1.234, 1.5], '.', false],
    [["1'234.5", "12'345"], [1234.5, 12345], '.', true],
    [['1\u2019234,567', '1,234'], [1234.567, 1.234], ',', true],
    [['1 234,5', '12\u00a0345', '987'], [1234.5, 12345, 987], ',', true],
    [['1\u202f234', '1.234'], [1234, 1.234], '.', true],
    [['-1,5e2'], [-150], ',', false],
    [['\u22121.5'], [-1.5], '.', false],
  ] as const)('tells the style of %j', (cells, values, decimal, thousands) => {
    const result = read([...cells])
    expect(result).toEqual({ values, style: { decimal, thousands }, notices: [] })
  })

  it.each([
    [
      ['23.456', '19.123'],
      [23.456, 19.123],
    ],
    [
      ['23,456', '19,123'],
      [23.456, 19.123],
    ],
  ])('takes %j for decimals where a thousand is impossible', (cells, values) => {
    expect(read(cells, true).values).toEqual(values)
  })

  it.each([
    [['12', '1,234', '999'], 'number_ambiguous', 3],
    [['12', '1.234', '999'], 'number_ambiguous', 3],
    [['1.234', '1.500'], 'number_ambiguous', 2],
    [['1.234', '1,234'], 'number_mixed', 3],
    [['1,5', '2', '1.5'], 'number_mixed', 4],
    [['1.234,5', '1,234.5'], 'number_mixed', 3],
  ])('refuses %j and names the row', async (cells, reason, row) => {
    expect(await caught(() => read(cells))).toMatchObject({ reason, params: { row, path: 'Cq' } })
  })

  it('leaves out what is no number, with a notice for each', () => {
    const { values, notices } = read(['1.5', 'abc', 'INF', '1.2.3'])
    expect(values).toEqual([1.5, Number.NaN, Number.NaN, Number.NaN])
    expect(notices).toMatchObject([
      { severity: 'error', code: 'number_unreadable', place: { row: 3 }, params: { value: 'abc' } },
      { severity: 'warning', code: 'number_not_finite', place: { row: 4 } },
      { severity: 'error', code: 'number_unreadable', place: { row: 5 } },
    ])
  })
})
