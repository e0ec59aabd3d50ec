import type { FileContent } from '../file-content.ts'
import type { CurveState } from '../../../domain/entities/analysis.ts'
import {
  type ImportedRun,
  type ImportedTarget,
  type ImportedWell,
  namesOf,
} from '../imported-run.ts'
import { ChannelChooser } from '../choose-channels.ts'
import { NoticeList } from '../notices.ts'
import { nameOfPosition, nameWell, type WellPosition } from '../plate.ts'
import { type Phase, RunDraft, sameDye } from '../tables/run-draft.ts'
import { choosePoints, type PointChoice } from './choose-points.ts'
import type { EdsData, EdsResult } from './eds-data.ts'
import { takeTask } from './tasks.ts'

/** A target of the run with the vendor's result of it. */
interface PlacedResult {
  result: EdsResult
  position: WellPosition
  well: ImportedWell
  target: ImportedTarget
}

/** Put a run together from the parts of an EDS archive. Throws `file_without_runs`, `plate_too_large`. */
export function assembleEds(data: EdsData, content: FileContent): ImportedRun {
  const notices = new NoticeList()
  const draft = new RunDraft(notices, content.limits)
  const places = new EdsPlaces(data, notices)
  for (const index of [...(data.setup.twice ?? []), ...(data.signals?.twice ?? [])]) {
    notices.add('well_twice', { well: nameWell(places.plate, index) })
  }
  addSetup(data, draft, places)
  const results = addResults(data, draft, places)
  const points = data.signals && choosePoints(data.signals, data.stages)
  const state = points ? addSignals(data, points, draft, places) : null
  addComputed(results, state === null, draft, places)
  if (state === null && draft.curves('amplification').length > 0) {
    notices.add('curves_normalised')
  }
  return draft.finish({
    name: data.name || content.name.replace(/^.*[/\\]/, '').replace(/\.[^.]*$/, '') || 'EDS',
    source: {
      format: 'eds',
      version: data.version,
      software: data.software,
      softwareVersion: data.softwareVersion,
      instrument: data.instrument,
      ...namesOf({ serial: data.serial, barcode: '' }),
      date: data.date,
    },
    plate: places.plate,
    states: { amplification: state ?? 'normalised', melt: 'compensated' },
    passiveReference: data.setup.passive,
    wantsAll: state === null,
  })
}

function addSetup({ setup }: EdsData, draft: RunDraft, places: EdsPlaces): void {
  for (const [index, { samples, targets, omitted }] of setup.wells) {
    const position = places.find(index)
    if (!position || (samples.every((name) => name === '') && targets.length === 0)) continue
    const well = draft.openWell(position)
    for (const name of samples) draft.nameSample(well, name, { well: nameOfPosition(position) })
    for (const { name, dye, task, quantity } of targets) {
      const target = draft.openTarget(well, name, dye)
      const place = { well: nameOfPosition(position), target: name }
      const type = takeTask(well, target, task, { notices: draft.notices, place })
      if (type === 'std' && quantity !== null) {
        target.quantity = { value: quantity, unit: 'other' }
      }
      if (omitted) target.excluded = ''
    }
  }
}

function addResults(data: EdsData, draft: RunDraft, places: EdsPlaces): PlacedResult[] {
  const taken = new Map<ImportedTarget, string>()
  return data.results.flatMap((result) => {
    const position = places.find(result.well)
    if (!position || result.target === '') return []
    const well = draft.openWell(position)
    const place = { well: nameWell(places.plate, result.well), target: result.target }
    draft.nameSample(well, result.sample, place)
    const target = draft.openTarget(well, result.target, '')
    const before = taken.get(target)
    if (before !== undefined) {
      const isSame = before === JSON.stringify(result)
      draft.notices.add(isSame ? 'row_repeated' : 'target_twice', place)
      return []
    }
    const written = JSON.stringify(result)
    draft.memory.take(written.length)
    taken.set(target, written)
    takeTask(well, target, result.task, { notices: draft.notices, place })
    takeResult(result, target)
    return [{ result, position, well, target }]
  })
}

/** Add the melt curves of the analysis, and its Rn where there are no dyes. */
function addComputed(
  results: readonly PlacedResult[],
  takesRn: boolean,
  draft: RunDraft,
  { plate }: EdsPlaces,
): void {
  const channels = new ChannelChooser(draft.notices)
  for (const { result, position, well, target } of results) {
    const place = { well: nameWell(plate, position.row * plate.columns + position.column) }
    const { rn, melt } = result
    const isNew = (phase: Phase, channel: string) => !draft.hasCurve(phase, position, channel)
    if (takesRn && rn.length > 0) {
      const channel = channels.choose(target, well, place)
      target.channel = channel
      const at = rn.map((_, i) => i + 1)
      const curve = { position, channel, at, values: rn, place }
      if (isNew('amplification', channel)) draft.addCurve('amplification', curve)
    }
    if (!melt || melt.values.length === 0) continue
    const channel = target.channel ?? channels.choose(target, well, place)
    target.channel = channel
    const curve = { position, channel, at: melt.temperatures, values: melt.values, place }
    if (isNew('melt', channel)) draft.addCurve('melt', curve)
  }
}

function takeResult(result: EdsResult, target: ImportedTarget): void {
  target.cq = result.cq !== null && result.cq > 0 ? result.cq : null
  target.cqGiven = result.cq !== null
  target.threshold = result.threshold
  target.baseline = result.baseline
  target.call = result.call || null
  target.tm = [...result.tm]
  if (result.omitted) target.excluded = ''
}

/** Add the curves of the dyes; null when no reading of them can be used. */
function addSignals(
  data: EdsData,
  { amplification, melt }: PointChoice,
  draft: RunDraft,
  places: EdsPlaces,
): CurveState | null {
  const passive = data.setup.passive ?? ''
  // Make a target of each dye in a plate that has samples only.
  const named = draft.wells().some(({ targets }) => targets.length > 0)
  let found = false
  const pick = (list: readonly number[], at: readonly number[]) =>
    at.map((i) => list[i] ?? Number.NaN)
  // Share the cycles among all curves, and the temperatures among those of a well.
  const cycles = amplification.map(({ cycle }) => cycle)
  const indexes = amplification.map(({ index }) => index)
  for (const [index, { dyes, temperatures }] of data.signals?.wells ?? []) {
    const position = places.find(index)
    if (!position) continue
    const well = draft.findWell(position)
    // Leave out readings without a temperature: they have no place in a melt.
    const warm = melt.filter((at) => Number.isFinite(temperatures[at]))
    const cold = melt.filter((at) => !Number.isFinite(temperatures[at]))
    const scale = pick(temperatures, warm)
    for (const { name, values } of dyes) {
      const own = pick(values, indexes)
      const place = { path: name, well: nameWell(places.plate, index) }
      if (own.some(Number.isFinite) && !draft.hasCurve('amplification', position, name)) {
        found = true
        draft.addCurve('amplification', { position, channel: name, at: cycles, values: own, place })
      }
      const lost = cold.filter((at) => Number.isFinite(values[at]))
      if (lost.length > 0) {
        draft.notices.add('melt_without_temperature', place, { count: lost.length })
      }
      const melted = pick(values, warm)
      if (melted.some(Number.isFinite) && !draft.hasCurve('melt', position, name)) {
        draft.addCurve('melt', { position, channel: name, at: scale, values: melted, place })
      }
      const target = well?.targets.find((one) => sameDye(one.dye, name))
      if (target) target.channel = name
      else if (!named && !sameDye(name, passive) && own.some(Number.isFinite)) {
        draft.openTarget(draft.openWell(position), '', name).channel = name
      }
    }
  }
  return found ? 'compensated' : null
}

/** Positions of indexes on the plate; one outside gives a notice. */
class EdsPlaces {
  readonly plate: NonNullable<EdsData['setup']['plate']>
  readonly #notices: NoticeList
  readonly #told = new Set<number>()

  constructor({ setup, signals, results }: EdsData, notices: NoticeList) {
    this.#notices = notices
    const indexes = [...setup.wells.keys(), ...(signals?.wells.keys() ?? [])]
    const largest = [...indexes, ...results.map(({ well }) => well)].reduce(
      (a, b) => Math.max(a, b),
      0,
    )
    const assumed = largest < 96 ? { rows: 8, columns: 12 } : { rows: 16, columns: 24 }
    // Say which columns were assumed: on a plate with longer or shorter rows each index is another well.
    if (!setup.plate) notices.add('wells_counted', {}, { columns: assumed.columns })
    this.plate = setup.plate ?? { ...assumed, labels: 'letters' }
  }

  find(index: number): WellPosition | null {
    const { rows, columns } = this.plate
    if (index < rows * columns) {
      return { row: Math.floor(index / columns), column: index % columns }
    }
    if (!this.#told.has(index)) {
      this.#told.add(index)
      this.#notices.add('well_outside', { well: String(index) }, { rows, columns })
    }
    return null
  }
}
