import { dyeOfSheet } from '../cfx/table-kinds.ts'
import { lookSubtracted } from '../collect-curves.ts'
import type { FileContent } from '../file-content.ts'
import type { ImportedFile } from '../imported-run.ts'
import { NoticeList } from '../notices.ts'
import { nameRanges } from '../plate.ts'
import { type Place, refuseFile } from '../refuse-file.ts'
import { numbersOfLayout, openLayout, readLayout } from '../tables/read-layout.ts'
import { columnsOf } from '../tables/result-columns.ts'
import { RunDraft } from '../tables/run-draft.ts'
import { keyOf, placeIn, type Sheet, type Timing } from '../tables/sheet.ts'
import { findHead, holdsWells, listsNames, Table } from '../tables/table.ts'
import { TableNumbers } from '../tables/table-numbers.ts'
import { joinTimings } from '../tables/timing.ts'
import { choosePlacing, CurvePlaces } from './place-curves.ts'
import { addColumns, type CurveContext, type CurveTable, labelsOfColumns } from './read-columns.ts'
import { addLong, numbersOfLong, openLong } from './read-long.ts'
import { addRows, openRows } from './read-rows.ts'
import { type CurveLabel, readLabel, takeDyes, takeTargets } from './curve-labels.ts'
import { curveKind } from './table-kinds.ts'

/**
 * Read tables of curves of any other program: a column for each curve and a row for each cycle (or temperature), a row
 * for each curve and a column for each cycle, or a row for each reading with its well, cycle and light; a sheet beside them may say what is in each well. So write, among others, realplex, Eco, Mic, LightCycler 96, iCycler, MJ Opticon
 * and statistics programs. Wells come from the names of the curves; without any, the curves are put along the rows of a
 * plate, with a notice. Curves that cross zero from the start count as baseline-subtracted, all others as raw. Throws
 * `file_without_curves`.
 *
 * Layouts: the settings of RDML-consortium/rdml-tools, client/src/static/js/rdml_tableshaper.js, for each instrument.
 */
export function readCurveTables(sheets: readonly Sheet[], content: FileContent): ImportedFile {
  const notices = new NoticeList()
  const found = sheets.flatMap((sheet) => openTable(sheet, notices))
  const tables = withoutTimed(found, notices)
  const timing = readTiming(tables, notices)
  const others = sheets
    .filter((sheet) => findCurves(sheet) < 0)
    .map((sheet) => ({ sheet, layout: openLayout(sheet, notices) }))
  const opened = tables.map((one) => openCurves(one, notices))
  const labels = opened.map((one) => one.labels)
  const placing = choosePlacing(labels)
  const places = new CurvePlaces(placing, labels, content.limits.wells)
  const numbers = new TableNumbers(notices)
  numbers.decide([
    ...opened,
    ...others.flatMap(({ layout }) => (layout ? numbersOfLayout(layout) : [])),
  ])
  const draft = new RunDraft(notices, content.limits)
  const unnamed = { amplification: 0, melt: 0 }
  for (const one of opened) {
    const dye = dyeOfSheet(one.table.sheet)
    const dyeless = one.labels.filter((label) => label.dye === '')
    const isNamed = dye !== '' || dyeless.length === 0
    if (!isNamed || one.areTargets) notices.add('dye_unknown', placeOfDyeless(one, dyeless))
    if (!isNamed) unnamed[one.phase]++
    if (!isNamed && unnamed[one.phase] > 1)
      notices.add('tables_as_dyes', one.table.place(one.table.head))
    const spare = unnamed[one.phase] > 1 ? `unknown ${unnamed[one.phase]}` : 'unknown'
    one.add({ draft, numbers, places, channel: dye || spare, dye })
  }
  places.notice(draft)
  const names = new Set(labels.flat().map(({ text }) => text))
  const isRotor = placing === 'tubes' && !places.isPlate
  for (const { sheet, layout } of others) {
    if (layout) readLayout(layout, { draft, numbers, isRotor })
    else nameUnread(sheet, names, notices)
  }
  if (draft.wells().length === 0) throw refuseFile('file_without_curves')
  const isSubtracted = lookSubtracted(draft.curves('amplification').map(({ values }) => values))
  if (isSubtracted) notices.add('curves_look_subtracted')
  const run = draft.finish({
    name: content.name.replace(/^.*[/\\]/, '').replace(/\.[^.]*$/, '') || 'run',
    source: {
      format: 'table',
      version: '',
      software: '',
      softwareVersion: '',
      instrument: '',
      date: null,
    },
    plate: isRotor ? 'rotor' : null,
    states: { amplification: isSubtracted ? 'baseline-subtracted' : 'raw', melt: 'raw' },
    passiveReference: null,
    wantsAll: true,
  })
  const runs = [timing ? { ...run, minutesPerReading: timing.minutes } : run]
  return { name: content.name, format: 'table', runs, notices: content.notices.list() }
}

/**
 * Return how readings follow each other where tables have times in the place of cycles, with a notice; undefined for cycles.
 * @throws Fault `times_uneven` where they differ.
 */
function readTiming(tables: readonly CurveTable[], notices: NoticeList): Timing | undefined {
  let timing: Timing | undefined
  for (const { table } of tables) {
    const { sheet } = table
    if (sheet.timing) timing = joinTimings(timing, sheet.timing, placeIn(sheet, 0))
  }
  if (timing) notices.add('times_as_readings', {}, { minutes: timing.minutes })
  if (timing && timing.late !== 0) {
    notices.add('times_shifted', {}, { minutes: Math.abs(timing.late) })
  }
  return timing
}

/** Leave out tables with times beside those with cycles, with a notice: their readings are others. */
function withoutTimed(tables: readonly CurveTable[], notices: NoticeList): readonly CurveTable[] {
  const isTimed = ({ table }: CurveTable) => table.sheet.timing !== undefined
  const isCounted = (one: CurveTable) => one.phase === 'amplification' && !isTimed(one)
  if (!tables.some(isCounted)) return tables
  for (const { table } of tables.filter(isTimed)) {
    const name = table.sheet.name || table.sheet.file || (table.names[0] ?? '')
    notices.add('table_ignored', table.place(table.head), { name })
  }
  return tables.filter((one) => !isTimed(one))
}

/** Return the place of a table, with the curves that have no dye where others have one. */
function placeOfDyeless({ table, labels }: OpenCurves, dyeless: readonly CurveLabel[]): Place {
  const place = table.place(table.head)
  const areAll = dyeless.length === 0 || dyeless.length === labels.length
  return areAll ? place : { ...place, wells: nameRanges(dyeless.map(({ text }) => text)) }
}

/** A table with the names of its curves. */
interface OpenCurves {
  table: Table
  phase: CurveTable['phase']
  labels: CurveLabel[]
  /** Columns of numbers. */
  columns: number[]
  /** Tells curves apart by their targets, as nothing names their dyes. */
  areTargets: boolean
  add: (context: CurveContext) => void
}

function openCurves(one: CurveTable, notices: NoticeList): OpenCurves {
  const { table, phase, from, count } = one
  const columns = table.keys.map((_, column) => column)
  if (one.kind === 'rows') {
    const own = openRows(one)
    return {
      table,
      phase,
      labels: own.labels,
      columns: [...columns.slice(from, from + count), ...columnsOf(own.results)],
      areTargets: own.areTargets,
      add: (context) => addRows(one, own, context),
    }
  }
  if (one.kind === 'readings') {
    const own = openLong(table)
    return {
      table,
      phase,
      labels: own.labels,
      columns: numbersOfLong(own),
      areTargets: own.areTargets,
      add: (context) => addLong(table, own, context),
    }
  }
  const labels = titleLabels(labelsOfColumns(one, notices), table.sheet.name)
  return {
    table,
    phase,
    labels,
    columns: [from, ...labels.map(({ at }) => at)],
    areTargets: takeTargets(labels),
    add: (context) => addColumns(one, labels, context),
  }
}

/** Return the label of a table with one curve, whose well may be in the title above it: `A1, Liver, FAM`. */
function titleLabels(labels: CurveLabel[], title: string): CurveLabel[] {
  takeDyes(labels, title)
  const [only] = labels
  const titled = only && labels.length === 1 && only.position === null && readLabel(title, only.at)
  return titled && titled.position ? [titled] : labels
}

function openTable(sheet: Sheet, notices: NoticeList): CurveTable[] {
  const head = findCurves(sheet)
  const kind = head < 0 ? null : curveKind(sheet.rows.row(head).map(keyOf))
  return kind === null ? [] : [{ ...kind, table: new Table(sheet, head, notices) }]
}

function findCurves(sheet: Sheet): number {
  return findHead(sheet, (keys) => curveKind(keys) !== null)
}

/** Name a sheet of which nothing is read: with wells, or with names of curves, it is lost. */
function nameUnread(sheet: Sheet, names: ReadonlySet<string>, notices: NoticeList): void {
  const name = sheet.name || sheet.file
  const place = sheet.member ? { member: sheet.member } : {}
  if (sheet.rows.some((row) => row.some((cell) => cell.trim() !== ''))) {
    const isLost = holdsWells(sheet) || listsNames(sheet, names)
    notices.add(isLost ? 'table_ignored' : 'member_ignored', place, { name })
  }
}
