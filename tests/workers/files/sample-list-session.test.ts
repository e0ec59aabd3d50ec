import { describe, expect, test } from 'vitest'
import { cartridges } from '../../../domain/catalog/cartridges.ts'
import {
  createListSession,
  type ListSession,
} from '../../../workers/files/sample-list/list-session.ts'
import { firstListSettings } from '../../../workers/files/sample-list/list-settings.ts'
import type { ListView } from '../../../workers/files/sample-list/list-view.ts'

const target = {
  shape: cartridges.Wells9,
  present: [],
  predefined: [],
  applications: null,
  order: [],
}
const wish = { type: 'create' as const, settings: firstListSettings, target }
const told = { encoding: null, delimiter: null }
const text = 'Well,Sample\nA1,a\nA1,b\nD1,c\n,d\nB1,e\n'

function open(content = text): { session: ListSession; view: ListView } {
  const session = createListSession()
  const bytes = new TextEncoder().encode(content)
  return { session, view: session.open({ name: 'list.csv', bytes }, wish, told, 'en') }
}
const layoutOf = ({ samples }: ListView) =>
  samples.map(({ name, coordinates }) => `${name} ${coordinates.join(' ')}`)
const rowsOf = (session: ListSession, filter: Parameters<ListSession['readRows']>[0]) =>
  session.readRows(filter, 0, 100).map(({ row }) => row)

describe('rows mended by hand', () => {
  test('a changed cell is judged again, and the file itself stays unchanged', () => {
    const { session, view } = open()
    expect(layoutOf(view)).toEqual(['a A1', 'e B1'])
    const mended = session.change({ kind: 'cell', row: 4, column: 'well', text: ' C1 ' })
    expect(layoutOf(mended)).toEqual(['a A1', 'c C1', 'e B1'])
    expect(mended.counts).toEqual({ rows: 5, taken: 3, left: 2, skipped: 0, changed: 1 })
    expect(session.readRows('changed', 0, 9)).toEqual([
      {
        row: 4,
        cells: { well: 'C1', name: 'c' },
        changed: ['well'],
        outcome: { kind: 'taken', wells: ['C1'] },
      },
    ])
  })

  test('of two rows that claim a well the later one has it once the first is passed over', () => {
    const { session } = open()
    const skipped = session.change({ kind: 'skip', rows: [2], skipped: true })
    expect(layoutOf(skipped)).toEqual(['b A1', 'e B1'])
    expect(skipped.counts).toMatchObject({ rows: 5, taken: 2, left: 2, skipped: 1, changed: 1 })
    expect(layoutOf(session.change({ kind: 'skip', rows: [2], skipped: false }))).toEqual([
      'a A1',
      'e B1',
    ])
  })

  test('each change is taken back and made again, the last one first', () => {
    const { session, view } = open()
    expect([view.canUndo, view.canRedo]).toEqual([false, false])
    const steps = [
      session.change({ kind: 'cell', row: 4, column: 'well', text: 'C1' }),
      session.change({ kind: 'cell', row: 4, column: 'well', text: 'C2' }),
      session.change({ kind: 'skip', rows: [2, 6], skipped: true }),
    ].map(layoutOf)
    expect(steps.at(-1)).toEqual(['b A1', 'c C2'])
    expect(layoutOf(session.change({ kind: 'undo' }))).toEqual(steps[1])
    expect(layoutOf(session.change({ kind: 'undo' }))).toEqual(steps[0])
    expect(layoutOf(session.change({ kind: 'redo' }))).toEqual(steps[1])
    session.change({ kind: 'undo' })
    const back = session.change({ kind: 'undo' })
    expect([layoutOf(back), back.canUndo, back.canRedo]).toEqual([layoutOf(view), false, true])
    expect(back.counts.changed).toBe(0)
    // Expect that a new change ends the chance to redo.
    expect(session.change({ kind: 'skip', rows: [2], skipped: true }).canRedo).toBe(false)
  })

  test('they stay when the settings change', () => {
    const { session } = open()
    session.change({ kind: 'cell', row: 5, column: 'well', text: 'C3' })
    const settings = { ...firstListSettings, prefix: 'X-' }
    expect(layoutOf(session.settle({ ...wish, settings }))).toEqual(['X-a A1', 'X-d C3', 'X-e B1'])
  })

  test('a row that is emptied by hand stays in sight', () => {
    const { session } = open()
    const emptied = session.change({ kind: 'cell', row: 2, column: 'name', text: '' })
    expect(layoutOf(emptied)).toEqual(['b A1', 'e B1'])
    expect(session.readRows('all', 0, 1)[0]?.outcome).toEqual({ kind: 'empty' })
  })
})

test('rows of a filter, by range and by their number in the file', () => {
  const { session, view } = open()
  expect(view.reasons.map(({ reason }) => reason)).toEqual([
    'csv_well_taken',
    'csv_row_outside',
    'csv_well_missing',
  ])
  expect(rowsOf(session, 'all')).toEqual([2, 3, 4, 5, 6])
  expect(rowsOf(session, 'left')).toEqual([3, 4, 5])
  expect(rowsOf(session, 'csv_row_outside')).toEqual([4])
  expect(session.readRows('all', 3, 99).map(({ row }) => row)).toEqual([5, 6])
  expect(session.findRow('left', 4)).toBe(1)
  expect(session.findRow('left', 6)).toBe(-1)
  expect(session.findWell('B1')).toBe(6)
  expect(session.findWell('C3')).toBe(null)
})

test('an empty column is not shown', () => {
  const columns = (content: string) => open(content).view.columns
  expect(columns('Well,Sample,Mix,Quantity\nA1,a,,2\n')).toEqual(['well', 'name', 'quantity'])
})

test('200,000 rows are counted, and only requested ones are described', () => {
  const rows = Array.from({ length: 200_000 }, (_, at) => `A${(at % 12) + 1},S-${at}`)
  const { session, view } = open(`Well,Sample\n${rows.join('\n')}\n`)
  expect(view.counts).toEqual({ rows: 200_000, taken: 3, left: 199_997, skipped: 0, changed: 0 })
  expect(session.readRows('all', 199_998, 200_100).map(({ cells }) => cells.name)).toEqual([
    'S-199998',
    'S-199999',
  ])
})
