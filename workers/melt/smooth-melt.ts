import type { SlopeWindow } from './slope-windows.ts'

/**
 * Replacement of `smoothSlope`: return -dF/dT of a curve's values and its standard deviation, with the windows of its
 * temperatures. Return null if there is no window, or there are too many points or weights.
 */
export type SmoothMelt = (
  temperatures: Float64Array,
  windows: readonly SlopeWindow[],
  values: Float64Array,
) => { slope: Float64Array; deviation: Float64Array } | null

let kernel: SmoothMelt | null = null

/** Set the kernel that smooths melt curves where it can; null for TypeScript alone. */
export function setMeltKernel(opened: SmoothMelt | null): void {
  kernel = opened
}

/** Smooth by the kernel; null where there is none. */
export const smoothMelt: SmoothMelt = (...given) => kernel?.(...given) ?? null
