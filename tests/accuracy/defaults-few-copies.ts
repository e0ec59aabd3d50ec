import type { WellResult } from '../../domain/results.ts'
import type { Figure } from '../support/curve-accuracy.ts'
import { createRandom, type Random } from '../support/seeded-random.ts'
import { readFamilies, type GrowthFamily } from '../support/simulated-growth.ts'
import { addNoise, analyseDefault, between, cycles } from '../support/simulated-plate.ts'

const level = 2000
const rise = 5000
/** Heights at the end of the run, of those of good wells, in which products of the primers are found as well. */
const heights = { least: 0.015, most: 0.08 } as const
const noises = [0.002, 0.004]

/**
 * Measure few copies: growth that begins so late that a run ends at 1.5 to 8 % of the height of the other wells, and at
 * 10 times the noise or more. It looks like the products of the primers, but has not slowed down.
 */
export function measureFewCopies(): Figure[] {
  return [1, 0.3].flatMap((height) => {
    const results = callFewCopies(height)
    const name = `default, few copies on their way to ${100 * height} % of the height (${results.length})`
    const taken = results.filter(({ call, trace }) => {
      return (
        call === 'not_detected' && trace.some((one) => one.rule === 'plate_share' && one.decided)
      )
    })
    const lost = results.filter(({ call }) => call === 'not_detected')
    return [
      share(`${name}: taken for products of the primers`, taken, results, 1),
      share(`${name}: called not detected`, lost, results, 15),
    ]
  })
}

/** 900 such wells, 75 a plate beside 21 that grow well. */
function callFewCopies(height: number): WellResult[] {
  const random = createRandom(1503)
  const families = readFamilies()
  return Array.from({ length: 12 }, (_, plate) => {
    const family = families[plate % families.length]!
    const noise = noises[plate % noises.length]!
    const fold = between(random, 1.7, 2)
    const good = Array.from({ length: 21 }, () =>
      family.grow(cycles, between(random, 14, 28), { fold, bend: 0 }),
    )
    const few = Array.from({ length: 75 }, () => draw(family, height, noise, random))
    const curves = [...few, ...good].map((parts) =>
      addNoise(
        parts.map((part) => level + rise * part),
        noise * rise,
        random,
      ),
    )
    return analyseDefault(curves).slice(0, few.length)
  }).flat()
}

function draw(family: GrowthFamily, height: number, noise: number, random: Random): Float64Array {
  for (;;) {
    const rule = { fold: between(random, 1.5, 2), bend: random.next() }
    const growth = family.grow(cycles, between(random, 38, 49), rule)
    const end = height * growth.at(-1)!
    if (end >= Math.max(heights.least, 10 * noise) && end <= heights.most) {
      return growth.map((part) => height * part)
    }
  }
}

function share(
  name: string,
  some: readonly WellResult[],
  all: readonly WellResult[],
  most: number,
): Figure {
  const value = (100 * some.length) / all.length
  return { name, value, unit: '%', bar: `<= ${most}`, ok: value <= most }
}
