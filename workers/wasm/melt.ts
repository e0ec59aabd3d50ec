import { stretchOf } from '../melt/melt-noise.ts'
import type { SlopeWindow } from '../melt/slope-windows.ts'
import type { SmoothMelt } from '../melt/smooth-melt.ts'

/** Exports of `wasm/curves/src/slopes.rs`. */
export interface MeltExports {
  memory: WebAssembly.Memory
  melt_block: () => number
  melt_limit: (what: 0 | 1 | 2) => number
  melt_smooth: (points: number, windows: number, stretch: number, even: 0 | 1) => void
}

/**
 * Open the kernel of `smoothSlope`, equal to the bit. The parts that depend on the temperatures are copied only for new
 * windows: curves of one grid share theirs.
 */
export function openMeltKernel(exports: MeltExports): SmoothMelt {
  const limit = (what: 0 | 1 | 2) => exports.melt_limit(what)
  const [mostPoints, mostWindows, mostWeights] = [limit(0), limit(1), limit(2)]
  const part = (from: number, length: number) =>
    new Float64Array(exports.memory.buffer, exports.melt_block() + 8 * from, length)
  const [column, parts, roots, slope, deviation] = [0, 1, 2, 3, 4].map((index) =>
    part(index * mostPoints, mostPoints),
  ) as [Float64Array, Float64Array, Float64Array, Float64Array, Float64Array]
  const halves = part(5 * mostPoints, mostWindows)
  const weights = part(5 * mostPoints + mostWindows, mostWeights)
  let loaded: readonly SlopeWindow[] | null = null
  let stretch = 0
  let even: 0 | 1 = 0

  function load(temperatures: Float64Array, windows: readonly SlopeWindow[]): boolean {
    if (windows.length === 0 || windows.length > mostWindows) return false
    if (countWeights(windows) > mostWeights) return false
    loaded = windows
    stretch = stretchOf(temperatures)
    even = windows.every(isEven) ? 1 : 0
    fillGrid(temperatures, parts, roots)
    packWindows(windows, halves, weights)
    return true
  }

  return (temperatures, windows, values) => {
    const points = values.length
    if (points > mostPoints) return null
    if (windows !== loaded && !load(temperatures, windows)) return null
    column.set(values)
    exports.melt_smooth(points, windows.length, stretch, even)
    return { slope: slope.slice(0, points), deviation: deviation.slice(0, points) }
  }
}

/** Return the room that `packWindows` needs for weights. */
export function countWeights(windows: readonly SlopeWindow[]): number {
  return windows.reduce((sum, { half, gains }) => sum + gains.length * (2 * half + 2), 0)
}

/** Pack the rows of weights, each with its gain at its end, window after window; and half of each width. */
export function packWindows(
  windows: readonly SlopeWindow[],
  halves: Float64Array,
  weights: Float64Array,
): void {
  let at = 0
  for (const [index, window] of windows.entries()) {
    const width = 2 * window.half + 1
    halves[index] = window.half
    for (let row = 0; row < window.gains.length; row++) {
      weights.set(window.weights.subarray(row * width, (row + 1) * width), at)
      weights[at + width] = window.gains[row]!
      at += width + 1
    }
  }
}

/**
 * Fill the positions of inner points between their neighbours, and the factors by which that spreads noise; see
 * `measureDistances`.
 */
export function fillGrid(
  temperatures: Float64Array,
  parts: Float64Array,
  roots: Float64Array,
): void {
  for (let i = 0; i + 2 < temperatures.length; i++) {
    const part =
      (temperatures[i + 1]! - temperatures[i]!) / (temperatures[i + 2]! - temperatures[i]!)
    parts[i] = part
    roots[i] = Math.sqrt(1 + part * part + (1 - part) * (1 - part))
  }
}

/** Return true for an even grid, whose points share the rows of weights: as many as a window has points. */
export function isEven({ half, gains }: SlopeWindow): boolean {
  return gains.length === 2 * half + 1
}
