import { channelOfDye } from '../../../domain/catalog/dyes.ts'
import type { CurveState } from '../../../domain/entities/analysis.ts'
import { readSampleType, typeOfName } from '../../../domain/rules/list-words.ts'
import { readLabel } from '../curve-tables/curve-labels.ts'
import { cycleHead, temperatureHead } from '../curve-tables/table-kinds.ts'
import { type ImportedSampleType, rdmlTypeOf } from '../imported-run.ts'
import { nameOfPosition, type WellPosition } from '../plate.ts'
import { memoryOf } from '../reading-memory.ts'
import { type Phase, type RunDraft, sameDye } from '../tables/run-draft.ts'
import type { Table } from '../tables/table.ts'
import type { TableNumbers } from '../tables/table-numbers.ts'
import { type Light, lightOf } from './table-kinds.ts'

/** The curve of one plot: two columns under the title that names its well. */
interface Plot {
  table: Table
  phase: Phase
  light: Light
  /** Title of the plot; null where the row of titles cannot be shared out among the plots. */
  title: string | null
  axis: number
  value: number
}

/** Processing of each light before it was drawn, in the order in which it is taken. */
const states: Readonly<Record<Light, CurveState>> = {
  r: 'raw',
  rn: 'normalised',
  dr: 'baseline-subtracted',
  drn: 'baseline-subtracted',
}
const order = Object.keys(states) as Light[]

/**
 * Add the curves of charts that MxPro and Aria software export: a block for each plot below each other or side by side, with
 * its well, replicate, name and dye in the line above (`A1, Replicate 1, FAM`). Of several kinds of light the one that was
 * changed least is taken, and the others are named. Return the state of the amplification, null without any.
 */
export function readPlots(
  tables: readonly Table[],
  draft: RunDraft,
  numbers: TableNumbers,
): CurveState | null {
  const plots = tables.flatMap(listPlots)
  draft.memory.take(memoryOf.group * plots.length)
  const taken = (phase: Phase) =>
    order.find((light) => plots.some((one) => one.phase === phase && one.light === light))
  const lights = { amplification: taken('amplification'), melt: taken('melt') }
  for (const plot of plots) {
    const { table, phase, light, axis, value } = plot
    if (light === lights[phase]) addPlot(plot, draft, numbers)
    else {
      const params = { element: table.names[value] ?? '', count: table.rows.length }
      draft.notices.add('element_ignored', table.place(table.head, axis), params)
    }
  }
  return lights.amplification ? states[lights.amplification] : null
}

/** Return the columns of numbers of a table of plots. */
export function columnsOfPlots(table: Table): number[] {
  return listPlots(table).flatMap(({ axis, value }) => [axis, value])
}

function listPlots(table: Table): Plot[] {
  const axes = table.keys.flatMap((key, column) =>
    cycleHead.test(key) || temperatureHead.test(key) ? [column] : [],
  )
  const titles = axes.length === 1 ? [table.sheet.name] : shareTitles(table, axes)
  return axes.flatMap((axis, i) => {
    const light = lightOf(table.keys[axis + 1] ?? '')
    const phase = cycleHead.test(table.keys[axis] ?? '') ? 'amplification' : 'melt'
    const title = titles?.[i] ?? null
    return light ? [{ table, phase, light, title, axis, value: axis + 1 } as const] : []
  })
}

/**
 * Share the row of titles out among the plots: titles without quotes are cut at their commas and no longer begin above their
 * plots. Return null where the parts do not give each plot one title that begins with a well.
 */
function shareTitles(table: Table, axes: readonly number[]): string[] | null {
  const above = table.sheet.rows.row(table.head - 1).map((cell) => cell.trim())
  const hasWell = (part: string) => readTitle(part).position !== null
  // Join a part without a well, such as a dye, to a title that was cut, also where it is above a plot by chance.
  if (above.every((cell, column) => cell === '' || (axes.includes(column) && hasWell(cell)))) {
    return axes.map((axis) => above[axis] ?? '')
  }
  const parts = above.filter((cell) => cell !== '')
  const count = parts.length / axes.length
  const fits = parts.every((part, i) => hasWell(part) === (i % count === 0))
  if (!Number.isInteger(count) || !fits) return null
  return axes.map((_, i) => parts.slice(i * count, (i + 1) * count).join(', '))
}

function addPlot(plot: Plot, draft: RunDraft, numbers: TableNumbers): void {
  const { table, phase, axis, value } = plot
  const title = readTitle(plot.title ?? '')
  const place = table.place(table.head, value)
  if (!title.position) {
    const name = plot.title ?? table.sheet.rows.row(table.head - 1).join(', ')
    draft.notices.add('table_ignored', place, { name: name.slice(0, 40) })
    return
  }
  const { position } = title
  const named = { ...place, well: nameOfPosition(position) }
  const rows = table.rows.filter((row) => table.cell(row, axis) !== '')
  const channel = title.dye || 'unknown'
  const values = rows.map((row) => numbers.read(table, row, value))
  const well = draft.openWell(position)
  draft.nameSample(well, title.sample, named)
  if (title.type) draft.setType(well, title.type, named)
  if (!values.some(Number.isFinite)) return
  if (draft.hasCurve(phase, position, channel)) {
    draft.notices.add('well_twice', { ...named, path: channel })
    return
  }
  const at = rows.map((row) => numbers.read(table, row, axis))
  draft.addCurve(phase, { position, channel, at, values, place: named })
  const known = well.targets.find(({ dye }) => sameDye(dye, title.dye))
  const target = known ?? draft.openTarget(well, '', title.dye || channel)
  target.channel ??= channel
}

interface Title {
  position: WellPosition | null
  sample: string
  dye: string
  type: ImportedSampleType | null
}

/** Take a title such as `A1, Repl. 1, Liver FAM, Unknown` apart. A plot of several wells has no well of its own. */
function readTitle(text: string): Title {
  const [first = '', ...parts] = text.split(',').map((part) => part.trim())
  const label = readLabel(first, 0)
  const title: Title = {
    position: label.position,
    sample: label.sample,
    dye: label.dye,
    type: null,
  }
  for (const part of parts) {
    const [, name = '', last = ''] = /^(.*?)(\S*)$/.exec(part.slice(0, 200)) ?? []
    const type = /^unk/i.test(part) ? readSampleType(part) : typeOfName(part)
    if (channelOfDye(part)) title.dye = part
    else if (channelOfDye(last)) [title.sample, title.dye] = [title.sample || name.trim(), last]
    else if (type) title.type = rdmlTypeOf[type]
    else if (!/^repl(icate|\.)?\s*\d*$/i.test(part)) title.sample ||= part
  }
  return title
}
