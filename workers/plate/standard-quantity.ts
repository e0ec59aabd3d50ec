import { studentQuantile } from '../numbers/distributions.ts'
import { power } from '../numbers/power.ts'
import type { Interval, StandardCurve } from './standard-curve.ts'

/** Quantity read off a standard curve. */
export interface StandardQuantity {
  /** Decimal logarithm with its prediction interval; the ends are not even around the value. */
  log10Quantity: Interval
  /** The same in the unit of the standards. */
  quantity: Interval
  /** Position among the standards; outside of them the line is an extrapolation. */
  range: 'below' | 'within' | 'above'
}

export type QuantityOutcome =
  | ({ outcome: 'read' } & StandardQuantity)
  /** Nothing measured. */
  | { outcome: 'no_cq' }
  /** The slope does not differ from zero, so the interval has no end; or it is above zero, as of standards in the wrong order. */
  | { outcome: 'slope_uncertain' }

/**
 * Read the quantity of a sample off a standard curve, from the mean of its `cqs` (replicates; NaN
 * does not count). The interval is Fieller's: it holds the quantities whose line would give such a
 * mean of so many replicates, with the scatter of the standards.
 *
 * Fieller, J R Stat Soc B 1954;16:175; Draper & Smith, Applied Regression Analysis, ch. 3.
 */
export function readQuantity(curve: StandardCurve, cqs: readonly number[]): QuantityOutcome {
  const measured = cqs.filter(Number.isFinite)
  if (measured.length === 0) return { outcome: 'no_cq' }
  const mean = measured.reduce((sum, cq) => sum + cq, 0) / measured.length
  const { slope, residualSd, squares, points, meanCq, meanLog10Quantity } = curve
  const t = studentQuantile((1 + curve.confidence) / 2, points - 2)
  const ratio = (t * residualSd) / slope
  const g = (ratio * ratio) / squares
  if (!(slope < 0 && g < 1)) return { outcome: 'slope_uncertain' }
  const distance = (mean - meanCq) / slope
  const reach =
    Math.abs(ratio) *
    Math.sqrt((1 / measured.length + 1 / points) * (1 - g) + (distance * distance) / squares)
  const value = meanLog10Quantity + distance
  const low = meanLog10Quantity + (distance - reach) / (1 - g)
  const high = meanLog10Quantity + (distance + reach) / (1 - g)
  return {
    outcome: 'read',
    log10Quantity: { value, low, high },
    quantity: { value: power(10, value), low: power(10, low), high: power(10, high) },
    range: value < curve.lowest ? 'below' : value > curve.highest ? 'above' : 'within',
  }
}
