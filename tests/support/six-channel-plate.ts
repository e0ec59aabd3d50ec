import { readFileSync } from 'node:fs'
import { type CartridgeName, cartridges } from '../../domain/catalog/cartridges.ts'
import type { WavelengthName } from '../../domain/catalog/wavelengths.ts'
import type { Evaluation } from '../../domain/entities/evaluation-recipe.ts'
import { wellName } from '../../domain/rules/well.ts'
import type { AnalyseInput } from '../../workers/run/analyse.ts'
import type { LayoutSample } from '../../workers/run/controls.ts'
import { createReadings, curveOf, type Readings } from '../../workers/curves/readings.ts'
import { createRandom, type Random } from './seeded-random.ts'
import { readShippedCfx, readShippedPlate } from './vendor-plate.ts'
import { uuidOf } from './uuid-of.ts'

const channels: readonly WavelengthName[] = ['FAM', 'VIC', 'ROX', 'CY5', 'CY3', 'QUASAR705']
/** Wells of the recorded plate. */
const recorded = 96
/** Noise that is added, as a part of a curve's range: enough that no two curves are the same. */
const addedNoise = 5e-4
/** Most cycles by which a curve is put off. */
const mostDelay = 5

/**
 * Make a full plate as one analysis from recorded curves, which are shifted by up to five cycles and extended to
 * `cycles` by mirroring them at their ends, each a little stronger or weaker and with some noise. The same seed gives
 * the same plate. Standards, controls and replicates are laid out as usual, on a full plate or one of the first wells.
 */
export function makeSixChannelPlate(
  seed: number,
  cycles = 45,
  cartridge: CartridgeName = 'Wells96',
): AnalyseInput {
  const grid = cartridges[cartridge]
  const wells = grid.rows * grid.columns
  const random = createRandom(seed)
  const amplification = createReadings(channels, wells, cycles)
  amplification.temperatures.fill(60)
  for (const [channel, sources] of readSources().entries()) {
    for (let well = 0; well < wells; well++) {
      const delay = random.below(mostDelay + 1)
      const drawn = drawOut(sources[well % sources.length]!, cycles, delay)
      curveOf(amplification, channel, well).set(vary(drawn, random))
    }
  }
  return {
    amplification,
    melt: null,
    evaluation: makeEvaluation(),
    cartridge_type: cartridge,
    planned_cycles: cycles,
    samples: layOutSamples(grid),
    exclusions: [],
    input_hash: '',
  }
}

/** Make a melt of the same plate's shape with 200 temperatures, from the recorded one of a small device. */
export function makeSixChannelMelt(seed: number, wells = recorded): Readings {
  const file = new URL('../../devices/recordings/chai-1ch-melt.json', import.meta.url)
  const { phases } = JSON.parse(readFileSync(file, 'utf8')) as {
    phases: { VAL: { temperatures: number[][]; values: number[][][] } }
  }
  const curves = phases.VAL.values[0]!
  const random = createRandom(seed)
  const melt = createReadings(channels, wells, 200)
  melt.temperatures.set(phases.VAL.temperatures[0]!.slice(0, 200))
  for (let curve = 0; curve < channels.length * wells; curve++) {
    const source = Float64Array.from(curves[curve % curves.length]!.slice(0, 200))
    melt.values.set(vary(source, random), curve * 200)
  }
  return melt
}

/**
 * Read recorded curves for each of our channels, in the order of the wells: the four targets of one plate, all curves
 * measured on another (where few wells grew), and the four targets again, well by well.
 */
function readSources(): Float64Array[][] {
  const plate = readShippedPlate().amplification
  const cfx = readShippedCfx().amplification
  const of = (readings: Readings, channel: number) =>
    Array.from({ length: recorded }, (_, well) => curveOf(readings, channel, well))
  const targets = [0, 1, 2, 3].map((channel) => of(plate, channel))
  const others = [...of(cfx, 0), ...of(cfx, 1)].filter((curve) => curve.every(Number.isFinite))
  const mixed = Array.from(
    { length: recorded },
    (_, well) => targets[well % 4]![recorded - 1 - well]!,
  )
  return [...targets, others, mixed]
}

/** Return a curve of `cycles` that begins `delay` cycles before the given one; point-mirrored at its ends. */
function drawOut(curve: Float64Array, cycles: number, delay: number): Float64Array {
  const last = curve.length - 1
  return Float64Array.from({ length: cycles }, (_, i) => {
    const at = i - delay
    if (at < 0) return 2 * curve[0]! - curve[-at]!
    if (at > last) return 2 * curve[last]! - curve[2 * last - at]!
    return curve[at]!
  })
}

function vary(curve: Float64Array, random: Random): Float64Array {
  const gain = 0.9 + 0.2 * random.next()
  const range = Math.max(...curve) - Math.min(...curve)
  // Add three even draws, which are near enough to a normal one.
  const draw = () => 2 * (random.next() + random.next() + random.next() - 1.5)
  return curve.map((value) => gain * (value + addedNoise * range * draw()))
}

function makeEvaluation(): Evaluation {
  return {
    targets: channels.map((channel, index) => ({
      name: `T${index + 1}`,
      channel,
      role: index === channels.length - 1 ? 'internal control' : 'target',
      threshold: { method: 'automatic', factor: 10 },
      baseline: { method: 'automatic' },
      cq_max: 42,
      cq_review: 40,
    })),
    passive_reference: null,
    controls: {
      ntc_clean: false,
      positive_detected: true,
      internal_control: true,
      replicate_sd: 0.5,
    },
    quantification: { method: 'standard_curve' },
    variables: [],
  }
}

/** Lay out two positive controls, five standards in twos, and unknowns in twos in the other wells. */
function layOutSamples(grid: { rows: number; columns: number }): LayoutSample[] {
  return Array.from({ length: (grid.rows * grid.columns) / 2 }, (_, index): LayoutSample => {
    const sample = {
      uuid: uuidOf(index),
      coordinates: [2 * index, 2 * index + 1].map((well) => wellName(grid, well)),
    }
    if (index === 0) return { ...sample, sample_type: 'positive' }
    if (index > 5) return { ...sample, sample_type: 'unknown' }
    return { ...sample, sample_type: 'standard', quantity: 10 ** (7 - index) }
  })
}
