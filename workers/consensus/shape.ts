import { exp, expInPlace } from '../numbers/exp.ts'
import { log, logInPlace } from '../numbers/log.ts'

/**
 * Shape of growth that the curves of one target share: from 0 to 1 over the cycle x,
 *
 *     G(x) = (1 + exp(-rate (x - middle)))^-asymmetry
 *
 * (Richards 1959, J Exp Bot 10:290). Early on it grows by exp(rate * asymmetry) per cycle. Only its
 * place is a curve's own. That is found by its Cy0, where the tangent at the steepest cycle meets zero
 * (Guescini 2008, BMC Bioinf 9:326), and not by `middle`, which runs away when the shape changes.
 */
export interface GrowthShape {
  /** Per cycle. */
  rate: number
  asymmetry: number
}

/** Columns of a curve's equations, each as long as the curve: G and its three derivatives. */
export const shapeColumns = 4

/**
 * Return the cycles from `middle` to Cy0: the steepest cycle is ln(asymmetry) / rate after the middle, and there G / G'
 * is (1 + 1 / asymmetry) / rate.
 */
function reachCy0({ rate, asymmetry }: GrowthShape): number {
  return (log(asymmetry) - 1 - 1 / asymmetry) / rate
}

/** Return the cycles from Cy0 to where the shape reaches the part `height` (0..1) of its rise. */
export function reachHeight(shape: GrowthShape, height: number): number {
  const { rate, asymmetry } = shape
  return -log(exp(-log(height) / asymmetry) - 1) / rate - reachCy0(shape)
}

/** Return the slope of ln G per cycle where the shape has reached the part `height` (0..1) of its rise. */
export function steepnessAt({ rate, asymmetry }: GrowthShape, height: number): number {
  return asymmetry * rate * (1 - exp(log(height) / asymmetry))
}

/**
 * Fill the columns G, dG/d Cy0, dG/d ln rate and dG/d ln asymmetry for the cycles 1..points; the last
 * two at an unchanged Cy0, and only for a shape that is `sought`.
 */
export function fillShape(
  shape: GrowthShape,
  cy0: number,
  points: number,
  sought: boolean,
  columns: Float64Array,
): void {
  const { rate, asymmetry } = shape
  const reach = reachCy0(shape)
  const reachSlope = (1 + 1 / asymmetry) / rate
  const middle = cy0 - reach
  const fading = exp(-rate)
  if (depths.length < points) depths = new Float64Array(points)
  let z = exp(rate * (middle - 1))
  for (let i = 0; i < points; i++) {
    columns[points + i] = z
    depths[i] = 1 + z
    z *= fading
  }
  logInPlace(depths, points)
  for (let i = 0; i < points; i++) {
    // Calculate ln(1 + z) without the loss of digits a small z brings.
    const power = columns[points + i]!
    const sum = 1 + power
    depths[i] = sum === 1 ? power : (depths[i]! * power) / (sum - 1)
    columns[i] = -asymmetry * depths[i]!
  }
  expInPlace(columns, points)
  for (let i = 0; i < points; i++) {
    const value = columns[i]!
    const power = columns[points + i]!
    const slope = (asymmetry * rate * value * power) / (1 + power)
    columns[points + i] = -slope
    if (!sought) continue
    columns[2 * points + i] = slope * (i + 1 - cy0)
    columns[3 * points + i] = slope * reachSlope - asymmetry * value * depths[i]!
  }
}

/** ln(1 + z) of each cycle, kept because a run needs it some thousand times. */
let depths = new Float64Array(64)
