import type { WellResult } from '../../domain/results.ts'
import { erf } from '../../workers/numbers/error-function.ts'
import { log } from '../../workers/numbers/log.ts'
import { findMedian } from '../../workers/numbers/median.ts'
import { quantile, type Figure } from '../support/curve-accuracy.ts'
import { createRandom, type Random } from '../support/seeded-random.ts'
import { readFamilies, type GrowthFamily, type GrowthRule } from '../support/simulated-growth.ts'
import {
  addNoise,
  analyseDefault,
  between,
  cycles,
  gauss,
  isFlagged,
} from '../support/simulated-plate.ts'

const level = 2000
const rise = 5000
const wells = 48

/** Plate of one assay: the true place of each well's growth, its curve without and with noise. */
interface MadePlate {
  family: GrowthFamily
  rule: GrowthRule
  places: number[]
  clean: Float64Array[]
  curves: Float64Array[]
}

function makePlate(
  family: GrowthFamily,
  random: Random,
  noise: number,
  place: (well: number) => number = () => between(random, 14, 30),
  bend = 0,
): MadePlate {
  const rule = { fold: between(random, 1.8, 2), bend }
  const places = Array.from({ length: wells }, (_, well) => place(well))
  const clean = places.map((at) => {
    const growth = family.grow(cycles, at, rule)
    const drift = rise * between(random, -0.02, 0.02)
    return growth.map((part, i) => level + rise * part + (drift * i) / cycles)
  })
  const curves = clean.map((curve) => addNoise(curve, noise * rise, random))
  return { family, rule, places, clean, curves }
}

/** Return the distance of each Cq from the true place, without the plate's mean error. */
function findErrors(
  results: readonly WellResult[],
  places: readonly number[],
  read: (result: WellResult) => number | null = ({ cq }) => cq,
  settled: (well: number) => boolean = () => true,
): number[] {
  const distances = results.map((one, well) => (read(one) ?? Number.NaN) - places[well]!)
  const offset = findMedian(distances.filter((_, well) => settled(well)))
  return distances.map((distance) => distance - offset)
}

/** Measure Cqs by the default settings, on growth of other shapes than our models'. */
export function measureDefaultCq(): Figure[] {
  return [
    ...[0.001, 0.003, 0.01].flatMap(measurePrecision),
    ...measureEarly(),
    ...measureSubtracted(),
    ...measureBroken(),
    ...measureCoverage(),
  ]
}

/** Measure the share of Cqs within 0.1 cycles, relative to the share with a known true curve (Cramér-Rao). */
function measurePrecision(noise: number): Figure[] {
  const random = createRandom(1511)
  let within = 0
  let consensus = 0
  let possible = 0
  for (const family of readFamilies()) {
    const plate = makePlate(family, random, noise)
    const results = analyseDefault(plate.curves)
    within += countWithin(findErrors(results, plate.places))
    consensus += countWithin(findErrors(results, plate.places, readConsensus))
    for (const place of plate.places) {
      possible += erf(0.1 / (boundError(plate, place, noise) * Math.SQRT2))
    }
  }
  const name = `default Cq within 0.1 cycles, noise ${noise * 100} % of the rise`
  return [
    atLeast(`${name}, of what is possible`, within / possible, 'part', 0.97),
    atLeast(`${name}, the same of the consensus`, consensus / possible, 'part', null),
  ]
}

const readConsensus = ({ estimates }: WellResult) => estimates?.consensus ?? null

function countWithin(errors: readonly number[]): number {
  return errors.filter((error) => Math.abs(error) <= 0.1).length
}

/** Return the least standard error of a place, in cycles, with rise, level and drift unknown beside it. */
function boundError({ family, rule }: MadePlate, place: number, noise: number): number {
  const step = 0.01
  const growth = family.grow(cycles, place, rule)
  const before = family.grow(cycles, place - step, rule)
  const after = family.grow(cycles, place + step, rule)
  const slope = growth.map((_, i) => (after[i]! - before[i]!) / (2 * step))
  const others = [growth.map(() => 1), growth.map((_, i) => i), growth]
  const known: Float64Array[] = []
  for (const column of [...others, slope]) {
    const left = Float64Array.from(column)
    for (const one of known) {
      const part = dot(left, one) / dot(one, one)
      for (let i = 0; i < left.length; i++) left[i]! -= part * one[i]!
    }
    known.push(left)
  }
  return noise / Math.sqrt(dot(known.at(-1)!, known.at(-1)!))
}

function dot(one: Float64Array, other: Float64Array): number {
  return one.reduce((sum, value, i) => sum + value * other[i]!, 0)
}

/** Measure growth that comes to its tenth at cycle 4.5 to 9.5, which is at a Cq of 3 to 8, beside later wells. */
function measureEarly(): Figure[] {
  const random = createRandom(1512)
  const isEarly = (well: number) => well % 2 === 0
  const errors: number[] = []
  const consensus: number[] = []
  for (const family of readFamilies()) {
    const plate = makePlate(family, random, 0.003, (well) =>
      isEarly(well) ? between(random, 4.5, 9.5) : between(random, 16, 28),
    )
    const results = analyseDefault(plate.curves)
    const isLate = (well: number) => !isEarly(well)
    const own = (read?: (result: WellResult) => number | null) =>
      findErrors(results, plate.places, read, isLate)
        .filter((_, well) => isEarly(well))
        // Rate a missing Cq as wrong as one can be.
        .map((error) => (error === error ? Math.abs(error) : cycles))
    errors.push(...own())
    consensus.push(...own(readConsensus))
  }
  return [
    atMost('default, Cq 3 to 8: median error', quantile(errors, 0.5), 'cycles', 0.03),
    atMost('default, Cq 3 to 8: largest error', quantile(errors, 1), 'cycles', 0.15),
    atMost('consensus, Cq 3 to 8: median error', quantile(consensus, 0.5), 'cycles', null),
    atMost('consensus, Cq 3 to 8: largest error', quantile(consensus, 1), 'cycles', null),
  ]
}

/** Measure curves that were subtracted before import, with an offset or a drift that it left. */
function measureSubtracted(): Figure[] {
  const random = createRandom(1513)
  let wrong = 0
  let silent = 0
  let count = 0
  for (const family of readFamilies()) {
    for (const kind of ['offset', 'drift'] as const) {
      const plate = makePlate(family, random, 0.002)
      const curves = plate.curves.map((curve) => {
        const size = rise * between(random, -0.03, 0.03)
        return curve.map(
          (value, i) => value - level + (kind === 'offset' ? size : (size * i) / cycles),
        )
      })
      const results = analyseDefault(curves, 'none')
      for (const [well, error] of findErrors(results, plate.places).entries()) {
        count++
        if (Math.abs(error) <= 0.3) continue
        wrong++
        if (!isFlagged(results[well]!)) silent++
      }
    }
  }
  return [
    atMost(
      `default, subtracted before import (${count}): over 0.3 cycles off`,
      (100 * wrong) / count,
      '%',
      null,
    ),
    atMost(`default, subtracted before import (${count}): of these unflagged`, silent, 'wells', 0),
  ]
}

/** Measure steps and spikes in a third of the wells; each Cq beside that of the same readings without them. */
function measureBroken(): Figure[] {
  return [
    ...compareBroken('steps of 3 to 33 x noise', (curve, noise, random) => {
      const from = 2 + random.below(cycles - 4)
      const size = noise * between(random, 3, 33) * sign(random)
      return curve.map((value, i) => value + (i >= from ? size : 0))
    }),
    ...compareBroken('one to three spikes of 20 to 60 x noise', (curve, noise, random) => {
      const broken = curve.slice()
      for (let spikes = 1 + random.below(3); spikes > 0; spikes--) {
        broken[random.below(cycles)]! += noise * between(random, 20, 60) * sign(random)
      }
      return broken
    }),
  ]
}

const sign = (random: Random) => (random.next() < 0.5 ? -1 : 1)

function compareBroken(
  what: string,
  spoil: (curve: Float64Array, noise: number, random: Random) => Float64Array,
): Figure[] {
  const random = createRandom(1514)
  const noise = 0.003
  let moved = 0
  let silent = 0
  let flagged = 0
  let count = 0
  for (const family of readFamilies()) {
    for (let round = 0; round < 4; round++) {
      const { curves } = makePlate(family, random, noise)
      const before = analyseDefault(curves)
      const isBroken = (well: number) => well % 3 === 0
      const after = analyseDefault(
        curves.map((curve, well) => (isBroken(well) ? spoil(curve, noise * rise, random) : curve)),
      )
      for (const [well, result] of after.entries()) {
        if (!isBroken(well)) continue
        count++
        if (isFlagged(result)) flagged++
        const move = Math.abs((result.cq ?? Number.NaN) - (before[well]!.cq ?? Number.NaN))
        if (move <= 0.25) continue
        moved++
        if (!isFlagged(result)) silent++
      }
    }
  }
  const name = `default, ${what} (${count})`
  return [
    atMost(`${name}: Cq moved by over 0.25`, (100 * moved) / count, '%', null),
    atMost(`${name}: so and unflagged`, (100 * silent) / count, '%', 0.5),
    atMost(`${name}: flagged`, (100 * flagged) / count, '%', null),
  ]
}

/** Measure how many 95 % intervals of the consensus Cq contain the true place. */
function measureCoverage(): Figure[] {
  return (['equal', 'unlike'] as const).map((plateaus) => {
    const random = createRandom(1515)
    let within = 0
    let count = 0
    for (const family of readFamilies()) {
      for (const noise of [0.001, 0.003, 0.01]) {
        const fold = between(random, 1.8, 2)
        const places: number[] = []
        const curves = Array.from({ length: wells }, () => {
          const place = between(random, 14, 30)
          places.push(place)
          const own = plateaus === 'equal' ? 1 : 1 + 0.1 * gauss(random)
          // Grow the same curve, undisturbed, to another plateau, as more or less primer gives it.
          const growth = family.grow(cycles, place + log(own) / log(fold), { fold, bend: 0 })
          return addNoise(
            growth.map((part) => level + rise * own * part),
            noise * rise,
            random,
          )
        })
        const results = analyseDefault(curves)
        for (const [well, error] of findErrors(results, places, readConsensus).entries()) {
          const known = results[well]!.estimates?.consensus_error
          if (known === null || known === undefined || error !== error) continue
          count++
          if (Math.abs(error) <= 1.96 * known) within++
        }
      }
    }
    const value = (100 * within) / count
    return {
      name: `consensus error, plateaus ${plateaus} (${count}): within its 95 % interval`,
      value,
      unit: '%',
      bar: '93 to 97',
      ok: value >= 93 && value <= 97,
    }
  })
}

function atMost(name: string, value: number, unit: string, most: number | null): Figure {
  return {
    name,
    value,
    unit,
    bar: most === null ? '' : `<= ${most}`,
    ok: most === null ? null : value <= most,
  }
}

function atLeast(name: string, value: number, unit: string, least: number | null): Figure {
  return {
    name,
    value,
    unit,
    bar: least === null ? '' : `>= ${least}`,
    ok: least === null ? null : value >= least,
  }
}
