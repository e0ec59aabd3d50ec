import { parseWell, type WellPosition } from '../plate.ts'
import { memoryOf } from '../reading-memory.ts'
import type { RunDraft } from '../tables/run-draft.ts'
import type { Table } from '../tables/table.ts'
import type { TableNumbers } from '../tables/table-numbers.ts'
import { filterColumns } from './table-kinds.ts'

/** Fewer readings in one cycle are a reading before or after the run and no melt. */
const fewestMeltPoints = 10

/** Rows of one well in one segment of the programme, in the file's order. */
interface Series {
  position: WellPosition
  rows: number[]
}

/**
 * Add the curves of a raw table. The amplification is the segment with most cycles; the melt is the one
 * with most readings in its only cycle. Readings of other segments are named in a notice.
 */
export function readRaw(table: Table, draft: RunDraft, numbers: TableNumbers): void {
  const segments = groupRows(table, draft)
  const cycle = table.column('cycle')
  const cyclesOf = (series: readonly Series[]) =>
    new Set(series.flatMap(({ rows }) => rows.map((row) => table.cell(row, cycle)))).size
  const sized = [...segments].map(([name, series]) => ({
    name,
    series: [...series.values()],
    cycles: cyclesOf([...series.values()]),
    readings: Math.max(...[...series.values()].map(({ rows }) => rows.length)),
  }))
  const amplification = largest(sized, ({ cycles }) => (cycles > 1 ? cycles : 0))
  const melt = largest(sized, ({ cycles, readings }) =>
    cycles === 1 && readings >= fewestMeltPoints ? readings : 0,
  )
  for (const { name, series, readings } of sized) {
    if (name === amplification?.name) addCurves('amplification', series, table, draft, numbers)
    else if (name === melt?.name) addCurves('melt', series, table, draft, numbers)
    else draft.notices.add('element_ignored', { path: name }, { element: name, count: readings })
  }
}

/** Group rows by programme and segment, then by well. */
function groupRows(table: Table, draft: RunDraft): Map<string, Map<string, Series>> {
  const segments = new Map<string, Map<string, Series>>()
  const [well, programme, segment] = [
    table.column('samplepos'),
    table.column('prog'),
    table.column('seg'),
  ]
  for (const row of table.rows) {
    const name = table.cell(row, well)
    const position = parseWell(name)
    if (!position) {
      const code = table.countFilled(row) <= 2 ? 'line_ignored' : 'row_ignored'
      draft.notices.add(code, table.place(row, well), { well: name.slice(0, 40) })
      continue
    }
    const key = `Prog# ${table.cell(row, programme)} Seg# ${table.cell(row, segment)}`
    const wells = segments.get(key) ?? new Map<string, Series>()
    segments.set(key, wells)
    const known = wells.get(name)
    if (!known) draft.memory.take(memoryOf.group)
    const series = known ?? { position, rows: [] }
    wells.set(name, series)
    series.rows.push(row)
  }
  return segments
}

function largest<T>(items: readonly T[], sizeOf: (item: T) => number): T | null {
  return items.reduce<T | null>((best, item) => {
    return sizeOf(item) > (best === null ? 0 : sizeOf(best)) ? item : best
  }, null)
}

function addCurves(
  phase: 'amplification' | 'melt',
  series: readonly Series[],
  table: Table,
  draft: RunDraft,
  numbers: TableNumbers,
): void {
  const [cycle, temperature] = [table.column('cycle'), table.column('temp')]
  for (const { position, rows } of series) {
    const first = rows[0] ?? 0
    const name = table.text(first, 'samplepos')
    const well = draft.openWell(position)
    draft.nameSample(well, table.text(first, 'samplename'), { ...table.place(first), well: name })
    const temperatures = rows.map((row) => numbers.read(table, row, temperature))
    const at = phase === 'melt' ? temperatures : rows.map((row) => numbers.read(table, row, cycle))
    for (const column of filterColumns(table)) {
      const channel = (table.names[column] ?? '').replaceAll(' ', '')
      const values = rows.map((row) => numbers.read(table, row, column))
      if (!values.some(Number.isFinite)) continue
      const place = { ...table.place(first, column), well: name }
      if (draft.hasCurve(phase, position, channel)) {
        draft.notices.add('well_twice', place)
        continue
      }
      const curve = { position, channel, at, values, place }
      draft.addCurve(phase, phase === 'melt' ? curve : { ...curve, temperatures })
      draft.openTarget(well, '', channel).channel = channel
    }
  }
}
