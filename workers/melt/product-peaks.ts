import type { MeltPeak } from './measure-peak.ts'

/** Peaks of one curve as seen from the target that was to be amplified. */
export interface ProductPeaks {
  /** The most prominent peak inside the expected window, null when there is none. */
  product: MeltPeak | null
  /** All peaks inside the window, the most prominent first. */
  inside: MeltPeak[]
  /** Below the window: shorter products, such as dimers of the primers. */
  below: MeltPeak[]
  /** Above the window: longer or GC-richer products. */
  above: MeltPeak[]
  /** Part of the light lost in peaks that was lost inside the window; 0 without peaks. */
  share: number
}

/**
 * Sort a curve's melting peaks by the window in which the target's product melts (deg C, bounds
 * included). The window comes from the recipe; without one a melt is shown and not judged.
 */
export function sortProductPeaks(
  peaks: readonly MeltPeak[],
  window: { min: number; max: number },
): ProductPeaks {
  const inside = peaks.filter(({ tm }) => tm >= window.min && tm <= window.max)
  const total = peaks.reduce((sum, { area }) => sum + area, 0)
  const own = inside.reduce((sum, { area }) => sum + area, 0)
  return {
    product: inside[0] ?? null,
    inside,
    below: peaks.filter(({ tm }) => tm < window.min),
    above: peaks.filter(({ tm }) => tm > window.max),
    share: total > 0 ? own / total : 0,
  }
}
