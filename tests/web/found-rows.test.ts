import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Column } from '../../web/parts/table/column.ts'
import { filterRows } from '../../web/parts/table/found-rows.ts'
import { findTargets } from '../../web/shell/jump-targets.ts'

interface Row {
  name: string
  place: string
}

const columns: Column<Row>[] = [
  { id: 'name', header: 'Name', value: ({ name }) => name },
  { id: 'place', header: 'Place', value: ({ place }) => place },
]

describe('filtering a table', () => {
  it('finds a name whatever its case, accents and width, as the palette does', () => {
    const names = ['Café', 'CAFE 2', 'ＣＡＦＥ', 'Ёлка', 'أحمد', 'Straße', 'Cofe']
    const list: Row[] = names.map((name) => ({ name, place: '' }))
    const found = (text: string) => filterRows(list, columns, text).map(({ name }) => name)
    const jumped = (text: string) =>
      findTargets(
        names.map((name) => ({ id: name, kind: 'record', name, icon: 'list', path: '/' })),
        text,
      ).map(({ name }) => name)
    for (const text of ['cafe', 'café', 'ｃａｆé']) {
      expect(found(text)).toEqual(['Café', 'CAFE 2', 'ＣＡＦＥ'])
      expect(jumped(text)).toEqual(['Café', 'CAFE 2', 'ＣＡＦＥ'])
    }
    expect([found('елка'), found('احمد'), found('straße')]).toEqual([
      ['Ёлка'],
      ['أحمد'],
      ['Straße'],
    ])
  })

  it('first-use H18: finds rows that have every word, in any column, as the palette does', () => {
    const list: Row[] = [
      { name: 'Norovirus GII', place: 'Plate 05' },
      { name: 'Norovirus GI', place: 'Plate 06' },
    ]
    const found = (text: string) => filterRows(list, columns, text).map(({ place }) => place)
    expect(found('noro')).toHaveLength(2)
    expect(found('noro 05')).toEqual(['Plate 05'])
    expect(found(' plate  gi noro ')).toHaveLength(2)
    expect(found('plate 06 noro')).toEqual(['Plate 06'])
    expect(found('noro 07')).toEqual([])
    // Begin a number where its first digit is: 'plate 5' is no plate 05 or 15.
    expect(found('plate 5')).toEqual([])
    const targets = list.map(({ name, place }) => ({
      id: place,
      kind: 'record' as const,
      name,
      note: place,
      icon: 'list' as const,
      path: '/',
    }))
    expect(findTargets(targets, 'noro 05').map(({ id }) => id)).toEqual(['Plate 05'])
  })

  it('finds the same whether it was typed key by key, pasted or taken back', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'B', 'c'), maxLength: 5 })
    const rows = fc.array(fc.record({ name: word, place: word }), { maxLength: 30 })
    fc.assert(
      fc.property(rows, fc.array(word, { maxLength: 8 }), (list, typed) => {
        for (const text of typed) {
          const wanted = text.toLowerCase()
          const found = list.filter(({ name, place }) =>
            [name, place].some((one) => one.toLowerCase().includes(wanted)),
          )
          expect(filterRows(list, columns, text)).toEqual(found)
        }
      }),
    )
  })

  it('finds in a list that has changed what is in it now', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'B', 'c'), maxLength: 4 })
    const row = fc.record({ name: word, place: word })
    const step = fc.record({
      at: fc.nat(12),
      gone: fc.nat(3),
      come: fc.array(row, { maxLength: 3 }),
      text: word,
    })
    fc.assert(
      fc.property(
        fc.array(row, { maxLength: 12 }),
        fc.array(step, { maxLength: 8 }),
        (first, steps) => {
          let list: readonly Row[] = first
          for (const { at, gone, come, text } of steps) {
            list = list.toSpliced(at, gone, ...come)
            const wanted = text.toLowerCase()
            const found = list.filter(({ name, place }) =>
              [name, place].some((one) => one.toLowerCase().includes(wanted)),
            )
            expect(filterRows(list, columns, text)).toEqual(found)
          }
        },
      ),
    )
  })

  it('looks again only at rows that have changed', () => {
    let looks = 0
    const counting: Column<Row>[] = [
      { id: 'name', header: 'Name', value: ({ name }) => ((looks += 1), name) },
    ]
    const list = Array.from({ length: 1000 }, (_, at) => ({ name: `plate ${at}`, place: '' }))
    filterRows(list, counting, 'plate 7')
    looks = 0
    const next = list.with(500, { name: 'plate 7, again', place: '' })
    expect(
      filterRows([{ name: 'plate 70', place: '' }, ...next], counting, 'plate 7'),
    ).toHaveLength(113)
    expect(looks).toBe(2)
  })
})
