import { ChannelChooser } from '../choose-channels.ts'
import { nameOfPosition, type WellPosition } from '../plate.ts'
import { memoryOf } from '../reading-memory.ts'
import type { Place } from '../refuse-file.ts'
import type { Table } from '../tables/table.ts'
import type { QuantstudioContext } from './context.ts'
import { targetKeys } from './table-kinds.ts'

/** Add the melt curves: a row for each reading of a well and target. */
export function readMelts(context: QuantstudioContext): void {
  const { draft } = context
  const curves = context.tables.flatMap(({ kind, table }) =>
    kind === 'melt' ? readTable(context, table) : [],
  )
  const channels = new ChannelChooser(draft.notices)
  for (const { position, target: name, at, values, place } of curves) {
    if (!values.some(Number.isFinite)) continue
    const well = draft.openWell(position)
    const only = well.targets.length === 1 ? well.targets[0] : undefined
    const target = (name === '' && only) || draft.openTarget(well, name, '')
    target.channel ??= channels.choose(target, well, place)
    if (draft.hasCurve('melt', position, target.channel)) {
      draft.notices.add('target_twice', { ...place, target: target.target })
    } else draft.addCurve('melt', { position, channel: target.channel, at, values, place })
  }
}

function readTable({ wells, numbers }: QuantstudioContext, table: Table): MeltCurve[] {
  const [temperature, value] = [table.column('temperature'), table.column('fluorescence')]
  const reading = table.column('readingnumber', 'reading')
  const curves = new Map<string, MeltCurve>()
  const seen = new Map<string, Map<string, number>>()
  const { memory } = table.sheet
  for (const row of table.rows) {
    const position = wells.find(table, row)
    const at = numbers.read(table, row, temperature)
    if (!position || !Number.isFinite(at)) continue
    const well = `${position.row} ${position.column}`
    const name = table.text(row, ...targetKeys)
    // Count the readings of a well: without names of targets, one that comes a second time is of its second target.
    const number = table.cell(row, reading)
    const turns = seen.get(well) ?? new Map<string, number>()
    const turn = name === '' && reading >= 0 ? (turns.get(number) ?? 0) + 1 : 1
    seen.set(well, turns.set(number, turn))
    const target = turn > 1 ? `unnamed (${turn})` : name
    const key = `${well} ${target}`
    const place = { ...table.place(row), well: nameOfPosition(position) }
    const known = curves.get(key)
    memory.take(known ? memoryOf.reading : memoryOf.curve, place)
    // Keep the number of the reading for its turn.
    memory.take(memoryOf.text)
    const curve = known ?? { position, target, at: [], values: [], place }
    curve.at.push(at)
    curve.values.push(numbers.read(table, row, value))
    curves.set(key, curve)
  }
  return [...curves.values()]
}

interface MeltCurve {
  position: WellPosition
  target: string
  at: number[]
  values: number[]
  place: Place
}
