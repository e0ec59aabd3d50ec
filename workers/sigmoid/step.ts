import { normalSize, scratchColumns, slot } from './kernel.ts'

/** Everything a fit writes to, made once and used for curve after curve. */
export interface Workspace {
  /** Measured points, scaled to about 1, and their ln cycles. */
  values: Float64Array
  logs: Float64Array
  points: number
  /** Sum of squares of the values about their mean. */
  total: number
  /** The next cycle will replace the fit: fewer digits, fewer evaluations. */
  live: boolean
  scratch: Float64Array
  /** Best shape so far, and the one being tried. */
  state: Float64Array
  trial: Float64Array
  /** Normal equations at the state, and the same with one parameter held. */
  normal: Float64Array
  bent: Float64Array
  /** Dependence of c and a on the shape, see `fillNormal`. */
  explained: Float64Array
  /** Step the equations give, and the step taken. */
  wanted: Float64Array
  step: Float64Array
  /** Shape at which the last accepted step began, then that step as wanted. */
  before: Float64Array
  /** Lowest three shape parameters, then the highest three. */
  bounds: Float64Array
}

/** Create a workspace for curves of up to `capacity` cycles. */
export function createWorkspace(capacity: number): Workspace {
  return {
    values: new Float64Array(capacity),
    logs: new Float64Array(capacity),
    points: 0,
    total: 0,
    live: false,
    scratch: new Float64Array(scratchColumns * capacity),
    state: new Float64Array(slot.size),
    trial: new Float64Array(slot.size),
    normal: new Float64Array(normalSize),
    bent: new Float64Array(normalSize),
    explained: new Float64Array(6),
    wanted: new Float64Array(3),
    step: new Float64Array(3),
    before: new Float64Array(6),
    bounds: new Float64Array(6),
  }
}

/** Slots of each parameter's row in the lower half of the normal equations. */
const rows = [
  [0, 1, 3],
  [1, 2, 4],
  [3, 4, 5],
] as const

/**
 * Solve the 3x3 normal equations with their diagonal raised by the part `damping` (Cholesky, LDL').
 * The step of a parameter with a zero diagonal (held, or without influence) is 0. False when the
 * matrix is not positive definite.
 */
export function solveStep(normal: Float64Array, damping: number, step: Float64Array): boolean {
  const raise = 1 + damping
  const d1 = normal[0]! > 0 ? normal[0]! * raise : 1
  const l21 = normal[1]! / d1
  const d2 = normal[2]! > 0 ? normal[2]! * raise - l21 * normal[1]! : 1
  const l31 = normal[3]! / d1
  const m32 = normal[4]! - l31 * normal[1]!
  const l32 = m32 / d2
  const d3 = normal[5]! > 0 ? normal[5]! * raise - l31 * normal[3]! - l32 * m32 : 1
  const y2 = normal[7]! - l21 * normal[6]!
  const y3 = normal[8]! - l31 * normal[6]! - l32 * y2
  step[2] = y3 / d3
  step[1] = y2 / d2 - l32 * step[2]
  step[0] = normal[6]! / d1 - l21 * step[1] - l31 * step[2]
  return d1 > 0 && d2 > 0 && d3 > 0
}

/** Hold a parameter that is at its bound and pushes outwards: take it out of the equations. */
export function holdAtBounds({ state, bounds, normal }: Workspace): void {
  for (let k = 0; k < 3; k++) {
    const push = normal[6 + k]!
    const outwards = push > 0 ? state[k]! >= bounds[3 + k]! : state[k]! <= bounds[k]!
    if (!outwards) continue
    normal[6 + k] = 0
    for (const place of rows[k]!) normal[place] = 0
  }
}

/** End a step that leaves the bounds at the bound of that parameter, and solve for the others again. */
export function bendAtBounds(work: Workspace, damping: number): void {
  const { state, bounds, normal, wanted, bent } = work
  for (let k = 0; k < 3; k++) {
    const aim = state[k]! + wanted[k]!
    if (aim >= bounds[k]! && aim <= bounds[3 + k]!) continue
    const room = (aim > bounds[3 + k]! ? bounds[3 + k]! : bounds[k]!) - state[k]!
    bent.set(normal)
    for (let j = 0; j < 3; j++) bent[6 + j] = normal[6 + j]! - normal[rows[k]![j]!]! * room
    bent[6 + k] = 0
    for (const place of rows[k]!) bent[place] = 0
    solveStep(bent, damping, wanted)
    wanted[k] = room
    return
  }
}

/** Return the lowering of the sum of squares that the normal equations promise for the wanted step. */
export function predictLowering({ normal, wanted }: Workspace): number {
  const one = wanted[0]!
  const two = wanted[1]!
  const three = wanted[2]!
  return (
    one * (2 * normal[6]! - normal[0]! * one) +
    two * (2 * normal[7]! - normal[2]! * two - 2 * normal[1]! * one) +
    three * (2 * normal[8]! - normal[5]! * three - 2 * normal[3]! * one - 2 * normal[4]! * two)
  )
}

/** Steps' worth beyond which an extrapolation is not believed. */
const mostExtrapolated = 2

/**
 * Take a secant step (Anderson 1965, J. ACM 12:547, depth 1). With large residuals Gauss-Newton steps shrink by a
 * constant factor only; two steps in a row show the factor, and where they lead.
 */
export function extrapolate({ state, wanted, step, before, normal }: Workspace): void {
  let along = 0
  let size = 0
  for (let k = 0; k < 3; k++) {
    const diagonal = normal[rows[k]![k]!]!
    const change = wanted[k]! - before[3 + k]!
    along += diagonal * change * wanted[k]!
    size += diagonal * change * change
  }
  const part = size > 0 ? along / size : 0
  if (!(Math.abs(part) < mostExtrapolated)) return
  for (let k = 0; k < 3; k++) {
    const moved = state[k]! - before[k]!
    step[k] = wanted[k]! - part * (moved + wanted[k]! - before[3 + k]!)
  }
}

/** Set the trial one step from the state, not beyond the bounds. */
export function takeStep({ state, trial, step, bounds }: Workspace): void {
  for (let k = 0; k < 3; k++) {
    trial[k] = Math.min(bounds[3 + k]!, Math.max(bounds[k]!, state[k]! + step[k]!))
  }
}
