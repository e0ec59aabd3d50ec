import type { NamedCompany } from '../../domain/calls/partners.ts'

/** One page of rows that the service gives, and how many there are of both. */
interface RowPage<Row> {
  data: readonly Row[]
  pages: number
  total: number
  /** Place behind the last row, where the list can be read on from there; null on the last page. */
  next?: string | null
  /** Companies that did not answer, each of which lacks its row. */
  silent?: readonly NamedCompany[] | undefined
}

export interface ReadPages<Row> {
  rows: Row[]
  /** Number of all rows, also of those that were not read. */
  total: number
  /** All of them are here: only then may they be sorted, counted or exported as all. */
  isWhole: boolean
  /** Companies that did not answer. */
  silent: NamedCompany[]
}

/** Rows that come, go or get another place between two pages shift the others: then the pages are read again, so many times. */
const tries = 3

/**
 * Read rows page by page: the first pages, or all of them. Drop repeated rows by `idOf`, because one may come on two
 * pages.
 * @param read gets the number of the page, and `next` of the page before where the list can be read on behind its last row.
 * @param show is given what has been read while more pages are on their way.
 * @param countedTo limit of the service's count: with a total of this size, read the first page only.
 */
export async function readPages<Row>(options: {
  pages: number | 'all'
  read: (page: string, after: string | null) => Promise<RowPage<Row>>
  idOf: (row: Row) => string
  countedTo?: number
  show?: (rows: readonly Row[]) => void
}): Promise<ReadPages<Row>> {
  const { read, idOf, show, countedTo = Infinity } = options
  for (let attempt = 1; ; attempt += 1) {
    const found = new Map<string, Row>()
    const silent = new Map<string, NamedCompany>()
    let last: RowPage<Row> | null = null
    let first: RowPage<Row> | null = null
    const wanted = options.pages === 'all' ? Infinity : options.pages
    for (let page = 1; page <= wanted; page += 1) {
      last = await read(String(page), last?.next ?? null)
      first ??= last
      for (const row of last.data) found.set(idOf(row), row)
      for (const company of last.silent ?? []) silent.set(company.uuid, company)
      const isTooMany = options.pages === 'all' && last.total >= countedTo
      if (page >= last.pages || isTooMany) break
      if (attempt === 1) show?.([...found.values()])
    }
    const total = last?.total ?? 0
    // Compare the totals as well: a row that was missed and another one that went would leave the same number.
    const isSteady = first?.total === total
    const isWhole = isSteady && found.size === total && total < countedTo
    // Read no more where companies do not answer: each attempt would wait for them.
    const hasAll = isWhole || (isSteady && found.size + silent.size >= total)
    const isBroken = options.pages === 'all' && !hasAll && total < countedTo
    if (isBroken && attempt < tries) continue
    return { rows: [...found.values()], total, isWhole, silent: [...silent.values()] }
  }
}
