import { foldDye } from '../../../domain/catalog/dyes.ts'
import type { ListColumn } from '../../../domain/catalog/list-words.ts'
import { columnOfHeader } from '../../../domain/rules/list-words.ts'
import { ChannelChooser } from '../choose-channels.ts'
import type { CurveState } from '../../../domain/entities/analysis.ts'
import { dyeHead } from '../curve-tables/table-kinds.ts'
import type { ImportedTarget } from '../imported-run.ts'
import { nameOfPosition, nameRanges, type WellPosition } from '../plate.ts'
import { memoryOf } from '../reading-memory.ts'
import type { Place } from '../refuse-file.ts'
import { sameDye } from '../tables/run-draft.ts'
import type { Table } from '../tables/table.ts'
import { passiveDye } from './read-source.ts'
import type { QuantstudioContext } from './context.ts'
import { nameRepeated, nameUnread, signalColumns, targetKeys } from './table-kinds.ts'

/** One curve that is being read row by row. */
interface GrowingCurve {
  position: WellPosition
  /** Dye, or target. */
  name: string
  /** Dye of a target, where the row names it. */
  dye?: string
  at: number[]
  values: number[]
  place: Place
}

/**
 * Add the amplification curves and give each target its channel; returns what was done to them. The
 * dyes win over Rn unless Rn reaches further (a multicomponent table that was cut or left empty) or has
 * curves of more targets (a dye that was not exported). Curves of the one that the other has no
 * counterpart of are named.
 */
export function readCurves(context: QuantstudioContext): CurveState {
  const isDescribed = context.draft.wells().length > 0
  const signals = tablesOf(context, 'dyes').flatMap((table) => readSignals(context, table))
  const ratios = tablesOf(context, 'amplification')
  for (const table of ratios) nameUnread(table, context.draft.notices)
  const normalised = ratios.flatMap((table) => readRatios(context, table, ['rn']))
  const { notices } = context.draft
  if (reach(signals) > 0 && reach(signals) >= reach(normalised)) {
    const onlyThere = findUncovered(context, signals, normalised)
    if (onlyThere.length === 0) {
      addSignals(context, signals, isDescribed)
      return 'compensated'
    }
    for (const [target, wells] of Map.groupBy(onlyThere, ({ name }) => name)) {
      notices.add('dyes_incomplete', { ...(target && { target }), wells: nameCurves(wells) })
    }
  }
  if (reach(normalised) > 0) {
    notices.add('curves_normalised')
    addRatios(context, normalised)
    nameUntaken(context, signals)
    return 'normalised'
  }
  const subtracted = ratios.flatMap((table) => readRatios(context, table, ['drn', 'deltarn']))
  if (reach(subtracted) > 0) {
    notices.add('curves_subtracted')
    addRatios(context, subtracted)
  }
  return 'baseline-subtracted'
}

/** Return the last cycle at which any of the curves has a value. */
function reach(curves: readonly GrowingCurve[]): number {
  return curves.reduce((most, { at, values }) => {
    const last = values.findLastIndex(
      (value, i) => Number.isFinite(value) && Number.isFinite(at[i]),
    )
    return Math.max(most, at[last] ?? 0)
  }, 0)
}

/**
 * Find normalised curves without a counterpart among the dyes: the target's dye has no curve in that well, or is not
 * named and could be several.
 */
function findUncovered(
  context: QuantstudioContext,
  signals: readonly GrowingCurve[],
  normalised: readonly GrowingCurve[],
): GrowingCurve[] {
  const { draft } = context
  const passive = passiveOf(context)
  const dyes = Map.groupBy(signals.filter(isMeasured), keyOfWell)
  const wells = Map.groupBy(normalised.filter(isMeasured), keyOfWell)
  return [...wells].flatMap(([key, curves]) => {
    const well = draft.openWell(curves[0]!.position)
    const free = (dyes.get(key) ?? []).filter(
      ({ name }) =>
        !sameDye(name, passive) && !well.targets.some((target) => sameDye(name, target.dye)),
    )
    const open = curves.filter(({ name, dye }) => !dye && !well.targets.some(isNamed(name)))
    const [only] = open
    if (only && open.length === 1 && free.length === 1) {
      // Settle it with the others when all curves are read: one target, one dye.
      draft.openTarget(well, only.name, '')
      open.length = 0
    }
    return curves.filter((curve) => {
      if (curve.dye)
        return !(dyes.get(key) ?? []).some(({ name }) => sameDye(name, curve.dye ?? ''))
      const target = well.targets.find(isNamed(curve.name))
      if (!target) return open.includes(curve)
      return !(dyes.get(key) ?? []).some(({ name }) => sameDye(name, target.dye))
    })
  })
}

/** Return a check for targets with a name and a dye. */
function isNamed(name: string): (target: ImportedTarget) => boolean {
  return ({ target, dye }) => target === name && dye !== ''
}

/** Name the dyes' curves that have no counterpart among the normalised ones. */
function nameUntaken(context: QuantstudioContext, signals: readonly GrowingCurve[]): void {
  const { draft } = context
  const passive = passiveOf(context)
  const taken = new Set(draft.curves('amplification').map(keyOfWell))
  const reporters = draft.wells().flatMap(({ targets }) => targets.map(({ dye }) => dye))
  const codeOf = (curve: GrowingCurve) => {
    const own = draft.findWell(curve.position)?.targets ?? []
    if (own.some(({ dye, channel }) => sameDye(dye, curve.name) && channel !== null)) return null
    if (!reporters.some((dye) => sameDye(dye, curve.name))) return 'channel_without_target'
    return taken.has(keyOfWell(curve)) ? 'curve_without_target' : 'curve_not_taken'
  }
  const left = signals.filter((one) => isMeasured(one) && !sameDye(one.name, passive))
  for (const [path, curves] of Map.groupBy(left, ({ name }) => name)) {
    for (const [code, own] of Map.groupBy(curves, codeOf)) {
      if (code !== null) draft.notices.add(code, { path, wells: nameCurves(own) })
    }
  }
}

function passiveOf({ facts }: QuantstudioContext): string {
  return passiveDye(facts.get('passivereference', 'passivereferencedye')) ?? ''
}

function isMeasured({ values }: GrowingCurve): boolean {
  return values.some(Number.isFinite)
}

function keyOfWell({ position }: { position: WellPosition }): string {
  return `${position.row} ${position.column}`
}

function nameCurves(curves: readonly GrowingCurve[]): string {
  return nameRanges(curves.map(({ position }) => nameOfPosition(position)))
}

function tablesOf({ tables }: QuantstudioContext, kind: 'dyes' | 'amplification'): Table[] {
  return tables
    .filter((one) => one.kind === kind && one.table.rows.length > 0)
    .map((one) => one.table)
}

/**
 * Return what takes the sample of a curve from its first row, and its type where no other table describes the wells. A well
 * that the others leave out stays empty.
 */
function makeDescribe({ draft, tables }: QuantstudioContext, table: Table) {
  const isDescribed = tables.some(({ kind }) => kind === 'setup' || kind === 'results')
  const find = (word: ListColumn) =>
    table.names.findIndex((name) => columnOfHeader(name)?.column === word)
  const [sampleColumn, typeColumn] = [find('name'), isDescribed ? -1 : find('sample_type')]
  return (row: number, { position, place }: GrowingCurve) => {
    const [sample, type] = [table.cell(row, sampleColumn), table.cell(row, typeColumn)]
    if (sample === '' && type === '') return
    const well = draft.findWell(position) ?? (isDescribed ? null : draft.openWell(position))
    if (!well) return
    draft.nameSample(well, sample, place)
    draft.readType(well, type, place)
  }
}

function readSignals(context: QuantstudioContext, table: Table): GrowingCurve[] {
  const { wells, numbers, facts, draft } = context
  const describe = makeDescribe(context, table)
  const columns = signalColumns(table)
  nameRepeated(table, draft.notices)
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
      const place = { ...table.place(row, column), well: nameOfPosition(position) }
      const curve = curves.get(key) ?? beginCurve(table, { position, name, place })
      if (curve.at.length === 0) describe(row, curve)
      addReading(curve, at, numbers.read(table, row, column), table)
      curves.set(key, curve)
    }
  }
  return [...curves.values()]
}

function beginCurve(
  { sheet }: Table,
  named: Pick<GrowingCurve, 'position' | 'name' | 'dye' | 'place'>,
): GrowingCurve {
  sheet.memory.take(memoryOf.curve, named.place)
  return { ...named, at: [], values: [] }
}

function addReading(curve: GrowingCurve, at: number, value: number, { sheet }: Table): void {
  sheet.memory.take(memoryOf.reading, curve.place)
  curve.at.push(at)
  curve.values.push(value)
}

const stageFacts = ['pcrstagestepnumber', 'stagecyclewhereanalysisisperformed', 'pcrstagestep']

/** Choose the rows of the analysed step: the one in the preamble, else the one with most cycles. */
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
  context: QuantstudioContext,
  curves: readonly GrowingCurve[],
  isDescribed: boolean,
): void {
  const { draft } = context
  const passive = passiveOf(context)
  for (const { position, name, at, values, place } of curves) {
    if (!values.some(Number.isFinite)) continue
    if (draft.hasCurve('amplification', position, name)) {
      draft.notices.add('well_twice', place)
      continue
    }
    draft.addCurve('amplification', { position, channel: name, at, values, place })
    const isReporter = !sameDye(name, passive)
    if (!isDescribed && isReporter) {
      draft.openTarget(draft.openWell(position), '', name).channel = name
    }
    for (const target of draft.findWell(position)?.targets ?? []) {
      if (isReporter && sameDye(name, target.dye)) target.channel = name
    }
  }
}

function readRatios(
  context: QuantstudioContext,
  table: Table,
  keys: readonly string[],
): GrowingCurve[] {
  const { wells, numbers } = context
  const describe = makeDescribe(context, table)
  const value = table.column(...keys)
  if (value < 0) return []
  const cycle = table.column('cycle', 'cyclenumber')
  const dyeColumn = table.keys.findIndex((key) => dyeHead.test(key))
  const curves = new Map<string, GrowingCurve>()
  const seen = new Map<string, Map<number, number>>()
  for (const row of table.rows) {
    const position = wells.find(table, row)
    if (!position) continue
    const name = table.text(row, ...targetKeys, 'snpassayname')
    const dye = table.cell(row, dyeColumn)
    const at = numbers.read(table, row, cycle)
    // Count the cycles of a well: without names of targets, one that comes a second time is of its second target.
    const cycles = seen.get(keyOfWell({ position })) ?? new Map<number, number>()
    const turn = name === '' && dye === '' ? (cycles.get(at) ?? 0) + 1 : 1
    seen.set(keyOfWell({ position }), cycles.set(at, turn))
    const own = turn > 1 ? `unnamed (${turn})` : name
    const key = JSON.stringify([keyOfWell({ position }), own, foldDye(dye)])
    const place = {
      ...table.place(row),
      well: nameOfPosition(position),
      ...(own && { target: own }),
    }
    const curve = curves.get(key) ?? beginCurve(table, { position, name: own, dye, place })
    if (curve.at.length === 0) describe(row, curve)
    addReading(curve, at, numbers.read(table, row, value), table)
    curves.set(key, curve)
  }
  return [...curves.values()]
}

function addRatios({ draft }: QuantstudioContext, curves: readonly GrowingCurve[]): void {
  const channels = new ChannelChooser(draft.notices)
  const dyeless = new Map<string, string[]>()
  for (const { position, name, dye = '', at, values, place } of curves) {
    if (!values.some(Number.isFinite)) continue
    const well = draft.openWell(position)
    const target = draft.openTarget(well, name, dye)
    if (target.channel !== null) {
      draft.notices.add('target_twice', { ...place, target: target.target })
      continue
    }
    if (target.dye === '') {
      dyeless.set(target.target, [...(dyeless.get(target.target) ?? []), nameOfPosition(position)])
    }
    target.channel = channels.choose(target, well, place)
    draft.addCurve('amplification', { position, channel: target.channel, at, values, place })
  }
  for (const [target, wells] of dyeless) {
    draft.notices.add('dye_unknown', { target, wells: nameRanges(wells) })
  }
}
