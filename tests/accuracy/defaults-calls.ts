import type { WellResult } from '../../domain/results.ts'
import { exp } from '../../workers/numbers/exp.ts'
import type { Figure } from '../support/curve-accuracy.ts'
import { createRandom, type Random } from '../support/seeded-random.ts'
import { readFamilies } from '../support/simulated-growth.ts'
import { addNoise, analyseDefault, between, cycles, gauss } from '../support/simulated-plate.ts'

/** Level of an empty well and rise of a good one, in the unit of an instrument. */
const level = 2000
const rise = 5000
const folds = [1.5, 1.8, 2]
const bends = [0, 1]

/**
 * Measure the calls that a user gets without touching a setting: of curves that grow, and of wells in which
 * something else happens. `noise` is a standard deviation as a part of the rise.
 */
export function measureDefaultCalls(): Figure[] {
  const noises = [0.01, 0.03, 0.05]
  const growing = noises.map((noise) => ({ noise, calls: callGrowing(noise) }))
  return [
    ...growing.flatMap(({ noise, calls }) => describeGrowing(noise, calls)),
    ...negatives.flatMap(describeNegatives),
  ]
}

/** 40 wells that grow and 8 that do not, of each family, growth and bend. */
function callGrowing(noise: number): WellResult['call'][] {
  const random = createRandom(1501)
  const calls: WellResult['call'][] = []
  for (const family of readFamilies()) {
    for (const fold of folds) {
      for (const bend of bends) {
        const grown = Array.from({ length: 40 }, () => {
          const growth = family.grow(cycles, between(random, 12, 28), { fold, bend })
          const own = rise * (1 + 0.1 * gauss(random))
          return growth.map((part) => level + own * part)
        })
        const blanks = Array.from({ length: 8 }, () => new Float64Array(cycles).fill(level))
        const curves = [...grown, ...blanks].map((curve) => addNoise(curve, noise * rise, random))
        const results = analyseDefault(curves)
        for (const [well, curve] of grown.entries()) {
          if (curve.at(-1)! - level > 10 * noise * rise) calls.push(results[well]!.call)
        }
      }
    }
  }
  return calls
}

function describeGrowing(noise: number, calls: readonly WellResult['call'][]): Figure[] {
  const name = `default, growth 1.5 to 2.0, noise ${noise * 100} % of the rise (${calls.length})`
  return [
    share(`${name}: called not detected`, calls, 'not_detected', 0),
    share(`${name}: review`, calls, 'review', noise <= 0.03 ? 10 : null),
  ]
}

/** Signal of a well without growth, over its level, in parts of the rise of a good one. */
interface Negative {
  name: string
  draw(random: Random, noise: number): Float64Array
}

const along = (part: (at: number, cycle: number) => number) =>
  Float64Array.from({ length: cycles }, (_, i) => part(i / (cycles - 1), i + 1))

export const negatives: readonly Negative[] = [
  { name: 'empty', draw: (random) => slope(between(random, -0.01, 0.01)) },
  {
    name: 'drift',
    draw(random) {
      const size = between(random, -0.2, 0.2)
      const curved = between(random, -0.5, 0.5)
      const warm = between(random, -0.05, 0.05)
      return along((at, cycle) => size * (at + curved * at * (1 - at)) + warm * exp(-cycle / 4))
    },
  },
  {
    name: 'creep',
    draw(random) {
      const size = between(random, 0.03, 0.15)
      const order = between(random, 1.5, 4)
      return along((at) => size * at ** order)
    },
  },
  {
    name: 'dimers',
    draw(random) {
      const size = between(random, 0.02, 0.08)
      const fold = between(random, 1.5, 1.9)
      const family = random.pick(readFamilies().slice(0, 3))
      const growth = family.grow(cycles, between(random, 33, 42), { fold, bend: random.next() })
      return growth.map((part) => size * part)
    },
  },
  {
    name: 'bubbles',
    draw(random, noise) {
      const curve = slope(between(random, -0.01, 0.01))
      for (let count = 1 + random.below(2); count > 0; count--) {
        const from = random.below(cycles)
        const size = noise * between(random, 5, 40) * (random.next() < 0.5 ? -1 : 1)
        const lasting = random.pick([1, 3, 8, Number.POSITIVE_INFINITY])
        for (let i = from; i < cycles; i++) {
          if (lasting === 1) curve[i]! += i === from ? size : 0
          else curve[i]! += size * exp(-(i - from) / lasting)
        }
      }
      return curve
    },
  },
]

function slope(size: number): Float64Array {
  return along((at) => size * at)
}

/** 900 such wells, 75 a plate beside 21 that grow. */
function describeNegatives({ name, draw }: Negative): Figure[] {
  const random = createRandom(1502)
  const families = readFamilies()
  const calls: WellResult['call'][] = []
  for (let plate = 0; plate < 12; plate++) {
    const family = families[plate % families.length]!
    const noise = [0.002, 0.004, 0.01][plate % 3]!
    const rule = { fold: between(random, 1.7, 2), bend: 0 }
    const good = Array.from({ length: 21 }, () =>
      family.grow(cycles, between(random, 14, 28), rule),
    )
    const others = Array.from({ length: 75 }, () => draw(random, noise))
    const curves = [...others, ...good].map((parts) =>
      addNoise(
        parts.map((part) => level + rise * part),
        noise * rise,
        random,
      ),
    )
    calls.push(
      ...analyseDefault(curves)
        .slice(0, 75)
        .map(({ call }) => call),
    )
  }
  const all = `default, ${name} (${calls.length})`
  return [
    share(`${all}: called detected`, calls, 'detected', 0),
    share(`${all}: review`, calls, 'review', 3),
  ]
}

/** Return the percentage of the calls that are `call`. */
function share(
  name: string,
  calls: readonly WellResult['call'][],
  call: WellResult['call'],
  most: number | null,
): Figure {
  const value = (100 * calls.filter((one) => one === call).length) / calls.length
  return {
    name,
    value,
    unit: '%',
    bar: most === null ? '' : `<= ${most}`,
    ok: most === null ? null : value <= most,
  }
}
