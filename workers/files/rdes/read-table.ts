import { assembleAmplification } from '../assemble-amplification.ts'
import { assembleMelt } from '../assemble-melt.ts'
import { looksSubtracted } from '../collect-curves.ts'
import type { CellRows } from '../cell-rows.ts'
import type { FileContent } from '../file-content.ts'
import type { ImportedCurves, ImportedFile, RunSource } from '../imported-run.ts'
import { NoticeList } from '../notices.ts'
import { cellAt, decideStyle, type NumberStyle, readNumber } from '../read-numbers.ts'
import { type Place, refuseFile } from '../refuse-file.ts'
import { accountCurves } from '../account-curves.ts'
import { type PlacedRow, placeWells } from './place-wells.ts'
import { resultsOf, RowReader } from './read-rows.ts'

const source: RunSource = {
  format: 'rdes',
  version: '1.0',
  software: '',
  softwareVersion: '',
  instrument: '',
  date: null,
}

/**
 * Read the cells of an RDES table. Throws `table_row_length`, `well_unreadable`, `number_*`, `curves_*`,
 * `file_without_runs` and `file_without_curves` faults.
 */
export function readTable(rows: CellRows, content: FileContent): ImportedFile {
  const { name, limits } = content
  const notices = new NoticeList()
  const head = rows.row(0).map((cell) => cell.trim())
  const { plate, placed } = placeWells(rows, limits, notices)
  if (placed.length === 0) throw refuseFile('file_without_runs')
  const style = decideNotation(head, placed, notices)
  const at = readPoints(head, style)
  const reader = new RowReader(placed, head, at, style, notices, limits)
  const curves = assemble(reader, head, plate.rows * plate.columns, content, notices)
  const wells = [...reader.wells.values()].sort((a, b) => a.well - b.well)
  accountCurves(
    {
      plate,
      wells,
      amplification: curves.amplification?.readings ?? null,
      melt: curves.melt?.readings ?? null,
      passive: null,
      wantsAll: true,
    },
    notices,
  )
  const results = wells.some((well) =>
    well.targets.some(({ cqGiven, tm }) => cqGiven || tm.length > 0),
  )
  if (!curves.amplification && !curves.melt && !results) throw refuseFile('file_without_curves')
  const missing = plate.rows * plate.columns - wells.length
  if (missing > 0) notices.add('wells_missing', {}, { missing, wells: wells.length + missing })
  const run = {
    name: name.replace(/^.*[/\\]/, '').replace(/\.[^.]*$/, ''),
    experiment: '',
    source,
    plate,
    wells,
    ...curves,
    passiveReference: null,
    programme: null,
    notices: notices.list(),
  }
  return { name, format: 'rdes', runs: [run], notices: content.notices.list() }
}

/** Assemble the curves of the phase in the seventh column. */
function assemble(
  { curves }: RowReader,
  head: readonly string[],
  wells: number,
  { limits }: FileContent,
  notices: NoticeList,
): { amplification: ImportedCurves | null; melt: ImportedCurves | null } {
  if (/^tm$/i.test(head[6] ?? '')) {
    const readings = assembleMelt(curves, wells, limits, notices)
    return { amplification: null, melt: readings && { readings, state: 'raw' } }
  }
  const readings = assembleAmplification(curves, wells, limits, notices)
  const subtracted = readings !== null && looksSubtracted(readings)
  if (subtracted) notices.add('curves_look_subtracted')
  const state = subtracted ? 'baseline-subtracted' : 'raw'
  return { amplification: readings && { readings, state }, melt: null }
}

function pointsOf(head: readonly string[]): string[] {
  return head.slice(7, 1 + head.findLastIndex((cell) => cell !== ''))
}

/**
 * Decide the notation of all numbers of the table together; points and results are none of thousands. Throws `number_mixed`
 * and `number_ambiguous`.
 */
function decideNotation(
  head: readonly string[],
  placed: readonly PlacedRow[],
  notices: NoticeList,
): NumberStyle {
  let isSmall = true
  const cells = function* () {
    for (const found of findNumbers(head, placed)) {
      isSmall = found.row === 1 || found.column === 7
      yield found.cell
    }
  }
  const style = decideStyle(
    cells(),
    (index) => {
      const { row = 1, column = 1, well = '' } = cellAt(findNumbers(head, placed), index) ?? {}
      return row === 1 ? { row, column } : { row, column, well, path: head[column - 1] ?? '' }
    },
    () => isSmall,
  )
  if (style.decimal === ',') notices.add('decimal_comma')
  if (style.thousands) notices.add('thousands_separator')
  return style
}

/** Yield the numbers of the table with their places: cycles of the header, results and curves. They are too many to be kept. */
function* findNumbers(head: readonly string[], placed: readonly PlacedRow[]) {
  const points = pointsOf(head)
  for (const [i, cell] of points.entries()) yield { cell, row: 1, column: i + 8, well: '' }
  for (const { row, name: well, cells } of placed) {
    for (const cell of resultsOf(cells)) yield { cell, row, column: 7, well }
    for (const [i] of points.entries()) {
      const cell = cells[i + 7] ?? ''
      if (cell !== '') yield { cell, row, column: i + 8, well }
    }
  }
}

/** Read the cycles or temperatures of the columns from the eighth on. Throws `number_unreadable`. */
function readPoints(head: readonly string[], style: NumberStyle): number[] {
  const cells = pointsOf(head)
  const placeOf = (i: number): Place => ({ row: 1, column: i + 8 })
  return cells.map((cell, i) => {
    const value = readNumber(cell, style)
    if (value === null || value !== value) {
      throw refuseFile('number_unreadable', placeOf(i), { value: cell.slice(0, 40) })
    }
    return value
  })
}
