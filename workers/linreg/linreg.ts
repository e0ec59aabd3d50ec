import { exp } from '../numbers/exp.ts'
import { log } from '../numbers/log.ts'
import { fitLogWindow, linregOutcomes, type LogWindow } from './baseline.ts'
import { fillGaps } from './gaps.ts'
import { findTakeOff, type TakeOff } from './take-off.ts'

/**
 * LinRegPCR of many curves, one value a curve. Cycles are 1-based, fluorescence in the unit of the
 * readings; NaN (0 for whole numbers) where a curve has no such value.
 */
export interface LinregCurves {
  /** Take-off cycle, with a fraction. */
  td0: Float64Array
  /** Baseline-corrected fluorescence at TD0; NaN unless four cycles rise before it. */
  td0Fluorescence: Float64Array
  /** Constant baseline; a hundredth below the lowest reading where none could be fitted. */
  baseline: Float64Array
  /** Individual efficiency, fold a cycle: 2 is perfect doubling. */
  efficiency: Float64Array
  r2: Float64Array
  /** Mean of the last five baseline-corrected readings. */
  plateau: Float64Array
  /** Cycles of steady rise up to the window's end, cycles used, and the last one of them. */
  risingCycles: Uint16Array
  usedCycles: Uint16Array
  lastCycle: Uint16Array
  /** Position in `linregOutcomes`. */
  outcome: Uint8Array
  /** 1 where four cycles rise before TD0 and the efficiency is above 1.4. */
  amplified: Uint8Array
  /** 1 where the fluorescence keeps below what unlimited growth would give. */
  plateaued: Uint8Array
}

const leastEfficiency = 1.4
/** Factor by which unlimited growth must exceed the last reading for the curve to have a plateau. */
const plateauFold = 5
/** Readings of raw fluorescence are above zero; a curve that is not is lifted. */
const leastFluorescence = 0.00000001

/**
 * Analyse `wells` curves of one run, `curves[well * points + cycle - 1]`, raw fluorescence (subtracting a baseline
 * before spoils the efficiency). Gaps (NaN) are filled first. Each curve is analysed by itself, but those with readings
 * below zero are lifted by a hundredth of the run's largest reading. Wells that are not `wanted` (0) are left out as if
 * they had no reading.
 *
 * Ramakers et al., Neurosci Lett 2003;339:62; Ruijter et al., Nucleic Acids Res 2009;37:e45;
 * Untergasser et al., BMC Bioinformatics 2021;22:398 (doi 10.1186/s12859-021-04306-1).
 */
export function analyseLinreg(
  curves: Float64Array,
  wells: number,
  points: number,
  wanted: Uint8Array | null = null,
): LinregCurves {
  const result = createResult(wells)
  const scratch = new Float64Array(points)
  const filled = new Float64Array(points)
  const highest = findHighest(curves)
  for (let well = 0; well < wells; well++) {
    const curve = curves.subarray(well * points, (well + 1) * points)
    if (wanted?.[well] === 0 || !fillGaps(curve, filled)) {
      result.outcome[well] = linregOutcomes.indexOf('no_readings')
      continue
    }
    const takeOff = findTakeOff(filled, scratch)
    const lift = liftAboveZero(filled, highest)
    const window = fitLogWindow(filled, takeOff, scratch)
    writeWell(result, well, filled, takeOff, window, lift)
  }
  return result
}

function createResult(wells: number): LinregCurves {
  const numbers = () => new Float64Array(wells).fill(Number.NaN)
  return {
    td0: numbers(),
    td0Fluorescence: numbers(),
    baseline: numbers(),
    efficiency: numbers(),
    r2: numbers(),
    plateau: numbers(),
    risingCycles: new Uint16Array(wells),
    usedCycles: new Uint16Array(wells),
    lastCycle: new Uint16Array(wells),
    outcome: new Uint8Array(wells),
    amplified: new Uint8Array(wells),
    plateaued: new Uint8Array(wells),
  }
}

function findHighest(values: Float64Array): number {
  let highest = Number.NEGATIVE_INFINITY
  // Search without an iterator, which puts each of its steps on the heap.
  for (let i = 0; i < values.length; i++) if (values[i]! > highest) highest = values[i]!
  return highest
}

function findLowest(values: Float64Array): number {
  let lowest = Number.POSITIVE_INFINITY
  for (let i = 0; i < values.length; i++) if (values[i]! < lowest) lowest = values[i]!
  return lowest
}

/** Lift a curve with readings at or below zero; returns by how much. */
function liftAboveZero(curve: Float64Array, highest: number): number {
  const lowest = findLowest(curve)
  if (lowest >= leastFluorescence) return 0
  const lift = (highest - lowest) / 100 - lowest
  for (let i = 0; i < curve.length; i++) curve[i] = curve[i]! + lift
  return lift
}

function writeWell(
  result: LinregCurves,
  well: number,
  curve: Float64Array,
  { td0, ground }: TakeOff,
  window: LogWindow,
  lift: number,
): void {
  const { efficiency, last } = window
  const baseline = window.outcome === 'ok' ? window.baseline : 0.99 * findLowest(curve)
  const rises = Math.trunc(td0) - ground + 1 > 3
  const rising = window.last - ground + 1
  result.td0[well] = td0
  result.td0Fluorescence[well] = rises ? readAt(curve, td0, baseline) : Number.NaN
  result.baseline[well] = baseline - lift
  result.efficiency[well] = efficiency
  result.r2[well] = window.r2
  result.plateau[well] = meanOfLast(curve, 5) - baseline
  result.risingCycles[well] = window.last > 0 && rising > 1 ? rising : 0
  result.usedCycles[well] = last > 0 ? Math.max(0, last - window.first + 1) : 0
  result.lastCycle[well] = last
  result.outcome[well] = linregOutcomes.indexOf(window.outcome)
  result.amplified[well] = rises && efficiency > leastEfficiency ? 1 : 0
  // Count unlimited growth over as many cycles as the run has, from the window's start on.
  const unlimited = window.start * exp(log(efficiency) * curve.length)
  const reached = unlimited / (curve[curve.length - 1]! - baseline)
  result.plateaued[well] = efficiency > 1.1 && reached < plateauFold ? 0 : 1
}

/** Return the baseline-corrected fluorescence at a cycle with a fraction, straight on the log scale. */
function readAt(curve: Float64Array, cycle: number, baseline: number): number {
  const whole = Math.floor(cycle)
  const below = log(curve[whole - 1]! - baseline)
  if (cycle === whole) return exp(below)
  return exp(below + (log(curve[whole]! - baseline) - below) * (cycle - whole))
}

function meanOfLast(curve: Float64Array, count: number): number {
  const from = Math.max(0, curve.length - count)
  let sum = 0
  for (let i = from; i < curve.length; i++) sum += curve[i]!
  return sum / (curve.length - from)
}
