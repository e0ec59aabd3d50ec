import { chiSquareTail, fTail } from '../numbers/distributions.ts'
import {
  createMatrix,
  decompose,
  type Matrix,
  multiply,
  pseudoInverse,
} from '../numbers/linear-system.ts'
import { findMedian, findSpread } from '../numbers/median.ts'

export interface KineticOutlier {
  /** Squared Mahalanobis distance from the wells that agree; NaN for a well with a missing feature. */
  distance: number
  /** Probability that a well like the others is as far out. */
  probability: number
  isOutlier: boolean
  /** Feature that differs most, counted in its own spread, and by how many spreads. */
  feature: number
  spreads: number
}

/**
 * Detect kinetic outliers: wells of one target whose curves grow unlike the others', as inhibition makes them.
 * `features[well]` are figures that should not depend on the amount of template, such as the efficiency alone (Bar
 * 2003) or plateau, slope and shape of a fitted sigmoid (Sisti 2010, who take their logarithms). The distance is in the
 * spread and correlation of the wells that agree: those are found by robust pairwise correlations (orthogonalised
 * Gnanadesikan-Kettenring, Maronna and Zamar 2002), then their mean and covariance are taken, and Hotelling's T^2 of a
 * further well gives the probability. `alpha` is for the whole plate: each well is compared with `alpha / wells`. Needs
 * four wells more than features; else every distance is NaN. Flags only.
 */
export function findKineticOutliers(
  features: readonly (readonly number[])[],
  alpha = 0.01,
): KineticOutlier[] {
  const known = features.flatMap((row, well) => (row.every(Number.isFinite) ? [well] : []))
  const width = features[known[0] ?? 0]?.length ?? 0
  const rows = known.map((well) => features[well]!)
  const limit = alpha / known.length
  let agreeing = known.length >= width + 4 ? findAgreeing(rows, width) : []
  let centre = summarise(agreeing, width)
  let judged: KineticOutlier[] | null = null
  // Let honest wells back in, which the robust ellipsoid cuts off with some of the spread.
  for (let round = 0; centre && round < mostRounds; round++) {
    judged = judgeWells(rows, centre, limit)
    const found = judged
    const wider = rows.filter((_, i) => !found[i]!.isOutlier)
    if (wider.length === agreeing.length) break
    agreeing = wider
    centre = summarise(agreeing, width)
    judged = null
  }
  if (centre) judged ??= judgeWells(rows, centre, limit)
  const outliers: KineticOutlier[] = features.map(() => none)
  for (const [i, well] of known.entries()) {
    if (judged && features[well]!.length === width) outliers[well] = judged[i]!
  }
  return outliers
}

function judgeWells(
  rows: readonly (readonly number[])[],
  centre: Centre,
  limit: number,
): KineticOutlier[] {
  return rows.map((row) => judgeWell(row, centre, limit))
}

const mostRounds = 10

/** Return Hotelling's T^2 of a further well against those that agree, as an F. */
function judgeWell(row: readonly number[], centre: Centre, limit: number): KineticOutlier {
  const { count, means, deviations, inverse } = centre
  const width = row.length
  const away = row.map((value, i) => value - means[i]!)
  const distance = measure(away, inverse)
  const scaled = (distance * count * (count - width)) / ((count + 1) * (count - 1) * width)
  const probability = fTail(scaled, width, count - width)
  const spreads = away.map((value, i) => value / deviations[i]!)
  const feature = spreads.reduce(
    (best, value, i) => (Math.abs(value) > Math.abs(spreads[best]!) ? i : best),
    0,
  )
  return {
    distance,
    probability,
    isOutlier: probability < limit,
    feature,
    spreads: spreads[feature]!,
  }
}

const none: KineticOutlier = {
  distance: Number.NaN,
  probability: Number.NaN,
  isOutlier: false,
  feature: -1,
  spreads: Number.NaN,
}

/** Return the rows within the robust 97.5 % ellipsoid of the whole; at least half of them. */
function findAgreeing(rows: readonly (readonly number[])[], width: number): (readonly number[])[] {
  const scales = Array.from({ length: width }, (_, i) => findSpread(rows.map((row) => row[i]!)))
  if (!scales.every((scale) => scale > 0)) return []
  const scaled = rows.map((row) => row.map((value, i) => value / scales[i]!))
  const axes = findAxes(scaled, width)
  const turned = scaled.map((row) =>
    Array.from({ length: width }, (_, axis) =>
      row.reduce((sum, value, i) => sum + value * axes.values[i * width + axis]!, 0),
    ),
  )
  const distances = new Float64Array(rows.length)
  for (let axis = 0; axis < width; axis++) {
    const values = turned.map((row) => row[axis]!)
    const middle = findMedian(values)
    const spread = findSpread(values)
    for (const [i, value] of values.entries()) {
      const away = spread > 0 ? (value - middle) / spread : 0
      distances[i] = distances[i]! + away * away
    }
  }
  // Scale by the median of chi-square (Wilson and Hilferty 1931): small sets have too short or too long distances.
  const root = 1 - 2 / (9 * width)
  const scale = (width * root * root * root) / findMedian(distances)
  return rows.filter((_, i) => !(chiSquareTail(distances[i]! * scale, width) < 0.025))
}

/** Return the principal axes of the robust correlations, as columns. */
function findAxes(scaled: readonly (readonly number[])[], width: number): Matrix {
  const correlations = createMatrix(width, width)
  for (let a = 0; a < width; a++) {
    for (let b = 0; b < width; b++) {
      const sum = findSpread(scaled.map((row) => row[a]! + row[b]!))
      const difference = findSpread(scaled.map((row) => row[a]! - row[b]!))
      correlations.values[a * width + b] = a === b ? 1 : (sum * sum - difference * difference) / 4
    }
  }
  return decompose(correlations).v
}

interface Centre {
  count: number
  means: number[]
  deviations: number[]
  inverse: Matrix
}

/** Return mean, standard deviations and inverse covariance. */
function summarise(rows: readonly (readonly number[])[], width: number): Centre | null {
  if (rows.length < width + 2) return null
  const means = Array.from(
    { length: width },
    (_, i) => rows.reduce((sum, row) => sum + row[i]!, 0) / rows.length,
  )
  const covariance = createMatrix(width, width)
  for (const row of rows) {
    for (let a = 0; a < width; a++) {
      for (let b = 0; b < width; b++) {
        const part = ((row[a]! - means[a]!) * (row[b]! - means[b]!)) / (rows.length - 1)
        covariance.values[a * width + b] = covariance.values[a * width + b]! + part
      }
    }
  }
  const deviations = means.map((_, i) => Math.sqrt(covariance.values[i * width + i]!))
  if (!deviations.every((deviation) => deviation > 0)) return null
  return { count: rows.length, means, deviations, inverse: pseudoInverse(covariance) }
}

function measure(away: readonly number[], inverse: Matrix): number {
  const row: Matrix = { rows: 1, columns: away.length, values: Float64Array.from(away) }
  const column: Matrix = { rows: away.length, columns: 1, values: row.values }
  return multiply(multiply(row, inverse), column).values[0]!
}
