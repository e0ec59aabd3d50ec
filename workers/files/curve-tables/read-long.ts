import { foldDye } from '../../../domain/catalog/dyes.ts'
import { columnOfHeader, findColumn, isTargetHeader } from '../../../domain/rules/list-words.ts'
import { nameOfPosition } from '../plate.ts'
import { memoryOf } from '../reading-memory.ts'
import {
  columnsOf,
  findResults,
  findType,
  type ResultColumns,
  takeResults,
} from '../tables/result-columns.ts'
import { isTimeHead } from '../tables/read-time.ts'
import type { Table } from '../tables/table.ts'
import type { TableNumbers } from '../tables/table-numbers.ts'
import type { CurveContext } from './read-columns.ts'
import { type CurveLabel, readLabel } from './curve-labels.ts'
import {
  besideHead,
  cycleHead,
  dyeColumns,
  dyeHead,
  isDye,
  isTotal,
  reckonedHead,
  temperatureHead,
  valueHead,
  wellHead,
} from './table-kinds.ts'

/** Readings at one temperature (to a tenth of a degree) from which they are cycles and no melt. */
const fewestCycles = 5

/** Columns of a table with a row for each reading; -1 for none. */
interface LongColumns {
  well: number
  cycle: number
  temperature: number
  /** Light of all rows, or of each dye where a row has a column for each. */
  values: { column: number; dye: string }[]
  sample: number
  target: number
  dye: number
  type: number
  results: ResultColumns
}

/** A table with a row for each reading, by its curves. */
export interface LongTable {
  columns: LongColumns
  labels: CurveLabel[]
  /** Rows of each curve and the column of its light, in the order of the labels. */
  curves: { rows: number[]; light: number }[]
  /** Tells curves apart by their targets, as nothing names their dyes. */
  areTargets: boolean
}

/** Group the rows of a table by curve: well and dye, or well and target where nothing names the dye. */
export function openLong(table: Table): LongTable {
  const named = (passes: (name: string) => boolean) => table.names.findIndex(passes)
  const keyed = (test: RegExp) => table.keys.findIndex((key) => test.test(key))
  const value = keyed(valueHead)
  const columns: LongColumns = {
    well: wellColumn(table),
    cycle: keyed(cycleHead),
    temperature: keyed(temperatureHead),
    values: value < 0 ? dyeColumns(table, isDye) : [{ column: value, dye: '' }],
    sample: findColumn(table.names, 'name'),
    target: named(isTargetHeader),
    dye: keyed(dyeHead),
    type: findType(table.names),
    results: findResults(table.names),
  }
  const { memory } = table.sheet
  // Count a list of rows of its own for each further dye.
  const others = Math.max(0, columns.values.length - 1)
  memory.take(memoryOf.number * others * table.rows.length, table.place(table.head))
  const groups = new Map<string, { label: CurveLabel; rows: number[]; light: number }>()
  let areTargets = false
  for (const row of table.rows) {
    if (isTotal(table.cell(row, columns.well))) continue
    const [well, dye, target] = [columns.well, columns.dye, columns.target].map((column) =>
      table.cell(row, column),
    ) as [string, string, string]
    for (const { column, dye: own } of columns.values) {
      const label = { ...readLabel(well, row), isWell: true }
      const named = own || dye || label.dye
      const isTarget = !named && columns.dye < 0 && target !== ''
      label.dye = isTarget ? target : named
      areTargets ||= isTarget
      const place = label.position ? nameOfPosition(label.position) : (label.number ?? label.text)
      const key = JSON.stringify([place, isTarget ? target : foldDye(named)])
      const known = groups.get(key)
      if (known) known.rows.push(row)
      else {
        memory.take(memoryOf.group, table.place(row))
        groups.set(key, { label, rows: [row], light: column })
      }
    }
  }
  const all = [...groups.values()]
  return {
    columns,
    labels: all.map(({ label }) => label),
    curves: all.map(({ rows, light }) => ({ rows, light })),
    areTargets,
  }
}

/** Return the column of wells, or of the tubes of a rotor; -1 for none. */
function wellColumn({ names, keys }: Table): number {
  const word = names.findIndex((name) => columnOfHeader(name)?.column === 'well')
  return word < 0 ? keys.findIndex((key) => wellHead.test(key)) : word
}

/** Return the columns that hold numbers. */
export function numbersOfLong({ columns }: LongTable): number[] {
  const light = columns.values.map(({ column }) => column)
  const own = [columns.cycle, columns.temperature, ...light, ...columnsOf(columns.results)]
  return own.filter((column) => column >= 0)
}

/** Add the curves of a table with a row for each reading: rows with a cycle amplify, others with a temperature melt. */
export function addLong(
  table: Table,
  { columns, labels, curves }: LongTable,
  context: CurveContext,
): void {
  const { draft, places } = context
  nameOthers(table, columns, curves[0]?.rows ?? [], draft.notices)
  for (const row of table.rows) {
    if (isTotal(table.cell(row, columns.well))) draft.notices.add('line_ignored', table.place(row))
  }
  const hasTargets = labels.some(({ at }) => table.cell(at, columns.target) !== '')
  for (const [i, label] of labels.entries()) {
    const { rows: readings, light } = curves[i] ?? { rows: [], light: -1 }
    const position = places.positionOf(label)
    const place = table.place(label.at, columns.well)
    if (!position) {
      for (const row of readings) {
        const code = table.countFilled(row) <= 2 ? 'line_ignored' : 'row_ignored'
        draft.notices.add(code, table.place(row, columns.well), {
          well: label.text.slice(0, 40),
        })
      }
      continue
    }
    const well = draft.openWell(position)
    const named = { ...place, well: nameOfPosition(position) }
    for (const row of readings) {
      draft.nameSample(well, table.cell(row, columns.sample) || label.sample, named)
    }
    draft.readType(well, table.cell(label.at, columns.type), named)
    const channel = label.dye || context.channel
    const isAdded = addPhases(
      table,
      { columns, own: readings, light, position, channel, place: named },
      context,
    )
    if (!isAdded) continue
    const target = table.cell(label.at, columns.target)
    // Leave a curve without a target alone where others have one: it is a passive reference, or was not asked for.
    if (target === '' && hasTargets) continue
    const own = draft.openTarget(well, target, label.dye || context.dye || channel)
    own.channel ??= channel
    const ofRow = { table, row: label.at, columns: columns.results }
    takeResults(
      ofRow,
      { well, target: own, place: named },
      {
        numbers: context.numbers,
        notices: draft.notices,
      },
    )
  }
}

interface LongCurve {
  columns: LongColumns
  own: readonly number[]
  light: number
  position: { row: number; column: number }
  channel: string
  place: CurvePlace
}
type CurvePlace = ReturnType<Table['place']>

/** Add the amplification and the melt of one curve; false if it has neither. */
function addPhases(table: Table, curve: LongCurve, { draft, numbers }: CurveContext): boolean {
  const { columns, own, light, position, channel, place } = curve
  const readings = own.map((row) => readRow(table, row, { ...columns, light }, numbers))
  // Take a cycle 0 for one of a curve where it is there once; the readings of a melt may all have it.
  const isCounted =
    readings.filter(({ cycle }) => cycle === 0).length === 1 &&
    readings.some(({ cycle }) => cycle > 0)
  const isCycle = ({ cycle }: { cycle: number }) => cycle > 0 || (isCounted && cycle === 0)
  let isAdded = false
  for (const phase of ['amplification', 'melt'] as const) {
    const found = readings.filter((one) =>
      phase === 'amplification' ? isCycle(one) : !isCycle(one) && Number.isFinite(one.temperature),
    )
    const values = found.map(({ value }) => value)
    if (!values.some(Number.isFinite)) continue
    if (phase === 'melt' && !isMelt(found)) {
      for (const { row } of found) {
        draft.notices.add('row_ignored', { ...table.place(row, columns.temperature), ...place })
      }
      continue
    }
    if (draft.hasCurve(phase, position, channel)) {
      draft.notices.add('well_twice', { ...place, path: channel })
      continue
    }
    const temperatures = found.map(({ temperature }) => temperature)
    const at = phase === 'melt' ? temperatures : found.map(({ cycle }) => cycle)
    const isWarm = phase === 'amplification' && temperatures.some(Number.isFinite)
    draft.addCurve(phase, { position, channel, at, values, ...(isWarm && { temperatures }), place })
    isAdded = true
  }
  for (const one of readings) {
    const { row, temperature } = one
    if (!isCycle(one) && !Number.isFinite(temperature)) {
      draft.notices.add('row_ignored', { ...table.place(row, columns.cycle), ...place })
    }
  }
  return isAdded
}

/** Return true if temperatures rise or fall as in a melt: readings of cycles at one temperature lack their cycles. */
function isMelt(readings: readonly { temperature: number }[]): boolean {
  const counts = new Map<number, number>()
  for (const { temperature } of readings) {
    const degrees = Math.round(10 * temperature)
    counts.set(degrees, (counts.get(degrees) ?? 0) + 1)
  }
  return [...counts.values()].every((count) => count < fewestCycles)
}

function readRow(
  table: Table,
  row: number,
  columns: Pick<LongColumns, 'cycle' | 'temperature'> & { light: number },
  numbers: TableNumbers,
) {
  const read = (column: number) => (column < 0 ? Number.NaN : numbers.read(table, row, column))
  return {
    row,
    cycle: read(columns.cycle),
    temperature: read(columns.temperature),
    value: read(columns.light),
  }
}

/** Columns beside the light whose numbers change from cycle to cycle as well. */
const besideLight =
  /^(time|temp|sec|min|hour|date|uhr|zeit|deriv|step|stage|point|reading|index|row|no$|nr$|id$)/

/** Name the columns that are not read: those with light, and those with other numbers for each cycle, as an error, since their curves are lost. */
function nameOthers(
  table: Table,
  columns: LongColumns,
  first: readonly number[],
  notices: CurveContext['draft']['notices'],
): void {
  const { values, results, ...others } = columns
  const light = values.map(({ column }) => column)
  const read = [...Object.values(others), ...light, ...columnsOf(results)]
  for (const [column, name] of table.names.entries()) {
    if (read.includes(column)) continue
    const key = table.keys[column] ?? ''
    const isKnown = besideLight.test(key) || reckonedHead.test(key) || besideHead.test(key)
    const isLost =
      valueHead.test(key) ||
      isDye(key) ||
      (reckonedHead.test(key) && isAlone(table, columns, column)) ||
      (!isKnown && isCurve(table, column, first))
    // Pass over the column before the others, which counts the rows.
    if (name === '' && (!isLost || column === 0)) continue
    const element = name || String(column + 1)
    const count = table.rows.filter((row) => table.cell(row, column) !== '').length
    const isTimed = columns.cycle >= 0 && isTimeHead(name)
    if (isTimed) notices.add('times_beside_cycles', { path: element }, { element })
    const code = isLost ? 'column_ignored' : 'element_ignored'
    if (count > 0) notices.add(code, { path: element }, { element, count })
  }
}

/** Fewest numbers of one curve that differ. */
const fewestDifferent = 5

/** Return true for a column whose numbers are others for most cycles of a curve. */
function isCurve(table: Table, column: number, rows: readonly number[]): boolean {
  const cells = new Set(rows.map((row) => table.cell(row, column)))
  const areNumbers = [...cells].every((cell) => /^[+-]?\d+[.,]\d+(e[+-]?\d+)?$/i.test(cell))
  return areNumbers && cells.size >= fewestDifferent && 2 * cells.size > rows.length
}

/** Return true if a reading has its light in this column and in none that is read. */
function isAlone(table: Table, { values }: LongColumns, column: number): boolean {
  return table.rows.some(
    (row) =>
      table.cell(row, column) !== '' && values.every((one) => table.cell(row, one.column) === ''),
  )
}
