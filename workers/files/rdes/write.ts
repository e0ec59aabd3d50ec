import { curveOf, temperaturesOf, type Readings } from '../../curves/readings.ts'
import type { ExportRun, ImportedTarget, ImportedWell } from '../imported-run.ts'
import { type Notice, NoticeList } from '../notices.ts'
import { refuseFile } from '../refuse-file.ts'
import { UniqueNames } from '../unique-names.ts'
import { writeNumber } from '../write-number.ts'
import { rdesColumns } from './columns.ts'

type Phase = 'amplification' | 'melt'

/** The tables of a run as bytes of TSV files: RDES has amplification and melt in a file each. */
export interface RdesFiles {
  amplification: Uint8Array<ArrayBuffer> | null
  melt: Uint8Array<ArrayBuffer> | null
  notices: Notice[]
}

/**
 * Write a run as RDES 1.0 tables: raw curves, the shortest decimals that read back as the same doubles. Where the results
 * rest on a colour compensation write the compensated curves, as RDML has them: a reader finds the Cqs beside them there.
 * Leave out corrected curves with a notice, because RDES forbids them. Number a name that samples of two types or targets of two
 * dyes share. Throws `export_empty` when no table has a row.
 */
export function writeRdes(run: ExportRun): RdesFiles {
  const notices = new NoticeList()
  const amplification = writeTable(run, 'amplification', notices)
  const melt = writeTable(run, 'melt', notices)
  if (!amplification && !melt) throw refuseFile('export_empty')
  return { amplification, melt, notices: notices.list() }
}

function writeTable(
  run: ExportRun,
  phase: Phase,
  notices: NoticeList,
): Uint8Array<ArrayBuffer> | null {
  const curves = run[phase]
  if (!curves) return null
  if (curves.state !== 'raw' && curves.state !== 'compensated') {
    notices.add('curves_not_written', {}, { run: run.name, state: curves.state })
    return null
  }
  const readings = run.compensated?.[phase] ?? curves.readings
  const scale = phase === 'melt' ? meltScale(readings) : cycleScale(readings)
  const names = new RowNames(notices)
  const rows = run.wells.flatMap((well) =>
    well.targets.map((target) => {
      const values = writeValues(readings, target, well, scale, notices)
      return [...names.write(well, target), writeResult(target, phase), ...values]
    }),
  )
  if (rows.length === 0) return null
  const head = [...rdesColumns, phase === 'melt' ? 'Tm' : 'Cq', ...scale.names]
  const text = [head, ...rows].map((cells) => `${cells.join('\t')}\n`).join('')
  // Cast, since one runtime's types know of the buffer only that it is one.
  return new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>
}

/** The columns of the values, and the column of a well's point. */
interface Scale {
  names: string[]
  columnOf(well: number, point: number): number
}

function cycleScale({ points }: Readings): Scale {
  const names = Array.from({ length: points }, (_, i) => String(i + 1))
  return { names, columnOf: (_, point) => point }
}

/** Return the wells' common temperatures, or all of them in rising order where wells differ. */
function meltScale(readings: Readings): Scale {
  const { temperatures, points } = readings
  if (temperatures.length === points && temperatures.every(Number.isFinite)) {
    return { names: [...temperatures].map(writeNumber), columnOf: (_, point) => point }
  }
  const union = [...new Set(temperatures.filter(Number.isFinite))].sort((a, b) => a - b)
  const columns = new Map(union.map((temperature, i) => [temperature, i]))
  return {
    names: union.map(writeNumber),
    columnOf: (well, point) =>
      columns.get(temperaturesOf(readings, well)[point] ?? Number.NaN) ?? -1,
  }
}

function writeValues(
  readings: Readings,
  target: ImportedTarget,
  well: ImportedWell,
  scale: Scale,
  notices: NoticeList,
): string[] {
  const cells = scale.names.map(() => '')
  const channel = target.channel === null ? -1 : readings.channels.indexOf(target.channel)
  if (channel < 0) return cells
  curveOf(readings, channel, well.well).forEach((value, point) => {
    if (!Number.isFinite(value)) return
    const column = scale.columnOf(well.well, point)
    if (column >= 0 && cells[column] === '') cells[column] = writeNumber(value)
    else notices.add('point_not_written', { well: well.name }, { point: point + 1 })
  })
  return cells
}

function writeResult({ cq, cqGiven, tm }: ImportedTarget, phase: Phase): string {
  if (phase === 'melt') return tm.map(writeNumber).join(';')
  if (cq !== null) return writeNumber(cq)
  return cqGiven ? '-1.0' : ''
}

/** First six cells of a row, with the names that RDES asks to be unique made so. */
class RowNames {
  readonly #samples: UniqueNames
  readonly #targets: UniqueNames

  constructor(notices: NoticeList) {
    const changed = (name: string, given: string) => {
      notices.add('name_changed', {}, { name, given })
    }
    this.#samples = new UniqueNames(changed)
    this.#targets = new UniqueNames(changed)
  }

  write(well: ImportedWell, target: ImportedTarget): string[] {
    const sample = clean(well.sample)
    const name = clean(target.target)
    const dye = clean(target.dye || (target.channel ?? ''))
    return [
      well.name,
      this.#samples.give(JSON.stringify([sample, well.sampleType]), sample),
      well.sampleType,
      this.#targets.give(JSON.stringify([name, target.type, dye]), name),
      target.type,
      dye,
    ]
  }
}

/** Replace tabs and line ends, which a cell cannot hold. */
function clean(text: string): string {
  return text.replace(/[\t\r\n]+/g, ' ')
}
