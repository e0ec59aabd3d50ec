import { channelOfDye, foldDye } from '../../../domain/catalog/dyes.ts'
import { nameOfPosition, type WellPosition } from '../plate.ts'
import { memoryOf } from '../reading-memory.ts'
import type { Place } from '../refuse-file.ts'
import { type Phase, type RunDraft, sameDye } from '../tables/run-draft.ts'
import type { Table } from '../tables/table.ts'
import type { TableNumbers } from '../tables/table-numbers.ts'
import { positionOf } from './table-kinds.ts'

/** Degrees that a part of the programme covers when it melts; a plateau of an amplification keeps within one. */
const leastSpan = 5

/** Readings of one well and dye in one part of the programme, in the file's order. */
export interface Series {
  position: WellPosition
  /** As the column `Dye` has it; empty without one. */
  name: string
  /** The place of the first of them in the file. */
  place: Place
  cycles: number[]
  temperatures: number[]
  values: number[]
}

/** Readings of one ramp or plateau of a segment. */
interface Part {
  name: string
  series: Series[]
  phase: Phase
  /** Cycles of an amplification, readings of a melt. */
  size: number
}

/** Add the curves of a table of raw readings. */
export function readReadings(table: Table, draft: RunDraft, numbers: TableNumbers): void {
  addReadings(groupRows(table, draft, numbers), draft)
}

/**
 * Add the curves of the ramps and plateaus of a programme. The amplification is the ramp or plateau with most cycles,
 * the melt the one with most readings over a range of temperatures; all others are named in a notice, with each well
 * and dye that has no curve in the ones that are taken.
 */
export function addReadings(
  found: readonly { name: string; series: Series[] }[],
  draft: RunDraft,
): void {
  const parts = found.map(measurePart)
  const taken = (phase: Phase) =>
    parts.reduce<Part | null>(
      (best, part) => (part.phase === phase && part.size > (best?.size ?? 0) ? part : best),
      null,
    )
  const [amplification, melt] = [taken('amplification'), taken('melt')]
  const chosen = [amplification, melt].flatMap((part) => part ?? [])
  const shared = findSharedChannel(chosen, draft)
  const channelOf = (name: string) => shared ?? (name || 'unknown')
  const unknown = new Set<string>()
  for (const part of chosen) addCurves(part, channelOf, draft, unknown)
  for (const name of unknown) draft.notices.add('dye_unknown', { target: name })
  for (const part of parts) if (!chosen.includes(part)) nameNotTaken(part, channelOf, draft)
}

/**
 * Return the channel of all curves where the names are those of assays that one dye shows: each well has one of several,
 * and no more than one is a dye. Null where each name is a channel of its own.
 */
function findSharedChannel(parts: readonly Part[], draft: RunDraft): string | null {
  const isOneInEach = parts.every(({ series }) => {
    const wells = new Set(series.map(({ position }) => nameOfPosition(position)))
    return wells.size === series.length
  })
  const names = new Set(parts.flatMap(({ series }) => series.map(({ name }) => name)))
  const ofResults = draft.wells().flatMap(({ targets }) => targets.map(({ dye }) => dye ?? ''))
  const dyes = [...names, ...ofResults].filter((name) => channelOfDye(name) !== null)
  const isUnknown = [...names].some((name) => channelOfDye(name) === null)
  const isShared = isOneInEach && names.size > 1 && isUnknown && new Set(dyes.map(foldDye)).size < 2
  return isShared ? (dyes[0] ?? 'unknown') : null
}

type ChannelOf = (name: string) => string

function nameNotTaken({ name, series }: Part, channelOf: ChannelOf, draft: RunDraft): void {
  const count = series.reduce((sum, { values }) => sum + values.length, 0)
  draft.notices.add('element_ignored', { path: name }, { element: name, count })
  for (const one of series) {
    const channel = channelOf(one.name)
    const isTaken = (['amplification', 'melt'] as const).some((phase) =>
      draft.hasCurve(phase, one.position, channel),
    )
    const place = { ...one.place, path: channel, well: nameOfPosition(one.position) }
    if (!isTaken) draft.notices.add('curve_not_taken', place)
  }
}

/** Group rows by ramp or plateau, then by well and dye. */
function groupRows(table: Table, draft: RunDraft, numbers: TableNumbers) {
  const parts = new Map<string, Map<string, Series>>()
  const [segment, kind, number] = [
    table.column('segment'),
    table.keys.indexOf('rampplateau'),
    table.keys.lastIndexOf('rampplateau'),
  ]
  const [cycle, light, temperature] = ['cycle', 'fluorescence', 'temperature'].map((key) =>
    table.column(key),
  ) as [number, number, number]
  for (const row of table.rows) {
    const well = table.text(row, 'well')
    const position = positionOf(well)
    if (!position) {
      const code = table.countFilled(row) <= 2 ? 'line_ignored' : 'row_ignored'
      draft.notices.add(code, table.place(row, table.column('well')), { well: well.slice(0, 40) })
      continue
    }
    const isRamp = /^r/i.test(table.cell(row, kind))
    const name = `Segment ${table.cell(row, segment)} ${isRamp ? 'Ramp' : 'Plateau'} ${table.cell(row, number)}`
    const part = parts.get(name) ?? new Map<string, Series>()
    parts.set(name, part)
    const dye = table.text(row, 'dye')
    const key = `${position.row}:${position.column}:${foldDye(dye)}`
    const known = part.get(key)
    draft.memory.take(known ? memoryOf.reading : memoryOf.curve)
    const series = known ?? {
      position,
      name: dye,
      place: table.place(row),
      cycles: [],
      temperatures: [],
      values: [],
    }
    part.set(key, series)
    series.cycles.push(numbers.read(table, row, cycle))
    series.temperatures.push(numbers.read(table, row, temperature))
    series.values.push(numbers.read(table, row, light))
  }
  return [...parts].map(([name, series]) => ({ name, series: [...series.values()] }))
}

function measurePart({ name, series }: { name: string; series: Series[] }): Part {
  let [span, cycles, readings] = [0, 0, 0]
  for (const one of series) {
    const known = one.temperatures.filter(Number.isFinite)
    const [low, high] = [known.reduce(smaller, Infinity), known.reduce(larger, -Infinity)]
    span = Math.max(span, high - low)
    cycles = Math.max(cycles, new Set(one.cycles).size)
    readings = Math.max(readings, one.values.length)
  }
  const phase = span > leastSpan ? 'melt' : 'amplification'
  // Count no cycles for a single reading before or after the run, which is no curve.
  return { name, series, phase, size: phase === 'melt' ? readings : cycles > 1 ? cycles : 0 }
}

const larger = (a: number, b: number) => Math.max(a, b)
const smaller = (a: number, b: number) => Math.min(a, b)

/** Add the curves of a part; names that are no dye's go into `unknown`. */
function addCurves(
  { series, phase }: Part,
  channelOf: ChannelOf,
  draft: RunDraft,
  unknown: Set<string>,
): void {
  for (const { position, name, place: first, cycles, temperatures, values } of series) {
    const channel = channelOf(name)
    const place = { ...first, path: channel, well: nameOfPosition(position) }
    const well = draft.openWell(position)
    if (!values.some(Number.isFinite)) continue
    if (draft.hasCurve(phase, position, channel)) {
      draft.notices.add('well_twice', place)
      continue
    }
    const at = phase === 'melt' ? temperatures : cycles
    const curve = { position, channel, at, values, place }
    draft.addCurve(phase, phase === 'melt' ? curve : { ...curve, temperatures })
    const isDye = channelOfDye(name) !== null
    if (!isDye) unknown.add(name)
    const named = well.targets.find(({ target, dye }) => target === name || sameDye(dye, name))
    const target = named ?? draft.openTarget(well, name, isDye ? name : '')
    target.channel ??= channel
  }
}
