import { findStep } from './order-points.ts'
import type { MeltPeak } from './measure-peak.ts'

/**
 * Where the slope between two readings is written: in the middle, where it belongs, or at the upper
 * one, as some instruments do. Their Tm is half a reading higher for it.
 */
export type TmPlace = 'middle' | 'upper'

/**
 * Peaks with the Tm that an instrument of the given habit would print, for windows and records that
 * were made with it. Changes the peaks.
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
