import { describe, expect, it } from 'vitest'
import {
  pageAfterResize,
  pageSizes,
  pageSpan,
  readPage,
  readRows,
} from '../../web/parts/table/paging.ts'
import { pagedTableAddress } from '../../web/parts/table/table-address.ts'

describe('pages of a list', () => {
  it('hold every row once, in their order', () => {
    for (const count of [0, 1, 9, 10, 11, 99, 100, 101, 1234]) {
      for (const rows of [...pageSizes, 'all'] as const) {
        const { pages } = pageSpan(count, rows, 1)
        const spans = Array.from({ length: pages }, (_, at) => pageSpan(count, rows, at + 1))
        const seen = spans.flatMap(({ from, to }) =>
          Array.from({ length: to - from }, (_, at) => from + at),
        )
        expect(seen).toEqual(Array.from({ length: count }, (_, at) => at))
        // Allow an empty page of an empty list only.
        for (const { from, to } of spans) expect(to > from || count === 0).toBe(true)
      }
    }
  })

  it('end at the last one, whatever is asked for', () => {
    expect(pageSpan(31, 10, 9)).toEqual({ page: 4, pages: 4, from: 30, to: 31 })
    expect(pageSpan(31, 10, 0)).toEqual({ page: 1, pages: 4, from: 0, to: 10 })
    expect(pageSpan(0, 25, 3)).toEqual({ page: 1, pages: 1, from: 0, to: 0 })
  })

  it('of another size keep the first row in sight', () => {
    for (const before of pageSizes) {
      for (const after of pageSizes) {
        for (const page of [1, 2, 3]) {
          const span = pageSpan(400, before, page)
          const next = pageSpan(400, after, pageAfterResize(span, after))
          expect(span.from >= next.from && span.from < next.to).toBe(true)
        }
      }
    }
    expect(pageAfterResize(pageSpan(400, 10, 7), 'all')).toBe(1)
  })

  it('are read from an address; what is not offered is not taken', () => {
    expect(['10', '25', '50', '100', 'all'].map((one) => readRows(one, 10))).toEqual([
      10,
      25,
      50,
      100,
      'all',
    ])
    expect([null, '', '7', '1000', '-10', 'ALL'].map((one) => readRows(one, 25))).toEqual(
      Array(6).fill(25),
    )
    expect(['3', null, '0', '-1', '1e3', 'x', '01'].map(readPage)).toEqual([3, 1, 1, 1, 1, 1, 1])
  })
})

describe('the address of a table', () => {
  const open = (search: string) => {
    const changes: object[] = []
    const address = {
      search: new URLSearchParams(search),
      change: (one: object) => void changes.push(one),
    }
    return { changes, table: pagedTableAddress(address, null, 10) }
  }

  it('says nothing of what is so anyhow', () => {
    const { changes, table } = open('rows=25&page=3')
    expect(table.paging).toMatchObject({ rows: 25, page: 3 })
    table.paging.onPaging({ rows: 10, page: 1 })
    table.paging.onPaging({ rows: 'all', page: 1 })
    table.paging.onPaging({ rows: 10, page: 2 })
    expect(changes).toEqual([
      { rows: null, page: null },
      { rows: 'all', page: null },
      { rows: null, page: '2' },
    ])
    expect(open('').table.paging).toMatchObject({ rows: 10, page: 1 })
  })

  it('goes back to the first page when other rows come first', () => {
    const { changes, table } = open('page=3')
    table.onSort([{ id: 'name', desc: false }])
    table.onFilter('x')
    expect(changes).toEqual([
      { sort: 'name', page: null },
      { filter: 'x', page: null },
    ])
  })
})
