import {
  describeFit,
  emptyFit,
  isGood,
  packCurve,
  type SigmoidFit,
} from '../sigmoid/sigmoid-fit.ts'
import { startFromFit } from '../sigmoid/start.ts'
import { createWorkspace, type Workspace } from '../sigmoid/step.ts'

/** Exports of `wasm/curves/src/sigmoid.rs`. */
export interface SigmoidExports {
  memory: WebAssembly.Memory
  sigmoid_block: () => number
  sigmoid_curves: () => number
  sigmoid_points: () => number
  sigmoid_fit: (count: number) => void
}

/** Five-parameter fits of curves from cycle 1 on, each from its earlier fit where there is one. */
export type FitSigmoids = (
  curves: readonly Float64Array[],
  earlier: readonly (SigmoidFit | null | undefined)[],
) => SigmoidFit[]

/** Numbers of an order and of a result, as `sigmoid.rs` lays them out. */
const orderSize = 7
const resultSize = 25

/** Place of one curve in the kernel's memory: what the TypeScript kernel calls a workspace. */
interface Place {
  work: Workspace
  order: Float64Array
  /** Evaluations, then 1 if it converged. */
  end: Float64Array
}

interface Pending {
  place: Place
  fit: SigmoidFit
  scale: { shift: number; unit: number }
}

/**
 * Open the kernel of `fitSigmoid`, equal to the bit, two curves at a time. Only the search runs in the kernel: the code
 * of the other one packs curves straight into its memory, and describes them straight out of it.
 * @returns fits for as many points as the kernel holds; null for a longer curve.
 */
export function openSigmoidKernel(
  exports: SigmoidExports,
): (...given: Parameters<FitSigmoids>) => SigmoidFit[] | null {
  const most = exports.sigmoid_points()
  const places = placesOf(exports, most)
  return (curves, earlier) => {
    if (curves.some(({ length }) => length > most)) return null
    const fits: SigmoidFit[] = []
    let pending: Pending[] = []
    const finish = () => {
      exports.sigmoid_fit(pending.length)
      for (const { place, fit, scale } of pending) {
        fit.iterations = place.end[0]!
        fit.converged = place.end[1] === 1
        describeFit(place.work, scale, fit)
      }
      pending = []
    }
    for (const [index, curve] of curves.entries()) {
      const place = places[pending.length]!
      const scale = packCurve(curve, 1, place.work)
      const fit = emptyFit('l5', place.work.points)
      fits.push(fit)
      if (scale.unit === 0 || place.work.points <= 5) continue
      fit.firstCycle = 1 + curve.findIndex(Number.isFinite)
      fit.lastCycle = 1 + curve.findLastIndex(Number.isFinite)
      writeOrder(place, earlier[index])
      pending.push({ place, fit, scale })
      if (pending.length === places.length) finish()
    }
    if (pending.length > 0) finish()
    return fits
  }
}

function writeOrder({ work, order }: Place, earlier: SigmoidFit | null | undefined): void {
  const isUseful = earlier && isGood(earlier)
  order[0] = work.points
  order[1] = work.total
  order[2] = earlier ? 1 : 0
  order[3] = isUseful ? 1 : 0
  if (isUseful) startFromFit(earlier, order.subarray(4))
}

function placesOf(exports: SigmoidExports, points: number): Place[] {
  const { buffer } = exports.memory
  const count = exports.sigmoid_curves()
  const values = exports.sigmoid_block()
  const logs = values + 8 * count * points
  const orders = logs + 8 * count * points
  const results = orders + 8 * count * orderSize
  return Array.from({ length: count }, (_, index) => {
    const row = (from: number, size: number, skip = 0, length = size) =>
      new Float64Array(buffer, from + 8 * (index * size + skip), length)
    return {
      work: {
        ...createWorkspace(0),
        values: row(values, points),
        logs: row(logs, points),
        state: row(results, resultSize, 0, 8),
        normal: row(results, resultSize, 8, 9),
        explained: row(results, resultSize, 17, 6),
      },
      order: row(orders, orderSize),
      end: row(results, resultSize, 23, 2),
    }
  })
}
