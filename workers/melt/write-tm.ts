import { findStep } from './order-points.ts'
import type { MeltPeak } from './measure-peak.ts'

/**
 * Place at which an instrument writes the slope between two readings: in the middle, which is correct, or at the upper
 * one, which makes its Tm half a reading higher.
 */
export type TmPlace = 'middle' | 'upper'

/**
 * Give peaks the Tm that an instrument of the given habit would print, for windows and records that were made with it.
 * Changes the peaks.
 */
export function writeTm(
  peaks: MeltPeak[],
  temperatures: Float64Array,
  place: TmPlace = 'middle',
): MeltPeak[] {
  if (place === 'middle') return peaks
  const half = findStep(temperatures.filter(Number.isFinite).sort()) / 2
  for (const peak of peaks) peak.tm += half
  return peaks
}
