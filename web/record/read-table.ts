import Papa from 'papaparse'

/** A table that was pasted or read from a file. */
export interface ReadTable<Column extends string> {
  lines: {
    /** Line of the text, counted from 1. */
    line: number
    /** Text of a column, empty where the line has none. */
    cell: (column: Column) => string
  }[]
  /** Headings that name no column, as they are written: what is below them is not read. */
  unread: string[]
}

/**
 * Read a table without headings in the order of its columns, or with headings in any order.
 * @param headings names of each column, in the order of the columns.
 * @param due columns that a first line names if it is one of headings.
 */
export function readTable<Column extends string>(
  text: string,
  headings: Readonly<Record<Column, readonly string[]>>,
  due: readonly NoInfer<Column>[],
): ReadTable<Column> {
  const { data } = Papa.parse<string[]>(text.trim(), { skipEmptyLines: 'greedy' })
  const columns = Object.keys(headings) as Column[]
  const [first = []] = data
  const named = first.map((heading) =>
    columns.find((column) => headings[column].some((name) => fold(name) === fold(heading))),
  )
  const hasNames = due.every((column) => named.includes(column))
  const place = (column: Column) => (hasNames ? named.indexOf(column) : columns.indexOf(column))
  return {
    lines: data.slice(hasNames ? 1 : 0).map((cells, at) => ({
      line: at + (hasNames ? 2 : 1),
      cell: (column) => cells[place(column)]?.trim() ?? '',
    })),
    unread: hasNames ? first.filter((heading, at) => !named[at] && heading.trim() !== '') : [],
  }
}

/** Fold what spreadsheets write differently: `E-Mail`, `e_mail` and `email` are one heading. */
const fold = (heading: string) => heading.toLowerCase().replaceAll(/[\s_.-]/g, '')
