import type { WellResult } from '../../domain/results.ts'
import { exp } from '../../workers/numbers/exp.ts'
import type { Figure } from '../support/curve-accuracy.ts'
import { readCurveTable } from '../support/linreg-reference.ts'
import { createRandom, type Random } from '../support/seeded-random.ts'
import { analyseTimes, timeFamilies, timings } from '../support/simulated-isothermal.ts'
import { addNoise, between, gauss } from '../support/simulated-plate.ts'
import { hasReference } from '../support/vendor-csv.ts'

/** Level of an empty well and rise of a good one, in the unit of an instrument. */
const level = 2000
const rise = 5000
const noises = [0.005, 0.01, 0.02, 0.05]

interface Grown {
  result: WellResult
  /** Time at which the curve without noise and drift crosses the threshold of its run, in minutes. */
  time: number
  /** Minutes from 10 to 90 % of the rise. */
  width: number
  isClear: boolean
}

/**
 * Measure isothermal runs: calls of wells that rise at any time and of wells that do not, and the error of the time to
 * threshold.
 */
export function measureIsothermal(): Figure[] {
  return [...noises.flatMap(describeRises), ...still.flatMap(describeStill), ...measureRecorded()]
}

/** 40 wells that rise and 8 that do not, of each family and timing; thrice. */
function growPlates(noise: number): Grown[] {
  const random = createRandom(1510)
  const found: Grown[] = []
  for (const family of timeFamilies) {
    for (const { points, minutes } of [...timings, ...timings]) {
      const wells = Array.from({ length: 40 }, () => {
        const width = between(random, 4, 0.3 * points)
        const middle = between(random, 4 + width, 0.9 * points)
        const grow = family.grow(points, middle, width, random)
        return { width, grow, own: rise * (1 + 0.1 * gauss(random)) }
      })
      const curves = wells.map(({ grow, own }) =>
        drift(points, random).map((under, i) => level + rise * under + own * grow(i + 1)),
      )
      const blanks = Array.from({ length: 8 }, () =>
        drift(points, random).map((under) => level + rise * under),
      )
      const noisy = [...curves, ...blanks].map((curve) => addNoise(curve, noise * rise, random))
      const results = analyseTimes(noisy, minutes)
      for (const [well, { width, grow, own }] of wells.entries()) {
        const result = results[well]!
        const time = crossTime(points, (at) => own * grow(at), result.threshold ?? 0) * minutes
        const isClear = own * grow(points) >= 10 * noise * rise && grow(points) > 0.5
        found.push({ result, time, width: width * minutes, isClear })
      }
    }
  }
  return found
}

/** Draw a slow change of the light and a block that warms up, as parts of the rise. */
function drift(points: number, random: Random): Float64Array {
  const slope = between(random, -0.05, 0.05)
  const warm = between(random, -0.05, 0.05)
  return Float64Array.from({ length: points }, (_, i) => {
    return slope * (i / points) + warm * exp(-(i + 1) / 2)
  })
}

/** Reading, with its fraction, at which a growth without noise crosses a threshold; NaN for none. */
function crossTime(points: number, grow: (at: number) => number, threshold: number): number {
  for (let at = 1; at < points; at += 0.02) if (grow(at) >= threshold) return at
  return Number.NaN
}

function describeRises(noise: number): Figure[] {
  const grown = growPlates(noise)
  const clear = grown.filter(({ isClear }) => isClear)
  const name = `isothermal, rises of any start, noise ${noise * 100} % of the rise (${clear.length})`
  const part = (call: WellResult['call']) =>
    (100 * clear.filter(({ result }) => result.call === call).length) / clear.length
  const timed = clear.filter(({ result, time }) => result.cq !== null && Number.isFinite(time))
  const errors = timed.map(({ result, time, width }) => Math.abs(result.cq! - time) / width)
  const covered = timed.filter(
    ({ result, time }) => Math.abs(result.cq! - time) <= 1.96 * (result.cq_error ?? 0),
  )
  return [
    figure(`${name}: called not detected`, part('not_detected'), '%', 0),
    figure(`${name}: review`, part('review'), '%', noise <= 0.02 ? 3 : null),
    figure(
      `${name}: median error of Tt, of the rise's duration`,
      at(errors, 0.5),
      'parts',
      noise <= 0.02 ? 0.02 : 0.04,
    ),
    figure(`${name}: error of Tt (95 %), of the rise's duration`, at(errors, 0.95), 'parts', null),
    coverage(`${name}: 95 % interval holds the true Tt`, (100 * covered.length) / timed.length),
  ]
}

/** Curves without amplification, as parts of the rise of a good well. */
const still: readonly { name: string; draw(points: number, random: Random): Float64Array }[] = [
  { name: 'empty', draw: drift },
  {
    name: 'drift',
    draw(points, random) {
      const size = between(random, -0.2, 0.2)
      const curved = between(random, -0.5, 0.5)
      const warm = between(random, -0.1, 0.1)
      const pace = between(random, 2, 8)
      return along(points, (at, i) => size * (at + curved * at * (1 - at)) + warm * exp(-i / pace))
    },
  },
  {
    name: 'creep',
    draw(points, random) {
      const size = between(random, 0.03, 0.15)
      const order = between(random, 1.5, 4)
      return along(points, (at) => size * at ** order)
    },
  },
  {
    name: 'bubbles',
    draw(points, random) {
      const from = random.below(points)
      const size = between(random, 0.02, 0.3) * (random.next() < 0.5 ? -1 : 1)
      const lasting = random.pick([1, 3, 8, Number.POSITIVE_INFINITY])
      return along(points, (_, i) => {
        if (i < from) return 0
        return lasting === 1 ? (i === from ? size : 0) : size * exp(-(i - from) / lasting)
      })
    },
  },
]

function along(points: number, part: (at: number, i: number) => number): Float64Array {
  return Float64Array.from({ length: points }, (_, i) => part(i / (points - 1), i))
}

/** Judge 900 wells without growth, 75 a plate beside 21 that rise. */
function judgeStill({ draw }: (typeof still)[number]): WellResult[] {
  const random = createRandom(1511)
  const found: WellResult[] = []
  for (let plate = 0; plate < 12; plate++) {
    const { points, minutes } = timings[plate % timings.length]!
    const noise = [0.005, 0.01, 0.02][Math.floor(plate / 3) % 3]!
    const family = timeFamilies[plate % timeFamilies.length]!
    const parts = Array.from({ length: 75 }, () => draw(points, random))
    const good = Array.from({ length: 21 }, () => {
      const width = between(random, 4, 0.2 * points)
      const grow = family.grow(points, between(random, 8 + width, 0.7 * points), width, random)
      return along(points, (_, i) => grow(i + 1))
    })
    const curves = [...parts, ...good].map((curve) =>
      addNoise(
        curve.map((part) => level + rise * part),
        noise * rise,
        random,
      ),
    )
    const results = analyseTimes(curves, minutes)
    found.push(...results.slice(0, parts.length))
  }
  return found
}

function describeStill(one: (typeof still)[number]): Figure[] {
  const { name } = one
  const calls = judgeStill(one).map(({ call }) => call)
  const part = (call: WellResult['call']) =>
    (100 * calls.filter((one) => one === call).length) / calls.length
  return [
    figure(`isothermal, ${name} (900): called detected`, part('detected'), '%', 0),
    figure(`isothermal, ${name} (900): review`, part('review'), '%', 3),
  ]
}

/** Measure two helicase-dependent amplifications of chipPCR (Roediger et al. 2013), read every 16 and 19 seconds. */
function measureRecorded(): Figure[] {
  const path = 'chipPCR/C81.csv'
  if (!hasReference(path)) return []
  const { names, points, values } = readCurveTable(path)
  return ['D1', 'D2'].flatMap((name): Figure[] => {
    const of = (column: string) => {
      const index = names.indexOf(`${column}.${name}`)
      return values.slice(index * points, (index + 1) * points)
    }
    const seconds = of('t')
    const minutes = (seconds.at(-1)! - seconds[0]!) / (points - 1) / 60
    const [result] = analyseTimes([of('MFI')], minutes)
    const title = `isothermal, chipPCR C81 ${name}: time to threshold, called ${result!.call}`
    return [figure(title, result!.cq ?? Number.NaN, 'min', null)]
  })
}

function at(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(part * (sorted.length - 1))] ?? Number.NaN
}

function coverage(name: string, value: number): Figure {
  return { name, value, unit: '%', bar: '93 to 97', ok: value >= 93 && value <= 97 }
}

function figure(name: string, value: number, unit: string, most: number | null = null): Figure {
  return {
    name,
    value,
    unit,
    bar: most === null ? '' : `<= ${most}`,
    ok: most === null ? null : value <= most,
  }
}
