import { ChannelChooser } from '../choose-channels.ts'
import type { FileCurve } from '../collect-curves.ts'
import {
  createTarget,
  freeTargetName,
  importedSampleTypes,
  type ImportedTarget,
  type ImportedWell,
} from '../imported-run.ts'
import type { NoticeList } from '../notices.ts'
import { isNothing, type NumberStyle, readColumn } from '../read-numbers.ts'
import { type Place, refuseFile } from '../refuse-file.ts'
import type { PlacedRow } from './place-wells.ts'

/** Wells, targets and curves of the rows of a table. Throws `number_*` and `targets_too_many`. */
export class RowReader {
  readonly wells = new Map<number, ImportedWell>()
  readonly curves: FileCurve[] = []
  readonly #notices: NoticeList
  readonly #mostTargets: number
  readonly #channels: ChannelChooser

  constructor(
    rows: readonly PlacedRow[],
    head: readonly string[],
    at: readonly number[],
    style: NumberStyle,
    notices: NoticeList,
    mostTargets: number,
  ) {
    this.#notices = notices
    this.#mostTargets = mostTargets
    this.#channels = new ChannelChooser(notices)
    const cells = rows.flatMap(({ cells: own }) => at.map((_, i) => own[i + 7] ?? ''))
    const placeOf = (index: number): Place => {
      const placed = rows[Math.floor(index / at.length)]
      const column = (index % at.length) + 8
      return {
        row: placed?.row ?? 1,
        column,
        well: placed?.name ?? '',
        path: head[column - 1] ?? '',
      }
    }
    const values = readColumn(cells, style, placeOf, notices)
    const results = readResults(rows, head[6] ?? '', style, notices)
    rows.forEach((row, i) => {
      const own = values.subarray(i * at.length, (i + 1) * at.length)
      this.#readRow(row, results[i] ?? [], own, at, /^tm$/i.test(head[6] ?? ''))
    })
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
    const limit = this.#mostTargets
    if (well.targets.length >= limit) throw refuseFile('targets_too_many', place, { limit })
    const [, , , name = '', kind = '', dye = ''] = row.cells.map((cell) => cell.trim())
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
      this.curves.push({ well: well.well, channel, at: pick(at), values: pick(values), place })
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

/** Return the numbers of the seventh column of a row, as text. */
export function resultsOf({ cells }: PlacedRow): string[] {
  const parts = (cells[6] ?? '').split(';').filter((cell) => !isNothing(cell))
  return parts.map((cell) => cell.trim())
}

/** Numbers of the seventh column; several melting temperatures are joined by semicolons. */
function readResults(
  rows: readonly PlacedRow[],
  column: string,
  style: NumberStyle,
  notices: NoticeList,
): (readonly number[])[] {
  const parts = rows.flatMap((row, index) => resultsOf(row).map((cell) => ({ index, cell })))
  const placeOf = (i: number): Place => {
    const row = rows[parts[i]?.index ?? 0]
    return { row: row?.row ?? 1, column: 7, well: row?.name ?? '', path: column }
  }
  const cells = parts.map(({ cell }) => cell)
  const values = readColumn(cells, style, placeOf, notices)
  const results: number[][] = rows.map(() => [])
  parts.forEach(({ index }, i) => results[index]?.push(values[i] ?? Number.NaN))
  return results
}

function takeResults(target: ImportedTarget, results: readonly number[], isMelt: boolean): void {
  const finite = results.filter(Number.isFinite)
  if (isMelt) {
    target.tm = finite.filter((tm) => tm > 0)
    return
  }
  // -1 says that a Cq was looked for and none found.
  const cq = finite[0]
  target.cqGiven = cq !== undefined
  target.cq = cq !== undefined && cq > 0 ? cq : null
}
