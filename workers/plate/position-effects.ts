import { fTail } from '../numbers/distributions.ts'
import { createMatrix, multiply } from '../numbers/linear-system.ts'
import { findMedian, findSpread } from '../numbers/median.ts'
import { designOf, findLayout, rounding, type PlaceDesign } from './place-designs.ts'
import {
  centreByGroup,
  hasTwoSides,
  type PlateValues,
  type PositionPattern,
} from './plate-places.ts'

export interface PositionEffect {
  pattern: PositionPattern
  /**
   * Unit of the values. Edge minus inside; last minus first row or column; the largest of a row or
   * column after edge and gradients.
   */
  size: number
  /** F test of the pattern beside the others; NaN when the layout cannot show it. */
  probability: number
  isPresent: boolean
}

export interface PositionSettings {
  /** For all patterns together (Holm 1979). */
  alpha: number
  /** Least size that matters, in the unit of the values: on many wells trifles are significant. */
  least: number
}

/** Wild wells count as this many spreads from their group. */
const mostSpreads = 3

const patterns: readonly PositionPattern[] = [
  'edge',
  'row_gradient',
  'column_gradient',
  'rows',
  'columns',
]

/**
 * Find effects of a well's place on the plate on its reading. Values and patterns are taken relative to the mean of
 * their group of replicates: a pattern that coincides with the layout (a sample per row) cannot be shown and is NaN.
 * Edge and gradients are tested beside each other, single rows and columns beside those, by F tests of least squares in
 * closed form; on any plate from 3 x 3 up that has replicates. Single wild wells are drawn in before, so that they make
 * no pattern. Flags only.
 */
export function findPositionEffects(
  plate: PlateValues,
  settings: PositionSettings,
): PositionEffect[] {
  const layout = findLayout(plate)
  const { wells, groups, places } = layout
  const values = centreByGroup(plate, wells, (well) => plate.values[well]!)
  const design = (names: readonly PositionPattern[]) => designOf(layout, names)
  const target = drawIn(values, design(patterns), groups)
  const simple = ['edge', 'row_gradient', 'column_gradient'] as const
  const effects = patterns.map((pattern): PositionEffect => {
    const others = simple.filter((one) => one !== pattern)
    const base = design(others)
    const all = design([...others, pattern])
    const isOneSided = pattern === 'edge' && !hasTwoSides(plate, wells)
    const probability = isOneSided ? Number.NaN : compare(target, base, all, groups)
    const size =
      pattern === 'rows' || pattern === 'columns'
        ? findLargestLine(target, base, places[pattern])
        : fit(target, all).at(-1)!
    return { pattern, size, probability, isPresent: false }
  })
  markPresent(effects, settings)
  return effects
}

/**
 * Draw in the values of wild wells: to three spreads from their group at first, then in a few rounds to three spreads
 * from the fit of all patterns to their place (Huber 1981, section 7.8), so that a strong pattern of a few wells is not
 * taken for wild wells.
 */
function drawIn(values: Float64Array, patterned: PlaceDesign, groups: number): Float64Array {
  let drawn = clip(values, new Float64Array(values.length))
  const rank = patterned.decomposition.singular.filter((value) => value > rounding).length
  // Do no rounds on a plate too small for its patterns, which would bend to its wild wells.
  const rounds = values.length - groups >= 2 * rank ? 5 : 0
  for (let round = 0; round < rounds; round++) {
    const factors = fit(drawn, patterned)
    const right = createMatrix(factors.length, 1)
    right.values.set(factors)
    drawn = clip(values, multiply(patterned.design, right).values)
  }
  return drawn
}

function clip(values: Float64Array, expected: Float64Array): Float64Array {
  const rest = values.map((value, well) => value - expected[well]!)
  const middle = findMedian(rest)
  const reach = mostSpreads * findSpread(rest)
  if (!(reach > 0)) return values
  return rest.map(
    (value, well) => expected[well]! + Math.min(Math.max(value, middle - reach), middle + reach),
  )
}

/** Return the probability that chance explains as much as `all` does beyond `base`. */
function compare(
  target: Float64Array,
  base: PlaceDesign,
  all: PlaceDesign,
  groups: number,
): number {
  const before = project(target, base)
  const after = project(target, all)
  const upper = after.rank - before.rank
  const lower = target.length - groups - after.rank
  if (upper < 1 || lower < 1) return Number.NaN
  const gained = Math.max(0, before.left - after.left)
  if (gained === 0) return 1
  return fTail(gained / upper / (after.left / lower), upper, lower)
}

/** Sum of squares left after least squares on the columns, and how many of them count. */
function project(
  target: Float64Array,
  { decomposition: { u, singular } }: PlaceDesign,
): { left: number; rank: number } {
  let left = target.reduce((sum, value) => sum + value * value, 0)
  let rank = 0
  for (const [k, value] of singular.entries()) {
    if (!(value > rounding)) continue
    let along = 0
    for (let row = 0; row < target.length; row++)
      along += u.values[row * u.columns + k]! * target[row]!
    left -= along * along
    rank++
  }
  return { left: Math.max(left, 0), rank }
}

function fit(target: Float64Array, { design, inverse }: PlaceDesign): Float64Array {
  const right = createMatrix(design.rows, 1)
  right.values.set(target)
  return multiply(inverse, right).values
}

/** Return the mean of the row or column that differs most after subtracting `base`. */
function findLargestLine(
  target: Float64Array,
  base: PlaceDesign,
  extra: readonly Float64Array[],
): number {
  const factors = fit(target, base)
  const rest = target.map((value, well) =>
    base.columns.reduce((left, column, i) => left - factors[i]! * column[well]!, value),
  )
  let largest = 0
  for (const column of extra) {
    let sum = 0
    let count = 0
    for (const [well, value] of column.entries()) {
      if (!(value > 0)) continue
      sum += rest[well]!
      count++
    }
    if (count > 0 && Math.abs(sum / count) > Math.abs(largest)) largest = sum / count
  }
  return largest
}

/** Apply Holm's step-down: the smallest probability against alpha over all, the next over one fewer, ... */
function markPresent(effects: PositionEffect[], { alpha, least }: PositionSettings): void {
  const testable = effects
    .filter(({ probability }) => probability === probability)
    .sort((a, b) => a.probability - b.probability)
  for (const [i, effect] of testable.entries()) {
    if (!(effect.probability <= alpha / (testable.length - i))) break
    effect.isPresent = Math.abs(effect.size) >= least
  }
}
