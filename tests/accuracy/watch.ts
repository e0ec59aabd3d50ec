import type { Observation, ObservationKind } from '../../workers/watch/observation.ts'
import { createReadings, curveOf } from '../../workers/curves/readings.ts'
import { findJumps } from '../../workers/watch/find-jumps.ts'
import { watchRun } from '../../workers/watch/watch-run.ts'
import { watchTemperature } from '../../workers/watch/watch-temperature.ts'
import type { Figure } from '../support/curve-accuracy.ts'
import { rate, readRatedCurves } from '../support/rated-curves.ts'
import { createRandom, type Random } from '../support/seeded-random.ts'
import {
  cutRun,
  groupRated,
  layCurves,
  readPlateRuns,
  watchWhole,
  type Watchable,
} from './watch-runs.ts'
import { readOtherCurves } from './watch-others.ts'
import { measureWatchedPlaces } from './watch-places.ts'

/** Sets on which the raters do not agree: they are shown beside the bar, not under it. */
const disputed = 'htPCR_half'

/**
 * Measure the part that `npm test` asks for as well: every third whole plate, clean and with planted jumps, for which
 * there are bars.
 */
export function measureWatchedPlates(): Figure[] {
  const plates = readPlateRuns().filter((_, at) => at % 3 === 0)
  return [...measureCleanPlates(plates), ...measurePlantedJumps(plates, createRandom(20261121))]
}

/**
 * Measure the watch over a run: its warnings for published runs without faults, at any cycle of them, and the share of
 * planted faults that it sees. The limits were set on the rated curves and on the plates; the other sets are shown for
 * comparison. Bars: at most 1 % of wells, at least 95 % of faults.
 */
export async function measureWatch(): Promise<Figure[]> {
  const plates = readPlateRuns()
  const random = createRandom(20261121)
  return [
    ...measureCleanCurves(),
    ...(await measureOtherCurves()),
    ...measureCleanPlates(plates),
    ...measurePlantedJumps(plates, random),
    ...measureSingleCurves(random),
    ...measurePlantedDrifts(plates, random),
    ...measureControls(),
    ...measureWatchedPlaces(random),
    measurePlantedTemperatures(random),
  ]
}

function quiet(name: string, alarms: number, all: number, hasBar = true): Figure {
  const value = (100 * alarms) / all
  return {
    name: `watch: ${name} (of ${all})`,
    value,
    unit: '%',
    bar: hasBar ? '<= 1' : '',
    ok: hasBar ? value <= 1 : null,
  }
}

function seen(name: string, hits: number, all: number, hasBar = true): Figure {
  const value = (100 * hits) / all
  return {
    name: `watch: ${name} (of ${all})`,
    value,
    unit: '%',
    bar: hasBar ? '>= 95' : '',
    ok: hasBar ? value >= 95 : null,
  }
}

/** Watch single published curves as they grow: those that the limits were set on. */
function measureCleanCurves(): Figure[] {
  const curves = readRatedCurves()
  if (curves.length === 0) return []
  const alarms = curves.filter(({ signal }) => everJumps(signal))
  return [quiet('published curves said to jump, at any cycle', alarms.length, curves.length)]
}

/** Watch published runs that the limits were not set on. */
async function measureOtherCurves(): Promise<Figure[]> {
  const curves = await readOtherCurves()
  if (curves.length === 0) return []
  const alarms = curves.filter(everJumps)
  return [quiet('curves the limits never saw, said to jump', alarms.length, curves.length)]
}

function everJumps(curve: Float64Array): boolean {
  const scratch = new Float64Array(curve.length)
  for (let measured = 8; measured <= curve.length; measured++) {
    if (findJumps(curve, measured, scratch).length > 0) return true
  }
  return false
}

/** Watch whole plates, every kind, cycle by cycle. */
function measureCleanPlates(plates: readonly Watchable[]): Figure[] {
  let wells = 0
  let alarms = 0
  for (const run of plates) {
    const said = new Set<number>()
    const { points } = run.amplification
    for (let measured = 1; measured <= points; measured++) {
      for (const { wells: own } of watchRun(cutRun(run, measured))) {
        for (const well of own) said.add(well)
      }
    }
    wells += run.samples.length
    alarms += said.size
  }
  return [quiet('wells of clean plates with an observation, at any cycle', alarms, wells)]
}

/**
 * Plant a fault in one well after the other of clean plates; `plant` changes the well and returns a check for the
 * warning.
 */
function plantWells(
  plates: readonly Watchable[],
  plant: (curves: Float64Array[]) => (one: Observation) => boolean,
): { hits: number; all: number } {
  let hits = 0
  let all = 0
  for (const run of plates) {
    const watched = cutRun(run, run.amplification.points)
    const { amplification } = watched
    // Plant in every eighth well, so that its neighbours stay clean, as what is usual on the plate.
    for (let first = 0; first < 8; first++) {
      const values = amplification.values.slice()
      const planted = new Map<number, (one: Observation) => boolean>()
      const copy = { ...amplification, values }
      for (let well = first; well < 96; well += 8) {
        const curves = amplification.channels
          .map((_, channel) => curveOf(copy, channel, well))
          .filter((curve) => curve.every(Number.isFinite))
        if (curves.length > 0) planted.set(well, plant(curves))
      }
      const said = watchRun({ ...watched, amplification: copy })
      for (const [well, isIt] of planted) {
        all++
        if (said.some((one) => one.wells.includes(well) && isIt(one))) hits++
      }
    }
  }
  return { hits, all }
}

const isOf = (kind: ObservationKind, cycle: number) => (one: Observation) =>
  one.kind === kind && one.cycle === cycle

/** Make a part of the well's light come or go in all its channels: 15 to 40 %, at any cycle but the ends. */
function jumpBy(random: Random, curves: Float64Array[], cycles: number): number {
  const at = 5 + random.below(curves[0]!.length - 10)
  const factor = 1 + (random.below(2) === 0 ? -1 : 1) * (0.15 + 0.25 * random.next())
  for (const curve of curves) {
    for (let i = at; i < Math.min(curve.length, at + cycles); i++) curve[i]! *= factor
  }
  return at + 1
}

function measurePlantedJumps(plates: readonly Watchable[], random: Random): Figure[] {
  const spikes = plantWells(plates, (curves) =>
    isOf('spike', jumpBy(random, curves, 1 + random.below(2))),
  )
  const steps = plantWells(plates, (curves) => isOf('step', jumpBy(random, curves, 100)))
  return [
    seen('planted spikes of 1 or 2 cycles, 15 to 40 % of a well', spikes.hits, spikes.all),
    seen('planted steps, 15 to 40 % of a well', steps.hits, steps.all),
  ]
}

/** Measure the same in single curves, half of them while they grow: harder, as no other channel stays constant. */
function measureSingleCurves(random: Random): Figure[] {
  // Leave out curves whose background was taken off: a part of the light means nothing there.
  const curves = readRatedCurves().filter(({ signal }) => {
    const level = signal.slice(0, 10).sort()[5]!
    return level > 0.1 * (Math.max(...signal) - Math.min(...signal)) && signal.length > 20
  })
  if (curves.length === 0) return []
  return ([false, true] as const).flatMap((isDisputed) => {
    const own = curves.filter(({ set }) => (set === disputed) === isDisputed)
    return (['spike', 'step'] as const).map((kind) => {
      const hits = own.filter(({ signal }) => {
        const curve = signal.filter(Number.isFinite)
        const cycle = jumpBy(random, [curve], kind === 'spike' ? 1 : 100)
        const found = findJumps(curve, curve.length, new Float64Array(curve.length))
        return found.some((one) => one.kind === kind && one.at + 1 === cycle)
      })
      const of = isDisputed ? 'htPCR' : 'single curves, one channel'
      return seen(`planted ${kind}s in ${of}`, hits.length, own.length, false)
    })
  })
}

/** Plant wells that lose 5 to 10 % of their water in ten cycles, so that their light rises as much. */
function measurePlantedDrifts(plates: readonly Watchable[], random: Random): Figure[] {
  const { hits, all } = plantWells(plates, (curves) => {
    const rise = (0.05 + 0.05 * random.next()) / 10
    for (const curve of curves) {
      for (let i = 0; i < curve.length; i++) curve[i]! *= 1 + rise * i
    }
    return ({ kind }) => kind === 'drift'
  })
  return [seen('planted drifts of 5 to 10 % in ten cycles', hits, all)]
}

/** Watch curves in the wells of controls that all raters call grown, or not. */
function measureControls(): Figure[] {
  const counts = { grown: 0, flat: 0, risen: 0, silent: 0, rising: 0, missing: 0 }
  for (const curves of groupRated().values()) {
    const { set } = curves[0]!
    // Leave out lc96_bACTXY too, where the raters call curves flat that rise to the plateau (see `measureRated`).
    if (set === disputed || set === 'lc96_bACTXY') continue
    for (const type of ['ntc', 'positive'] as const) {
      const said = layCurves(curves, type).map(watchWhole)
      for (const [index, curve] of curves.entries()) {
        const rating = rate(curve)
        if (rating !== 'y' && rating !== 'n') continue
        const own = said[Math.floor(index / 96)]!.filter(({ wells }) => wells.includes(index % 96))
        const has = (...kinds: ObservationKind[]) => own.some(({ kind }) => kinds.includes(kind))
        if (type === 'ntc') {
          counts[rating === 'y' ? 'grown' : 'flat']++
          if (has('control_early', 'control_late')) counts[rating === 'y' ? 'risen' : 'rising']++
        } else if (has('positive_flat')) counts[rating === 'n' ? 'silent' : 'missing']++
      }
    }
  }
  if (counts.grown === 0) return []
  return [
    quiet('flat curves as controls without template, said to rise', counts.rising, counts.flat),
    seen('grown curves as controls without template', counts.risen, counts.grown),
    quiet('grown curves as positive controls, said to be flat', counts.missing, counts.grown),
    seen('flat curves as positive controls', counts.silent, counts.flat),
  ]
}

/** Plant a block that is 0.6 to 5 degrees off at one reading, beside a quarter of a degree of its own. */
function measurePlantedTemperatures(random: Random): Figure {
  const programme = Array.from({ length: 40 }, () => 60)
  let hits = 0
  const all = 200
  for (let run = 0; run < all; run++) {
    const { temperatures } = createReadings(['FAM'], 1, 40)
    for (let i = 0; i < 40; i++) temperatures[i] = 60 + 0.5 * (random.next() - 0.5)
    const at = random.below(40)
    temperatures[at] = 60 + (random.below(2) === 0 ? -1 : 1) * (0.6 + 4.4 * random.next())
    const [said] = watchTemperature(temperatures, 40, programme)
    if (said?.cycle === at + 1) hits++
  }
  return seen('planted deviations of the block, 0.6 to 5 °C', hits, all)
}
