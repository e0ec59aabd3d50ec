import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Column } from '../../web/parts/table/column.ts'
import { filterRows } from '../../web/parts/table/found-rows.ts'

interface Row {
  name: string
  place: string
}

const columns: Column<Row>[] = [
  { id: 'name', header: 'Name', value: ({ name }) => name },
  { id: 'place', header: 'Place', value: ({ place }) => place },
]

describe('filtering a table', () => {
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
})
