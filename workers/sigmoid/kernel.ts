import { exp, expInPlace } from '../numbers/exp.ts'
import { log, logInPlace } from '../numbers/log.ts'
import { farExponent } from './model.ts'

/**
 * Least squares of a sigmoid over flat arrays, written so that another language can repeat it bit by
 * bit: every sum runs from the first point to the last, and nothing is allocated.
 *
 * The curve is c + a g(ln x), g = (1 + exp(s)/f)^-f, s = B (p - ln x): the log-logistic curve of
 * `sigmoid.ts` with B = -b, a = d - c and the inflection (in ln x) p = ln e - ln(f)/b. This form stays
 * well behaved where f grows without bound and the curve becomes a Gompertz curve, which is often the
 * best one; so the asymmetry is carried as ln f up to f = 1 and as 1 - 1/f above (1 for Gompertz).
 *
 * c and a are linear: each evaluation solves them exactly (variable projection: Golub & Pereyra 1973,
 * SIAM J. Numer. Anal. 10:413, with Kaufman's 1975 derivative, BIT 15:49), and only the shape - ln B,
 * p, asymmetry - is searched.
 */

/** Slots of a state: the shape, then what an evaluation finds for it. */
export const slot = {
  steepness: 0,
  inflection: 1,
  asymmetry: 2,
  lower: 3,
  rise: 4,
  squares: 5,
  meanG: 6,
  spreadG: 7,
  size: 8,
} as const

/** Slots of the normal equations: lower half of the 3x3 matrix row by row, then the right side. */
export const normalSize = 9

/** Columns of the scratch array, each `points` long: g, its three derivatives, the residuals. */
export const scratchColumns = 5

/** Part of its mean square below which the spread of g is rounding and not a shape. */
const leastSpread = 1e-24

/** Return the asymmetry as a state stores it, from f. */
export function foldAsymmetry(f: number): number {
  return f > 1 ? 1 - 1 / f : log(f)
}

/** Return f from the asymmetry as a state stores it. */
export function unfoldAsymmetry(folded: number): number {
  return folded > 0 ? 1 / (1 - folded) : exp(folded)
}

/** Fill the columns g and dg by ln B, p and the asymmetry (0 where it is held at f = 1). */
function fillColumns(
  logs: Float64Array,
  points: number,
  state: Float64Array,
  scratch: Float64Array,
  five: boolean,
): void {
  const steepness = exp(state[slot.steepness]!)
  const inflection = state[slot.inflection]!
  const f = five ? unfoldAsymmetry(state[slot.asymmetry]!) : 1
  const fold = f > 1 ? f : 1
  const logF = log(f)
  if (powers.length < points) {
    powers = new Float64Array(points)
    depths = new Float64Array(points)
  }
  for (let i = 0; i < points; i++) {
    const s = steepness * (inflection - logs[i]!)
    scratch[points + i] = s
    powers[i] = s > farExponent ? 0 : s
  }
  expInPlace(powers, points)
  fillDepths(points, scratch, f, logF, five)
  for (let i = 0; i < points; i++) {
    const s = scratch[points + i]!
    const far = s > farExponent
    const power = far ? 0 : powers[i]!
    const part = power / f
    const weight = far ? f : power / (1 + part)
    const depth = depths[i]!
    const g = five || far ? scratch[i]! : 1 / (1 + part)
    const slope = -(g * weight)
    scratch[i] = g
    scratch[points + i] = g > 0 ? slope * s : 0
    scratch[2 * points + i] = slope * steepness
    scratch[3 * points + i] = five && g > 0 ? g * (weight - depth) * fold : 0
  }
}

/** exp(s) of each point, and -ln g; kept from one evaluation to the next. */
let powers = new Float64Array(64)
let depths = new Float64Array(64)

/** Fill the depths -ln g, and exp(-depth) as the first column. */
function fillDepths(
  points: number,
  scratch: Float64Array,
  f: number,
  logF: number,
  five: boolean,
): void {
  if (five) {
    for (let i = 0; i < points; i++) depths[i] = 1 + powers[i]! / f
    logInPlace(depths, points)
  }
  for (let i = 0; i < points; i++) {
    const s = scratch[points + i]!
    if (s > farExponent) depths[i] = f * (s - logF)
    else if (five) {
      // Calculate ln(1 + part) without the loss of digits a small part brings.
      const part = powers[i]! / f
      const sum = 1 + part
      depths[i] = f * (sum === 1 ? part : (depths[i]! * part) / (sum - 1))
    } else depths[i] = 0
    scratch[i] = -depths[i]!
  }
  expInPlace(scratch, points)
}

/** Solve c and a for the columns and leave the residuals and their sum of squares. */
function solveLinear(
  values: Float64Array,
  points: number,
  state: Float64Array,
  scratch: Float64Array,
): void {
  let sumG = 0
  let sumY = 0
  for (let i = 0; i < points; i++) {
    sumG += scratch[i]!
    sumY += values[i]!
  }
  const meanG = sumG / points
  const meanY = sumY / points
  let gg = 0
  let gy = 0
  for (let i = 0; i < points; i++) {
    const g = scratch[i]! - meanG
    gg += g * g
    gy += g * (values[i]! - meanY)
  }
  const shaped = gg > leastSpread * (sumG * meanG)
  const rise = shaped ? gy / gg : 0
  let squares = 0
  for (let i = 0; i < points; i++) {
    const residual = values[i]! - meanY - rise * (scratch[i]! - meanG)
    scratch[4 * points + i] = residual
    squares += residual * residual
  }
  state[slot.lower] = meanY - rise * meanG
  state[slot.rise] = rise
  state[slot.squares] = squares
  state[slot.meanG] = meanG
  state[slot.spreadG] = shaped ? gg : 0
}

/**
 * Sum of squares of the best curve of the state's shape, with c and a in the state and the columns
 * in `scratch`. `values` are the measured points, `logs` their ln cycles.
 */
export function evaluateShape(
  values: Float64Array,
  logs: Float64Array,
  points: number,
  state: Float64Array,
  scratch: Float64Array,
  five: boolean,
): number {
  fillColumns(logs, points, state, scratch, five)
  solveLinear(values, points, state, scratch)
  return state[slot.squares]!
}

/** Fit derivative column `column` by a constant (slot 0 of `out`) and g (slot 1). */
function explainColumn(
  points: number,
  state: Float64Array,
  scratch: Float64Array,
  column: number,
  out: Float64Array,
): void {
  const from = column * points
  const meanG = state[slot.meanG]!
  const spread = state[slot.spreadG]!
  let sum = 0
  let along = 0
  for (let i = 0; i < points; i++) {
    sum += scratch[from + i]!
    along += (scratch[i]! - meanG) * scratch[from + i]!
  }
  out[2 * column - 2] = sum / points
  out[2 * column - 1] = spread > 0 ? along / spread : 0
}

/**
 * Fill the normal equations J'J and J'r at an evaluated state, its columns still in `scratch`. `explained` receives the
 * fit of each derivative column by a constant and g: the dependence of c and a on the shape.
 */
export function fillNormal(
  points: number,
  state: Float64Array,
  scratch: Float64Array,
  explained: Float64Array,
  normal: Float64Array,
): void {
  for (let column = 1; column <= 3; column++) {
    explainColumn(points, state, scratch, column, explained)
  }
  const meanG = state[slot.meanG]!
  const rise = state[slot.rise]!
  const [mean1, along1, mean2] = [explained[0]!, explained[1]!, explained[2]!]
  const [along2, mean3, along3] = [explained[3]!, explained[4]!, explained[5]!]
  let [n11, n21, n22, n31, n32, n33, r1, r2, r3] = [0, 0, 0, 0, 0, 0, 0, 0, 0]
  for (let i = 0; i < points; i++) {
    const g = scratch[i]! - meanG
    const h1 = rise * (scratch[points + i]! - mean1 - along1 * g)
    const h2 = rise * (scratch[2 * points + i]! - mean2 - along2 * g)
    const h3 = rise * (scratch[3 * points + i]! - mean3 - along3 * g)
    const residual = scratch[4 * points + i]!
    n11 += h1 * h1
    n21 += h2 * h1
    n22 += h2 * h2
    n31 += h3 * h1
    n32 += h3 * h2
    n33 += h3 * h3
    r1 += h1 * residual
    r2 += h2 * residual
    r3 += h3 * residual
  }
  normal[0] = n11
  normal[1] = n21
  normal[2] = n22
  normal[3] = n31
  normal[4] = n32
  normal[5] = n33
  normal[6] = r1
  normal[7] = r2
  normal[8] = r3
}
