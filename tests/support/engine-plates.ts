import { readFileSync } from 'node:fs'
import type { CartridgeName } from '../../domain/catalog/cartridges.ts'
import type { WavelengthName } from '../../domain/catalog/wavelengths.ts'
import type { Evaluation } from '../../domain/entities/evaluation-recipe.ts'
import { createReadings, curveOf, type Readings } from '../../workers/curves/readings.ts'
import { makeCurve, makeMelt, makeRandom } from '../workers/curves.ts'
import type { EnginePlate } from './engine-plate.ts'
import { hasReference, readReference } from './vendor-csv.ts'
import { hasPlate, readPlate, referencePlates } from './vendor-plate.ts'

/** Return the real plates that ship with the simulated devices: always there. */
export function recordedPlates(): EnginePlate[] {
  return ['qs5-4plex', 'cfx96-melt', 'chai-1ch-melt', 'chai-2ch'].map(readRecorded)
}

/** Return the vendor's plates and published sets of curves, if the reference data exist. */
export function referenceEnginePlates(): EnginePlate[] {
  const plates = referencePlates
    .filter(({ name }) => hasPlate(name))
    .map(({ name, passive }): EnginePlate => {
      const { amplification, melt } = readPlate(name, passive)
      return {
        name,
        amplification,
        melt,
        evaluation: judge(amplification, passive),
        cartridge: 'Wells96',
      }
    })
  const sets = [
    'boggy',
    'competimer',
    'dil4reps94',
    'guescini1',
    'lievens1',
    'reps',
    'testdat',
    'vermeulen1',
  ]
  return [...plates, ...sets.filter(hasSet).map(readSet)]
}

/** Draw a plate from a seed: growth of every size and place, drift, noise, gaps, flat wells, a melt. */
export function drawPlate(seed: number, cartridge: CartridgeName = 'Wells16'): EnginePlate {
  const random = makeRandom(seed)
  const wells = cartridge === 'Wells96' ? 96 : 16
  const points = 30 + Math.floor(random() * 21)
  const amplification = createReadings(['FAM', 'VIC'], wells, points)
  for (let channel = 0; channel < 2; channel++) {
    for (let well = 0; well < wells; well++) {
      const curve = curveOf(amplification, channel, well)
      curve.set(makeCurve(points, drawCurve(random)))
      if (random() < 0.1) curve[Math.floor(random() * points)] = Number.NaN
      if (random() < 0.05) curve.fill(Number.NaN, Math.floor(random() * points))
    }
  }
  const evaluation = judge(amplification, null)
  return {
    name: `seed ${seed}`,
    amplification,
    melt: drawMelt(random, wells),
    evaluation,
    cartridge,
  }
}

function drawCurve(random: () => number) {
  const base = 10 ** (random() * 5 - 1)
  return {
    base,
    drift: base * 0.02 * (random() - 0.5),
    top: random() < 0.2 ? 0 : base * 10 ** (random() * 3 - 1.5),
    middle: random() * 45,
    noise: base * 10 ** (-2 - random() * 3),
    seed: Math.floor(random() * 2 ** 32),
  }
}

function drawMelt(random: () => number, wells: number): Readings {
  const temperatures = Float64Array.from({ length: 91 }, (_, i) => 60 + i / 3)
  const melt = createReadings(['FAM', 'VIC'], wells, temperatures.length)
  melt.temperatures = temperatures
  for (let channel = 0; channel < 2; channel++) {
    for (let well = 0; well < wells; well++) {
      const peak = () => ({ tm: 65 + random() * 20, area: 100 + random() * 1000 })
      const curve = makeMelt(temperatures, random() < 0.3 ? [peak(), peak()] : [peak()])
      curveOf(melt, channel, well).set(curve.map((value) => value + random()))
    }
  }
  return melt
}

/** Return an evaluation in which every channel but the passive one is a target, with everything automatic. */
function judge({ channels }: Readings, passive: WavelengthName | null): Evaluation {
  const targets = channels.filter((channel) => channel !== passive)
  return {
    targets: targets.map((channel, index) => ({
      name: channel,
      channel: channel as WavelengthName,
      role: index === 1 ? 'internal control' : 'target',
      threshold: { method: 'automatic', factor: 10 },
      baseline: { method: 'automatic' },
      cq_max: 38,
    })),
    passive_reference: passive,
    controls: {
      ntc_clean: true,
      positive_detected: true,
      internal_control: true,
      replicate_sd: 0.5,
    },
    variables: [],
  }
}

interface Recording {
  name: string
  cartridge: CartridgeName
  channels: string[]
  wells: number
  phases: Record<
    'AMP' | 'VAL',
    { points: number; values: number[][][]; temperatures?: number[] | number[][] }
  >
}

function readRecorded(name: string): EnginePlate {
  const url = new URL(`../../devices/recordings/${name}.json`, import.meta.url)
  const recording = JSON.parse(readFileSync(url, 'utf8')) as Recording
  const amplification = readPhase(recording, 'AMP')
  const passive = recording.channels.includes('QUASAR705') ? 'QUASAR705' : null
  return {
    name,
    amplification,
    melt: recording.phases.VAL ? readPhase(recording, 'VAL') : null,
    evaluation: judge(amplification, passive),
    cartridge: recording.cartridge,
  }
}

function readPhase({ channels, wells, phases }: Recording, phase: 'AMP' | 'VAL'): Readings {
  const { points, values, temperatures } = phases[phase]
  const readings = createReadings(channels, wells, points)
  for (const [channel, curves] of values.entries()) {
    for (const [well, curve] of curves.entries()) curveOf(readings, channel, well).set(curve)
  }
  // Take one list, or one for each well.
  if (temperatures) readings.temperatures = Float64Array.from(temperatures.flat())
  return readings
}

const pathOf = (set: string) => `qpcR/${set}.csv`
const hasSet = (set: string) => hasReference(pathOf(set))

/** Read a published set: a column per curve, a row per cycle. */
function readSet(name: string): EnginePlate {
  const rows = readReference(pathOf(name))
  const [, ...columns] = Object.keys(rows[0] ?? {})
  const amplification = createReadings(['FAM'], columns.length, rows.length)
  for (const [cycle, row] of rows.entries()) {
    for (const [well, column] of columns.entries()) {
      const text = row[column]
      if (text && text !== 'NA') curveOf(amplification, 0, well)[cycle] = Number(text)
    }
  }
  return {
    name,
    amplification,
    melt: null,
    evaluation: judge(amplification, null),
    cartridge: null,
  }
}
