import type { BaselineRule, CqMethod } from '../../domain/entities/evaluation-recipe.ts'
import type { WellResult } from '../../domain/results.ts'
import { wellName } from '../../domain/rules/well.ts'
import { createReadings } from '../../workers/curves/readings.ts'
import { log } from '../../workers/numbers/log.ts'
import { analyse, type AnalyseInput } from '../../workers/run/analyse.ts'
import { plateShape } from './curve-accuracy.ts'
import type { Random } from './seeded-random.ts'
import { uuidOf } from './uuid-of.ts'

/** Cycles of every simulated run. */
export const cycles = 45

/** Draw a value of the standard normal distribution. */
export function gauss(random: Random): number {
  return Math.sqrt(-2 * log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
}

/** Draw a number between two ends. */
export function between(random: Random, least: number, most: number): number {
  return least + (most - least) * random.next()
}

/** Draw readings around a curve; `noise` as a standard deviation in the curve's unit. */
export function addNoise(curve: Float64Array, noise: number, random: Random): Float64Array {
  return curve.map((value) => value + noise * gauss(random))
}

/**
 * Return a plate as it is analysed with default settings: one target, everything automatic as an import sets it.
 * `baseline: none` is for an import of subtracted curves; without a method it is a recipe from before there was a
 * choice, read by threshold.
 */
export function defaultInput(
  curves: readonly Float64Array[],
  baseline: BaselineRule['method'] & ('automatic' | 'none') = 'automatic',
  method: CqMethod | null = 'consensus',
): AnalyseInput {
  const points = Math.max(...curves.map((curve) => curve.length))
  const amplification = createReadings(['FAM'], 96, points)
  for (const [well, curve] of curves.entries()) amplification.values.set(curve, well * points)
  return {
    amplification,
    melt: null,
    evaluation: {
      targets: [
        {
          name: 'target',
          channel: 'FAM',
          role: 'target',
          threshold: { method: 'automatic', factor: 10 },
          ...(method && { cq_method: method }),
          baseline: { method: baseline },
          cq_max: points,
        },
      ],
      passive_reference: null,
      controls: { ntc_clean: false, positive_detected: false, internal_control: false },
      variables: [],
    },
    cartridge_type: 'Wells96',
    planned_cycles: points,
    samples: curves.map((_, well) => ({
      uuid: uuidOf(well),
      sample_type: 'unknown' as const,
      coordinates: [wellName(plateShape, well)],
    })),
    exclusions: [],
    input_hash: '',
  }
}

/** Return the results of such a plate, one per curve, in their order. */
export function analyseDefault(
  curves: readonly Float64Array[],
  baseline: 'automatic' | 'none' = 'automatic',
  method: CqMethod | null = 'consensus',
): WellResult[] {
  const names = new Map(curves.map((_, well) => [wellName(plateShape, well), well]))
  const ordered: WellResult[] = []
  for (const result of analyse(defaultInput(curves, baseline, method)).wells) {
    const well = names.get(result.well)
    if (well !== undefined) ordered[well] = result
  }
  return ordered
}

/** Return true if a person is asked to check: the call is review, or the curve itself has a flag. */
export function isFlagged({ call, flags }: WellResult): boolean {
  return call === 'review' || flags.some(({ name }) => curveFlags.includes(name))
}

/** Flags that say that a curve is not what its method takes it for; a hook does not move a Cq. */
const curveFlags: readonly WellResult['flags'][number]['name'][] = [
  'spike',
  'saturated',
  'common_step',
  'methods_disagree',
  'imprecise_cq',
  'strays_from_shape',
]
