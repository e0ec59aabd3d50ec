import { type Paging, readPage, readRows, type RowsPerPage } from './paging.ts'
import { readSort, type Sort, writeSort } from './sort.ts'

interface Address {
  search: URLSearchParams
  change: (changes: Readonly<Record<string, string | null>>) => void
}

/**
 * Keep a table's sort and filter in the page's address as `sort` and `filter`: spread it into the table. A change of
 * the first rows goes back to the first page.
 */
export function tableAddress({ search, change }: Address, firstSort: string | null = null) {
  return {
    sort: readSort(search.get('sort') ?? firstSort),
    onSort: (sort: Sort) => change({ sort: writeSort(sort), page: null }),
    filter: search.get('filter') ?? '',
    onFilter: (filter: string) => change({ filter, page: null }),
  }
}

/** Do the same for a paged list: `rows` and `page` are in the address as well. */
export function pagedTableAddress(
  address: Address,
  firstSort: string | null = null,
  firstRows: RowsPerPage = 'all',
) {
  return { ...tableAddress(address, firstSort), paging: pagingAddress(address, firstRows) }
}

/** Keep only page and rows per page, for a list that is no table. */
export function pagingAddress({ search, change }: Address, firstRows: RowsPerPage): Paging {
  return {
    rows: readRows(search.get('rows'), firstRows),
    page: readPage(search.get('page')),
    onPaging: ({ rows, page }) =>
      change({
        rows: rows === firstRows ? null : String(rows),
        page: page === 1 ? null : String(page),
      }),
  }
}
