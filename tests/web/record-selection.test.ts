import { expect, test } from 'vitest'
import {
  keepSelection,
  selectMatching,
  selectPage,
  selectRows,
} from '../../web/record/selection.ts'

const set = (...ids: string[]) => new Set(ids)

test('boxes select these rows, and the page where they are all of it and nothing else', () => {
  expect(selectRows(set('a', 'b'), ['a', 'b', 'c']).kind).toBe('these')
  expect(selectRows(set('a', 'b', 'c'), ['a', 'b', 'c']).kind).toBe('page')
  expect(selectRows(set('a', 'b', 'c', 'z'), ['a', 'b', 'c']).kind).toBe('these')
  // Take one row of one for that row.
  expect(selectRows(set('a'), ['a']).kind).toBe('these')
})

test('all that matched stays all that matched while the filter is the same', () => {
  const all = selectMatching(['a', 'b'], 'filter=x', 1)
  expect(keepSelection(all, set('a', 'b', 'c'), 'filter=x')).toBe(all)
  expect(keepSelection(all, set('a', 'b', 'c'), 'filter=')).toEqual({
    kind: 'these',
    ids: set('a', 'b'),
  })
})

test('rows that are gone from the list are not selected any more', () => {
  const all = selectMatching(['a', 'b'], 'filter=x', 1)
  expect(keepSelection(all, set('b'), 'filter=x')).toEqual({ ...all, ids: set('b') })
  expect(keepSelection(selectPage(['a']), set('b'), '').ids.size).toBe(0)
})

test('a row that comes later is not among all that matched', () => {
  const all = selectMatching(['a'], 'filter=x', 1)
  expect(keepSelection(all, set('a', 'new'), 'filter=x').ids).toEqual(set('a'))
})
