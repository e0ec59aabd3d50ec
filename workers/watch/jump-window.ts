/** Window of points around a jump, which adds 1 to them while it lasts, 0 before and after. */
export interface JumpWindow {
  /** Weights of the points: their sum with the readings is the size of the jump. */
  weights: Float64Array
  /** A basis of the polynomials over the window, each of length one and square to the others. */
  basis: readonly Float64Array[]
  /** The jump less what polynomials can follow of it, and the square of its length. */
  rest: Float64Array
  square: number
  /** Points less what is fitted. */
  freedom: number
}

const windows = new Map<string, JumpWindow>()

/**
 * Return the window for a jump of `length` points behind `before` points and ahead of `after`. Polynomials of the third
 * degree follow growth over ten points well; of the second over fewer.
 */
export function jumpWindow(before: number, length: number, after: number): JumpWindow {
  const key = `${before} ${length} ${after}`
  const known = windows.get(key)
  if (known) return known
  const made = makeWindow(before, length, after)
  windows.set(key, made)
  return made
}

function makeWindow(before: number, length: number, after: number): JumpWindow {
  const points = before + length + after
  const degree = points >= 9 ? 3 : 2
  const middle = (points - 1) / 2
  const basis: Float64Array[] = []
  let power = new Float64Array(points).fill(1)
  for (let k = 0; k <= degree; k++) {
    const own = takeOff(power, basis)
    const size = Math.sqrt(dot(own, own))
    basis.push(own.map((value) => value / size))
    power = power.map((value, i) => (value * (i - middle)) / points)
  }
  const jump = Float64Array.from({ length: points }, (_, i) =>
    i >= before && i < before + length ? 1 : 0,
  )
  const rest = takeOff(jump, basis)
  const square = dot(rest, rest)
  return {
    weights: rest.map((value) => value / square),
    basis,
    rest,
    square,
    freedom: points - degree - 2,
  }
}

/** Measure the jump in a window of a curve that begins at `from`, by the sum of least squares. */
export function measureJump(curve: Float64Array, from: number, { weights }: JumpWindow): number {
  const level = curve[from]!
  let size = 0
  for (let i = 0; i < weights.length; i++) size += weights[i]! * (curve[from + i]! - level)
  return size
}

/** Return the standard error of that size, from the residuals of polynomial and jump. */
export function measureError(
  curve: Float64Array,
  from: number,
  { basis, rest, square, freedom }: JumpWindow,
): number {
  const points = rest.length
  const level = curve[from]!
  let left = 0
  let along = 0
  for (let i = 0; i < points; i++) {
    const value = curve[from + i]! - level
    left += value * value
    along += rest[i]! * value
  }
  left -= (along * along) / square
  for (const one of basis) {
    let part = 0
    for (let i = 0; i < points; i++) part += one[i]! * (curve[from + i]! - level)
    left -= part * part
  }
  return Math.sqrt(Math.max(0, left) / freedom / square)
}

function takeOff(values: Float64Array, basis: readonly Float64Array[]): Float64Array<ArrayBuffer> {
  const own = values.slice()
  // Take it off twice, for what rounding left of the first.
  for (const one of [...basis, ...basis]) {
    const along = dot(own, one)
    for (let i = 0; i < own.length; i++) own[i]! -= along * one[i]!
  }
  return own
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!
  return sum
}
