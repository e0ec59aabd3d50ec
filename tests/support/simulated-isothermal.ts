import type { Results, WellResult } from '../../domain/results.ts'
import { wellName } from '../../domain/rules/well.ts'
import { exp } from '../../workers/numbers/exp.ts'
import { log } from '../../workers/numbers/log.ts'
import { analyse, type AnalyseInput } from '../../workers/run/analyse.ts'
import { plateShape } from './curve-accuracy.ts'
import type { Random } from './seeded-random.ts'
import { between, defaultInput } from './simulated-plate.ts'

/**
 * A way in which isothermal amplifications rise from 0 to 1, none of them a product's own model. `width` is roughly the readings
 * from 10 to 90 %, `middle` the reading at half the height.
 */
export interface TimeFamily {
  name: string
  grow(points: number, middle: number, width: number, random: Random): (at: number) => number
}

/** Growth whose bends differ by as much as a and 1 / a (Richards 1959). */
const richards: TimeFamily = {
  name: 'Richards',
  grow(_points, middle, width, random) {
    const a = exp(between(random, -1.1, 1.1))
    const rate = 4.4 / width
    const place = middle + log(exp(log(2) / a) - 1) / rate
    return (at) => exp(-a * log(1 + exp(-rate * (at - place))))
  },
}

/** Two rates that take over from each other at the middle, the later up to three times slower. */
const twoRates: TimeFamily = {
  name: 'two rates',
  grow(_points, middle, width, random) {
    const early = 4.4 / width
    const late = early / between(random, 1, 3)
    return (at) => {
      const x = at - middle
      const weight = 1 / (1 + exp(((early + late) / 2) * x))
      return 1 / (1 + weight * exp(-early * x) + (1 - weight) * exp(-late * x))
    }
  },
}

/** Steps of a reaction per reading. */
const steps = 20

/** A reaction whose enzyme is saturated by the product, so that growth is straight for long, and whose primers run out. */
const saturated: TimeFamily = {
  name: 'saturated enzyme',
  grow(_points, middle, width, random) {
    const half = between(random, 0.05, 0.5)
    const speed = ((1 + half) * 4) / width
    const run: number[] = []
    let product = 1e-6
    let atHalf = 0
    while (run.length < 4000 * steps && product < 0.9999) {
      if (product < 0.5) atHalf = run.length
      run.push(product)
      product += ((speed / steps) * product * (1 - product)) / (half + product)
    }
    return (at) => {
      const index = Math.round((at - middle) * steps) + atHalf
      return index < 0 ? 0 : (run[index] ?? 1)
    }
  },
}

export const timeFamilies: readonly TimeFamily[] = [richards, twoRates, saturated]

/** Rate at which an isothermal run is read: LAMP each minute and half minute, RPA every twenty seconds. */
export const timings = [
  { points: 60, minutes: 1 },
  { points: 90, minutes: 0.5 },
  { points: 60, minutes: 1 / 3 },
] as const

/** Return a plate of an isothermal run with everything automatic. */
export function timeInput(curves: readonly Float64Array[], minutes: number): AnalyseInput {
  const input = defaultInput(curves, 'automatic', 'threshold')
  const [target] = input.evaluation.targets
  const longest = input.amplification.points * minutes
  return {
    ...input,
    evaluation: {
      ...input.evaluation,
      assay: { kind: 'isothermal', minutes_per_reading: minutes },
      targets: [{ ...target!, cq_max: longest }],
    },
  }
}

/** Return the results of such a plate, one per curve, in their order. */
export function analyseTimes(curves: readonly Float64Array[], minutes: number): WellResult[] {
  return inOrder(analyse(timeInput(curves, minutes)), curves.length)
}

function inOrder({ wells }: Results, count: number): WellResult[] {
  const byName = new Map(wells.map((one) => [one.well, one]))
  return Array.from({ length: count }, (_, well) => byName.get(wellName(plateShape, well))!)
}
