import { describe, expect, it } from 'vitest'
import { NoticeList } from '../../../workers/files/notices.ts'
import { readColumn, readPlain } from '../../../workers/files/read-numbers.ts'
import { caught } from './caught.ts'

const read = (cells: string[]) => {
  const notices = new NoticeList()
  const values = readColumn(cells, (i) => ({ row: i + 2, path: 'Cq' }), notices)
  return { values: [...values], notices: notices.list() }
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
    expect(read(['1.5', '', '2', 'N/A'])).toEqual({
      values: [1.5, Number.NaN, 2, Number.NaN],
      notices: [],
    })
  })

  it.each([
    [['1,5', '22,25'], [1.5, 22.25], ['decimal_comma']],
    [
      ['1.234,5', '999,25'],
      [1234.5, 999.25],
      ['decimal_comma', 'thousands_separator'],
    ],
    [['1,234.5', '2,345'], [1234.5, 2345], ['thousands_separator']],
    [['1,234,567', '12'], [1234567, 12], ['thousands_separator']],
    [['0,234', '1,234'], [0.234, 1.234], ['decimal_comma']],
    [['1,234', '1,5'], [1.234, 1.5], ['decimal_comma']],
    [['1,234', '1.5'], [1234, 1.5], ['thousands_separator']],
    [['1.234', '1.500'], [1.234, 1.5], []],
    [['-1,5e2'], [-150], ['decimal_comma']],
  ])('tells the style of %j', (cells, values, codes) => {
    const result = read(cells)
    expect(result.values).toEqual(values)
    expect(result.notices.map(({ code }) => code)).toEqual(codes)
  })

  it.each([
    [['12', '1,234', '999'], 'number_ambiguous', 3],
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
