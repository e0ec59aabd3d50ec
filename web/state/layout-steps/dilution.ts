import { countNames, type Layout } from '../draft-steps.ts'
import { namesBeside } from './series.ts'
import type { Direction, Outcome, Placement, Shape } from './wells.ts'
import { placeOf, placeSamples, wellAt } from './wells.ts'

export interface Dilution {
  /** Name of the standards; they are counted from it. */
  name: string
  /** Copies per reaction of the first, and what each next one is divided by. */
  start: number
  factor: number
  steps: number
  /** Wells of each standard, beside each other across the direction. */
  replicates: number
  direction: Direction
}

/**
 * Lay a dilution series of standards from a well on: the steps in the direction, replicates across it. Samples
 * without a place on the plate are made too, without a well.
 */
export function layDilution(
  layout: Layout,
  from: string,
  dilution: Dilution,
  shape: Shape,
  newId: () => string,
): Outcome {
  const origin = placeOf(from, shape)
  if (!origin) return { layout, fallen: 0 }
  let fallen = 0
  const wellsOf = (step: number) =>
    Array.from({ length: dilution.replicates }, (_, replicate) => {
      const [down, right] = dilution.direction === 'down' ? [step, replicate] : [replicate, step]
      return wellAt(origin.row + down, origin.column + right, shape)
    }).flatMap((well) => {
      if (well === null) fallen += 1
      return well ?? []
    })
  const steps = Array.from({ length: dilution.steps }, (_, step) => wellsOf(step))
  const names = countNames(dilution.name, steps.length, namesBeside(layout, steps.flat()))
  const placed = steps.map((wells, step): Placement => ({
    name: names[step] ?? dilution.name,
    sample_type: 'standard',
    quantity: quantityAt(step, dilution),
    wells,
  }))
  return { layout: placeSamples(layout, placed, newId), fallen }
}

/** Free of binary dust: 1e6 / 10 / 10 / 10 is 1000. */
function quantityAt(step: number, { start, factor }: Dilution): number {
  return Number((start / factor ** step).toPrecision(12))
}
