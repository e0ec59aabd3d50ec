import { ChannelChooser } from '../choose-channels.ts'
import type { CurveState } from '../../../domain/entities/analysis.ts'
import type { WellPosition } from '../plate.ts'
import { sameDye } from '../tables/run-draft.ts'
import type { Table } from '../tables/table.ts'
import { passiveDye } from './read-source.ts'
import type { QuantstudioContext } from './context.ts'
import { dyeColumns, targetKeys } from './table-kinds.ts'

/** One curve that is being read row by row. */
interface GrowingCurve {
  position: WellPosition
  /** Dye, or target. */
  name: string
  at: number[]
  values: number[]
  row: number
}

/**
 * Adds the amplification curves and gives each target its channel; returns what was done to them. The
 * dyes win over Rn unless Rn reaches further (a multicomponent table that was cut or left empty).
 */
export function readCurves(context: QuantstudioContext): CurveState {
  const dyes = tableOf(context, 'dyes')
  const ratios = tableOf(context, 'amplification')
  const signals = dyes ? readSignals(context, dyes) : []
  const normalised = ratios ? readRatios(context, ratios, ['rn']) : []
  const reach = (curves: readonly GrowingCurve[]) =>
    curves.reduce((most, { at, values }) => {
      const last = values.findLastIndex(Number.isFinite)
      return Math.max(most, last < 0 ? 0 : (at[last] ?? 0))
    }, 0)
  const { notices } = context.draft
  if (dyes && reach(signals) > 0 && reach(signals) >= reach(normalised)) {
    addSignals(context, dyes, signals)
    return 'compensated'
  }
  if (ratios && reach(normalised) > 0) {
    notices.add('info', 'curves_normalised')
    addRatios(context, ratios, normalised)
    return 'normalised'
  }
  const subtracted = ratios ? readRatios(context, ratios, ['drn', 'deltarn']) : []
  if (ratios && reach(subtracted) > 0) {
    notices.add('info', 'curves_subtracted')
    addRatios(context, ratios, subtracted)
  }
  return 'baseline-subtracted'
}

function tableOf({ tables }: QuantstudioContext, kind: 'dyes' | 'amplification'): Table | null {
  const own = tables.filter((one) => one.kind === kind).map(({ table }) => table)
  return own.find(({ rows }) => rows.length > 0) ?? null
}

function readSignals({ wells, numbers, facts }: QuantstudioContext, table: Table): GrowingCurve[] {
  const columns = dyeColumns(table)
  const cycle = table.column('cycle', 'cyclenumber')
  const stages = chooseStage(table, cycle, facts.get(...stageFacts))
  const curves = new Map<string, GrowingCurve>()
  for (const row of table.rows) {
    if (!stages(row)) continue
    const position = wells.find(table, row)
    if (!position) continue
    const at = numbers.read(table, row, cycle)
    for (const column of columns) {
      const name = table.names[column] ?? ''
      const key = `${position.row} ${position.column} ${name}`
      const curve = curves.get(key) ?? { position, name, at: [], values: [], row }
      curve.at.push(at)
      curve.values.push(numbers.read(table, row, column))
      curves.set(key, curve)
    }
  }
  return [...curves.values()]
}

const stageFacts = ['pcrstagestepnumber', 'stagecyclewhereanalysisisperformed', 'pcrstagestep']

/** Rows of the step where the analysis is made: as the preamble says, else where most cycles are. */
function chooseStage(table: Table, cycle: number, named: string): (row: number) => boolean {
  const [stage, step] = [table.column('stagenumber', 'stage'), table.column('stepnumber', 'step')]
  if (stage < 0) return () => true
  const keyOfRow = (row: number) =>
    `${Number.parseInt(table.cell(row, stage), 10)}:${Number.parseInt(table.cell(row, step), 10)}`
  const cycles = new Map<string, Set<string>>()
  for (const row of table.rows) {
    const key = keyOfRow(row)
    const own = cycles.get(key) ?? new Set()
    cycles.set(key, own.add(table.cell(row, cycle)))
  }
  const [, stageName, stepName] = /stage\s*(\d+)\D+(\d+)/i.exec(named) ?? []
  const wanted = `${stageName}:${stepName}`
  const most = [...cycles].reduce((best, one) => (one[1].size > best[1].size ? one : best), [
    '',
    new Set<string>(),
  ] as [string, Set<string>])[0]
  const chosen = cycles.has(wanted) ? wanted : most
  return (row) => keyOfRow(row) === chosen
}

function addSignals(
  { draft, facts }: QuantstudioContext,
  table: Table,
  curves: readonly GrowingCurve[],
): void {
  const described = draft.wells().length > 0
  const passive = passiveDye(facts.get('passivereference', 'passivereferencedye')) ?? ''
  const reporters = new Set(
    curves.map(({ name }) => name).filter((name) => !sameDye(name, passive)),
  )
  for (const { position, name, at, values, row } of curves) {
    if (!values.some(Number.isFinite)) continue
    const place = table.place(row, table.names.indexOf(name))
    draft.addCurve('amplification', { position, channel: name, at, values, place })
    if (!described && !sameDye(name, passive)) {
      draft.openTarget(draft.openWell(position), '', name).channel = name
    }
  }
  const only = reporters.size === 1 ? [...reporters][0] : undefined
  for (const target of draft.wells().flatMap(({ targets }) => targets)) {
    const dye = target.dye || (only ?? '')
    target.channel = [...reporters].find((name) => sameDye(name, dye)) ?? target.channel
    if (target.dye === '' && target.channel === null) {
      draft.notices.add('warning', 'dye_unknown', { target: target.target })
    } else if (target.dye === '') target.dye = target.channel ?? ''
  }
}

function readRatios(
  { wells, numbers }: QuantstudioContext,
  table: Table,
  keys: readonly string[],
): GrowingCurve[] {
  const value = table.column(...keys)
  if (value < 0) return []
  const cycle = table.column('cycle', 'cyclenumber')
  const curves = new Map<string, GrowingCurve>()
  for (const row of table.rows) {
    const position = wells.find(table, row)
    if (!position) continue
    const name = table.text(row, ...targetKeys, 'snpassayname')
    const key = `${position.row} ${position.column} ${name}`
    const curve = curves.get(key) ?? { position, name, at: [], values: [], row }
    curve.at.push(numbers.read(table, row, cycle))
    curve.values.push(numbers.read(table, row, value))
    curves.set(key, curve)
  }
  return [...curves.values()]
}

function addRatios(
  { draft }: QuantstudioContext,
  table: Table,
  curves: readonly GrowingCurve[],
): void {
  const channels = new ChannelChooser(draft.notices)
  for (const { position, name, at, values, row } of curves) {
    if (!values.some(Number.isFinite)) continue
    const place = table.place(row)
    const well = draft.openWell(position)
    const target = draft.openTarget(well, name, '')
    if (target.dye === '') draft.notices.add('warning', 'dye_unknown', { target: target.target })
    target.channel = channels.choose(target, well, place)
    draft.addCurve('amplification', { position, channel: target.channel, at, values, place })
  }
}
