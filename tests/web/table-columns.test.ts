import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { type Column, listRange } from '../../web/parts/table/column.ts'
import {
  arrangeColumns,
  type ColumnLayout,
  hideColumn,
  moveColumn,
  readLayout,
  shownColumns,
  sizeColumn,
  standardLayout,
  writeLayout,
} from '../../web/parts/table/column-layout.ts'
import { columnWidths } from '../../web/parts/table/column-widths.ts'
import { sortRows } from '../../web/parts/table/found-rows.ts'
import { nextSort, readSort, saySort, type Sort, writeSort } from '../../web/parts/table/sort.ts'

const up = (id: string) => ({ id, desc: false })
const down = (id: string) => ({ id, desc: true })

describe('sorting', () => {
  it('goes up, down, then not at all by a heading', () => {
    const first = nextSort([], 'cq')
    const second = nextSort(first, 'cq')
    expect([first, second, nextSort(second, 'cq')]).toEqual([[up('cq')], [down('cq')], []])
    expect(nextSort(second, 'name')).toEqual([up('name')])
  })

  it('keeps the columns before with Shift, in their order, and takes one out at its third press', () => {
    const two = nextSort([up('status')], 'date', true)
    const turned = nextSort(two, 'date', true)
    expect(two).toEqual([up('status'), up('date')])
    expect(turned).toEqual([up('status'), down('date')])
    expect(nextSort(turned, 'date', true)).toEqual([up('status')])
    expect(nextSort(turned, 'status', true)).toEqual([down('status'), down('date')])
    expect(nextSort(turned, 'status')).toEqual([up('status')])
  })

  it('has at most three columns', () => {
    const three = [up('a'), up('b'), up('c')]
    expect(nextSort(three, 'd', true)).toEqual(three)
    expect(readSort('a,b,c,d')).toEqual(three)
  })

  it('survives the URL, where a column counts once', () => {
    for (const sort of [[], [down('cq')], [up('status'), down('date')]]) {
      expect(readSort(writeSort(sort))).toEqual(sort)
    }
    expect(readSort('-name')).toEqual([down('name')])
    expect(readSort('a,-a,,-')).toEqual([up('a')])
  })

  it('is said in words', () => {
    const columns = [
      { id: 'status', header: 'Status' },
      { id: 'date', header: 'Started' },
    ]
    expect(saySort([up('status'), down('date')], columns)).toBe(
      'Sorted by Status, ascending, then Started, descending',
    )
    expect(saySort([up('gone')], columns)).toBe('')
  })

  it('compares the next column where the one before is equal, and leaves equal rows as they were', () => {
    interface Row {
      at: number
      a: number | null
      b: string | null
    }
    const columns: Column<Row>[] = [
      { id: 'a', header: 'A', value: ({ a }) => a },
      { id: 'b', header: 'B', value: ({ b }) => b },
    ]
    const row = fc.record({
      a: fc.option(fc.integer({ min: 0, max: 2 })),
      b: fc.option(fc.constantFrom('x', 'y')),
    })
    const key = fc.boolean()
    fc.assert(
      fc.property(fc.array(row, { maxLength: 12 }), key, key, (made, aDown, bDown) => {
        const rows = made.map((one, at): Row => ({ ...one, at }))
        const sort: Sort = [
          { id: 'a', desc: aDown },
          { id: 'b', desc: bDown },
        ]
        const compare = (one: string | number | null, other: typeof one, desc: boolean) => {
          if (one === other) return 0
          if (one === null || other === null) return one === null ? 1 : -1
          return (one < other ? -1 : 1) * (desc ? -1 : 1)
        }
        const wanted = rows.toSorted(
          (one, other) =>
            compare(one.a, other.a, aDown) || compare(one.b, other.b, bDown) || one.at - other.at,
        )
        expect(sortRows(rows, columns, sort)).toEqual(wanted)
      }),
    )
  })
})

const columns = ['a', 'b', 'c', 'd'].map((id) => ({ id }))
const idsOf = (found: readonly { id: string }[]) => found.map(({ id }) => id).join('')

describe('the layout of columns', () => {
  const layouts = fc
    .array(
      fc.record({
        id: fc.constantFrom('a', 'b', 'c', 'd'),
        to: fc.constantFrom('a', 'b', 'c', 'd'),
        width: fc.option(fc.integer({ min: -10, max: 3000 })),
        isHidden: fc.boolean(),
      }),
      { maxLength: 6 },
    )
    .map((steps) =>
      steps.reduce<ColumnLayout>((layout, { id, to, width, isHidden }) => {
        const sized = sizeColumn(moveColumn(columns, layout, id, to), id, width)
        return hideColumn(sized, id, isHidden)
      }, standardLayout),
    )

  it('survives the URL, and its text stays the same', () => {
    fc.assert(
      fc.property(layouts, (layout) => {
        const text = writeLayout(columns, layout)
        const read = readLayout(text)
        expect(idsOf(arrangeColumns(columns, read))).toBe(idsOf(arrangeColumns(columns, layout)))
        expect(idsOf(shownColumns(columns, read))).toBe(idsOf(shownColumns(columns, layout)))
        expect(read.widths).toEqual(layout.widths)
        expect(writeLayout(columns, read)).toBe(text)
      }),
    )
  })

  it('is empty where nothing was chosen, and names all columns where one was moved', () => {
    expect(writeLayout(columns, standardLayout)).toBe('')
    expect(writeLayout(columns, hideColumn(standardLayout, 'c', true))).toBe('-c')
    expect(writeLayout(columns, moveColumn(columns, standardLayout, 'd', 'a'))).toBe('d,a,b,c')
  })

  it('puts a column that came later behind the one that it follows, and forgets one that went', () => {
    const layout = readLayout('d,gone,b*90,-a')
    expect(idsOf(arrangeColumns(columns, layout))).toBe('dbca')
    expect(idsOf(shownColumns(columns, layout))).toBe('dbc')
  })

  it('hides no fixed column, and shows all rather than none', () => {
    const fixed = [{ id: 'a', fixed: true }, { id: 'b' }]
    expect(idsOf(shownColumns(fixed, readLayout('-a,-b')))).toBe('a')
    expect(idsOf(shownColumns(columns, readLayout('-a,-b,-c,-d')))).toBe('abcd')
  })

  it('takes nothing from an address that is no layout', () => {
    for (const text of ['*', ',,', '*100', 'a*x', 'a*99999']) {
      expect(idsOf(shownColumns(columns, readLayout(text)))).toBe('abcd')
    }
    expect(readLayout('a*1').widths).toEqual({ a: 48 })
  })

  it('gives sized columns their width, and what is left to the last one that was not sized', () => {
    const some = ['a', 'b', 'c'].map((id): Column<object> => ({ id, header: id, value: () => id }))
    expect(columnWidths(some, [], 0, { a: 90, b: 100 })).toEqual({
      least: 370,
      isExact: false,
      each: ['90px', '100px', undefined],
    })
    expect(columnWidths(some, [], 0, { a: 90, b: 100, c: 60 })).toMatchObject({
      least: 250,
      isExact: true,
    })
  })
})

test('a range runs in the drawn order, either way', () => {
  const ids = ['c', 'a', 'b', 'd']
  expect(listRange(ids, 'b', 'c')).toEqual(['c', 'a', 'b'])
  expect(listRange(ids, 'gone', 'd')).toEqual(['d'])
})
