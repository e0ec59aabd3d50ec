import { expect, test } from 'vitest'
import { listRange, nextSort, readSort, writeSort } from '../../web/parts/table/column.ts'

test('a heading sorts up, down, then not at all', () => {
  const up = nextSort(null, 'cq')
  const down = nextSort(up, 'cq')
  expect([up, down, nextSort(down, 'cq')]).toEqual([
    { id: 'cq', desc: false },
    { id: 'cq', desc: true },
    null,
  ])
  expect(nextSort(down, 'name')).toEqual({ id: 'name', desc: false })
})

test('a sort survives the URL', () => {
  for (const sort of [null, { id: 'cq', desc: true }, { id: 'name', desc: false }]) {
    expect(readSort(writeSort(sort))).toEqual(sort)
  }
})

test('a range runs in the drawn order, either way', () => {
  const ids = ['c', 'a', 'b', 'd']
  expect(listRange(ids, 'b', 'c')).toEqual(['c', 'a', 'b'])
  expect(listRange(ids, 'gone', 'd')).toEqual(['d'])
})
