import { describe, expect, it } from 'vitest'
import { Fault } from '../../../domain/fault.ts'
import { importFile } from '../../../workers/files/import.ts'
import { writeXlsx } from '../../../workers/files/tidy/write-xlsx.ts'
import { composedLayouts, composedWells } from '../../support/composed-tables.ts'

type Row = readonly (string | number)[]
type Bend = (rows: readonly Row[], head: number, at: number) => readonly Row[]

const inRow = (rows: readonly Row[], at: number, change: (row: Row) => Row) =>
  rows.map((row, i) => (i === at ? change(row) : row))

/** Accidents of a table; the header is the row `head`, and `at` is a row below it. */
const bends: Readonly<Record<string, Bend>> = {
  'a note between the rows': (rows, _, at) => rows.toSpliced(at, 0, ['note of May']),
  'two cells of words between the rows': (rows, _, at) => rows.toSpliced(at, 0, ['note', 'by me']),
  'a gap and a row of words': (rows, _, at) => rows.toSpliced(at, 0, [], ['some', 'words', 'here']),
  'a first cell that is mistyped': (rows, _, at) =>
    inRow(rows, at, ([first, ...row]) => [`q${first}`, ...row]),
  'a first cell that is missing': (rows, _, at) => inRow(rows, at, ([, ...row]) => ['', ...row]),
  'a row that is shifted': (rows, _, at) => inRow(rows, at, (row) => ['', ...row]),
  'two rows in another order': (rows, _, at) =>
    rows.with(at, rows[at - 1]!).with(at - 1, rows[at]!),
  'a title that is missing': (rows, head) => inRow(rows, head, (row) => [...row.slice(0, -1), '']),
  'a title that is mistyped': (rows, head) =>
    inRow(rows, head, (row) => [...row.slice(0, -1), `?${row.at(-1)}x`]),
  'a row of samples above': (rows, head) =>
    rows.toSpliced(head, 0, ['Sample', ...rows[head]!.slice(1).map((_, i) => `t${i % 3}`)]),
  'rows again with other values': (rows, head) => [
    ...rows,
    [],
    ...rows
      .slice(head + 1)
      .map((row) =>
        row.map((cell) => (typeof cell === 'number' && !Number.isInteger(cell) ? cell + 1 : cell)),
      ),
  ],
}

const isLight = (cell: string | number) =>
  typeof cell === 'number' && !Number.isInteger(cell) && cell > 9
const count = (values: Iterable<number>) => {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

/** Return how many values of light a file has that its run has not, and the errors of the run. */
async function lose(sheets: readonly { name: string; rows: readonly Row[] }[]) {
  const file = await importFile('bent', writeXlsx(sheets))
  const [run] = file.runs
  const given = sheets.flatMap(({ rows }) => rows.flatMap((row) => row.filter(isLight) as number[]))
  const read = count(run?.amplification?.readings.values ?? [])
  const lost = [...count(given)].map(([value, times]) =>
    Math.max(0, times - (read.get(value) ?? 0)),
  )
  const notices = [...file.notices, ...(run?.notices ?? [])]
  return {
    lost: lost.reduce((sum, one) => sum + one, 0),
    errors: notices.filter(({ severity }) => severity === 'error').length,
  }
}

describe('issue 15: what a bent table loses is named in an error', () => {
  const names = composedWells.map(([letter, number]) => `${letter}${number}`)
  it.each(Object.keys(bends))('by %s, in each layout', async (bend) => {
    const silent: string[] = []
    for (const [layout, make] of Object.entries(composedLayouts)) {
      const [first, ...others] = make(names)
      const { rows } = first!
      const head = rows.findIndex((row) => row.filter((cell) => cell !== '').length > 2)
      for (const below of [3, 6, rows.length - head - 6]) {
        const sheets = [{ ...first!, rows: bends[bend]!(rows, head, head + below) }, ...others]
        try {
          // oxlint-disable-next-line no-await-in-loop
          const { lost, errors } = await lose(sheets)
          if (lost > 0 && errors === 0) silent.push(`${layout}, row ${below}: ${lost} values`)
        } catch (error) {
          // Count a refusal as loud.
          if (!(error instanceof Fault)) throw error
        }
      }
    }
    expect(silent).toEqual([])
  })
})
