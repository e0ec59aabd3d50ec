import { ChannelChooser } from '../choose-channels.ts'
import { type FileCurve, takeCurve } from '../collect-curves.ts'
import {
  createTarget,
  freeTargetName,
  importedSampleTypes,
  type ImportedTarget,
  type ImportedWell,
} from '../imported-run.ts'
import type { FileLimits } from '../limits.ts'
import type { NoticeList } from '../notices.ts'
import { isNothing, type NumberStyle, readColumn } from '../read-numbers.ts'
import { memoryOf } from '../reading-memory.ts'
import { type Place, refuseFile } from '../refuse-file.ts'
import type { PlacedRow } from './place-wells.ts'

/** Wells, targets and curves of the rows of a table. Throws `number_*` and `targets_too_many`. */
export class RowReader {
  readonly wells = new Map<number, ImportedWell>()
  readonly curves: FileCurve[] = []
  readonly #notices: NoticeList
  readonly #limits: FileLimits
  readonly #channels: ChannelChooser

  constructor(
    rows: readonly PlacedRow[],
    head: readonly string[],
    at: readonly number[],
    style: NumberStyle,
    notices: NoticeList,
    limits: FileLimits,
  ) {
    this.#notices = notices
    this.#limits = limits
    this.#channels = new ChannelChooser(notices)
    const isMelt = /^tm$/i.test(head[6] ?? '')
    for (const placed of rows) {
      // Cut out its cells once.
      const row = { ...placed }
      const placeOf = (column: number): Place => ({
        row: row.row,
        column,
        well: row.name,
        path: head[column - 1] ?? '',
      })
      const curve = at.map((_, i) => row.cells[i + 7] ?? '')
      const values = readColumn(curve, style, (i) => placeOf(i + 8), notices)
      const results = [...readColumn(resultsOf(row.cells), style, () => placeOf(7), notices)]
      this.#readRow(row, results, values, at, isMelt)
    }
  }

  #readRow(
    row: PlacedRow,
    results: readonly number[],
    values: Float64Array,
    at: readonly number[],
    isMelt: boolean,
  ): void {
    const place: Place = { row: row.row, well: row.name }
    const well = this.#openWell(row, place)
    const { targets: limit, memory } = this.#limits
    if (well.targets.length >= limit) throw refuseFile('targets_too_many', place, { limit })
    const [, , , name = '', kind = '', dye = ''] = row.cells.map((cell) => cell.trim())
    memory.take(memoryOf.target, place)
    const target = createTarget(name || freeTargetName(well), dye)
    if (well.targets.some((one) => one.target === target.target)) {
      this.#notices.add('target_twice', { ...place, target: target.target })
      return
    }
    target.type = kind.toLowerCase() === 'ref' ? 'ref' : 'toi'
    takeResults(target, results, isMelt)
    const measured = at.map((_, i) => i).filter((i) => Number.isFinite(values[i]))
    if (measured.length > 0) {
      const channel = this.#channels.choose(target, well, place)
      const pick = (numbers: ArrayLike<number>) => measured.map((i) => numbers[i] ?? Number.NaN)
      const isWhole = measured.length === at.length
      const own = isWhole ? at : pick(at)
      const curve = { well: well.well, channel, at: own, values: pick(values), place }
      takeCurve(curve, memory)
      this.curves.push(curve)
      target.channel = channel
    }
    well.targets.push(target)
  }

  #openWell(row: PlacedRow, place: Place): ImportedWell {
    const [, sample = '', word = ''] = row.cells.map((cell) => cell.trim())
    const known = this.wells.get(row.well)
    if (known) {
      if (known.sample !== sample) {
        this.#notices.add('samples_differ', place, {
          first: known.sample,
          second: sample,
        })
      }
      return known
    }
    const sampleType = importedSampleTypes.find((type) => type === word.toLowerCase())
    if (!sampleType) {
      this.#notices.add('sample_type_unknown', place, {
        sample,
        found: word.slice(0, 40),
      })
    }
    const well: ImportedWell = {
      well: row.well,
      name: row.name,
      sample,
      sampleType: sampleType ?? 'unkn',
      targets: [],
    }
    this.wells.set(row.well, well)
    return well
  }
}

/** Return the numbers of the seventh column of a row, as text; several melting temperatures are joined by semicolons. */
export function resultsOf(cells: readonly string[]): string[] {
  const parts = (cells[6] ?? '').split(';').filter((cell) => !isNothing(cell))
  return parts.map((cell) => cell.trim())
}

function takeResults(target: ImportedTarget, results: readonly number[], isMelt: boolean): void {
  const finite = results.filter(Number.isFinite)
  if (isMelt) {
    target.tm = finite.filter((tm) => tm > 0)
    return
  }
  // Read -1, which says that a Cq was looked for and none found.
  const cq = finite[0]
  target.cqGiven = cq !== undefined
  target.cq = cq !== undefined && cq > 0 ? cq : null
}
