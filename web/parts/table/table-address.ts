import { readSort, type Sort, writeSort } from './column.ts'

interface Address {
  search: URLSearchParams
  change: (changes: Readonly<Record<string, string | null>>) => void
}

/** A table's sort and filter, kept in the page's address as `sort` and `filter`: spread it into the table. */
export function tableAddress({ search, change }: Address, firstSort: string | null = null) {
  return {
    sort: readSort(search.get('sort') ?? firstSort),
    onSort: (sort: Sort | null) => change({ sort: writeSort(sort) }),
    filter: search.get('filter') ?? '',
    onFilter: (filter: string) => change({ filter }),
  }
}
