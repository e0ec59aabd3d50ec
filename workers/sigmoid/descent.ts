import { evaluateShape, fillNormal, slot } from './kernel.ts'
import {
  bendAtBounds,
  extrapolate,
  holdAtBounds,
  predictLowering,
  solveStep,
  takeStep,
  type Workspace,
} from './step.ts'

export interface Descent {
  /** Evaluations of the curve. */
  evaluations: number
  converged: boolean
}

/** A step that would lower the sum of squares by no more than this part of it changes nothing. */
const enough = 1e-14
/** The same for a fit that the next cycle will replace. */
const enoughForNow = 1e-9
/** The same where the sigmoid explains so little that its shape means nothing (drift). */
const enoughForPoor = 1e-8
/** Part of the curve's variance left over above which a fit is poor, and above which it is of noise. */
export const poor = 0.05
const noise = 0.5
/** A promise this small that is not kept is rounding, not a wrong direction. */
const stalled = 1e-9
/** Sum of squares per point, of values about 1, that is nothing but rounding. */
const rounding = 1e-30
/** Evaluations a descent may take, and those after which it gives noise up. */
const mostEvaluations = 100
const mostForNoise = 12
const firstDamping = 1e-3
/** Damping up to which a step is nearly a Gauss-Newton step. */
const slightDamping = 1e-4
/** Damping beyond which a step is too short to judge by what it promises. */
const fairDamping = 1
const mostDamping = 1e8

/** Fill the equations at the evaluated state. */
function fillEquations(work: Workspace): void {
  fillNormal(work.points, work.state, work.scratch, work.explained, work.normal)
  holdAtBounds(work)
}

/** Evaluate the state again, with its equations. */
export function revisit(work: Workspace, five: boolean): void {
  evaluateShape(work.values, work.logs, work.points, work.state, work.scratch, five)
  fillEquations(work)
}

/** Make the trial the state, its equations the equations. */
function acceptTrial(work: Workspace): void {
  const { state, trial, before, wanted } = work
  for (let k = 0; k < 3; k++) {
    before[k] = state[k]!
    before[3 + k] = wanted[k]!
  }
  state.set(trial)
  fillEquations(work)
}

/** Return the part of the sum of squares that a step must promise to be worth it. */
function leastPromise(work: Workspace, squares: number, damping: number): number {
  if (damping > fairDamping) return 0
  if (squares > poor * work.total) return enoughForPoor
  return work.live ? enoughForNow : enough
}

/**
 * Descend by Levenberg-Marquardt (Marquardt 1963, J. SIAM 11:431; damping after Nielsen 1999, IMM-REP-1999-05) from the
 * shape in `work.state`, which ends as the best shape met with its c, a and sum of squares; `work.normal` holds its
 * equations. Ends after `mostEvaluations` whatever happens.
 */
export function descend(work: Workspace, five: boolean): Descent {
  const { values, logs, points, scratch, state, trial, normal, wanted } = work
  revisit(work, five)
  let squares = state[slot.squares]!
  let damping = firstDamping
  let growth = 2
  let steady = false
  let evaluations = 1
  while (damping < mostDamping) {
    if (evaluations >= (squares > noise * work.total ? mostForNoise : mostEvaluations)) break
    const solved = solveStep(normal, damping, wanted)
    bendAtBounds(work, damping)
    const promised = solved ? predictLowering(work) : Number.POSITIVE_INFINITY
    if (
      promised <= leastPromise(work, squares, damping) * squares ||
      squares <= rounding * points
    ) {
      return { evaluations, converged: true }
    }
    work.step.set(wanted)
    if (steady && damping <= slightDamping) extrapolate(work)
    takeStep(work)
    const next = solved ? evaluateShape(values, logs, points, trial, scratch, five) : squares
    evaluations++
    steady = next < squares && damping <= slightDamping
    if (next < squares) {
      const bend = (2 * (squares - next)) / promised - 1
      damping *= Math.max(0.1, 1 - bend * bend * bend)
      growth = 2
      squares = next
      acceptTrial(work)
    } else if (promised <= stalled * squares) return { evaluations, converged: true }
    else {
      damping *= growth
      growth *= 2
    }
  }
  return { evaluations, converged: false }
}
