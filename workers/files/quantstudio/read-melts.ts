import { ChannelChooser } from '../choose-channels.ts'
import type { WellPosition } from '../plate.ts'
import type { QuantstudioContext } from './context.ts'
import { targetKeys } from './table-kinds.ts'

/** Adds the melt curves: a row for each reading of a well and target. */
export function readMelts({ tables, wells, numbers, draft }: QuantstudioContext): void {
  const table = tables.find(({ kind, table: one }) => kind === 'melt' && one.rows.length > 0)?.table
  if (!table) return
  const [temperature, value] = [table.column('temperature'), table.column('fluorescence')]
  const curves = new Map<string, MeltCurve>()
  for (const row of table.rows) {
    const position = wells.find(table, row)
    const at = numbers.read(table, row, temperature)
    if (!position || !Number.isFinite(at)) continue
    const target = table.text(row, ...targetKeys)
    const key = `${position.row} ${position.column} ${target}`
    const curve = curves.get(key) ?? { position, target, at: [], values: [], row }
    curve.at.push(at)
    curve.values.push(numbers.read(table, row, value))
    curves.set(key, curve)
  }
  const channels = new ChannelChooser(draft.notices)
  for (const { position, target: name, at, values, row } of curves.values()) {
    if (!values.some(Number.isFinite)) continue
    const well = draft.openWell(position)
    const place = table.place(row)
    const only = well.targets.length === 1 ? well.targets[0] : undefined
    const target = (name === '' && only) || draft.openTarget(well, name, '')
    target.channel ??= channels.choose(target, well, place)
    if (draft.hasCurve('melt', position, target.channel)) {
      draft.notices.add('error', 'target_twice', { ...place, target: target.target })
    } else draft.addCurve('melt', { position, channel: target.channel, at, values, place })
  }
}

interface MeltCurve {
  position: WellPosition
  target: string
  at: number[]
  values: number[]
  row: number
}
