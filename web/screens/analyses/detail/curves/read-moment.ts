import type { Signal } from '@preact/signals-react'
import type { CurveLayers, MeltLayers } from '../../../../../workers/run/views.ts'
import type { View } from '../use-view.ts'
import type { Scrub } from './use-picked.ts'

/** The signals of a run at each of its points, laid out as in the layers. */
export interface Moments {
  channels: readonly string[]
  wells: number
  points: number
  values: Float64Array
}

/** The points that the chart on show is scrubbed through, and which of them it is at. */
export interface ShownMoments extends Moments {
  at: Signal<number | null>
  /** Temperatures of the points of a melt; null where they are cycles. */
  temperatures: ArrayLike<number> | null
}

/** Return the cycles, or for a visible melt its temperatures: plate and table follow the curves. */
export function momentsOf(
  view: Pick<View, 'mode' | 'show'>,
  layers: CurveLayers | null,
  melt: MeltLayers | null,
  scrub: Scrub,
): ShownMoments | null {
  if (view.mode === 'VAL' && melt) {
    const { channels, wells, points, temperatures } = melt
    const values = view.show === 'curve' ? melt.raw : melt.derivative
    return { channels, wells, points, values, temperatures, at: scrub.melt }
  }
  if (!layers) return null
  const { channels, wells, points, corrected } = layers
  return { channels, wells, points, values: corrected, temperatures: null, at: scrub.cycle }
}

/** Return a well's signal at a point counted from 1, or at the newest; null where nothing was measured. */
export function readMoment(
  { channels, wells, points, values }: Moments,
  channel: string,
  well: number,
  point: number | null,
): number | null {
  const at = channels.indexOf(channel)
  if (at < 0 || well < 0 || well >= wells) return null
  const from = (at * wells + well) * points
  let index = Math.min(points, point ?? points) - 1
  // Go back to the last that came during a run, which is the newest.
  while (point === null && index > 0 && Number.isNaN(values[from + index])) index -= 1
  const value = values[from + index]
  return value === undefined || Number.isNaN(value) ? null : value
}

/** Find the ends of a heat scale over the whole run, so that a colour means the same at each point. */
export function findMomentRange(
  { channels, wells, points, values }: Moments,
  channel: string,
): readonly [number, number] {
  const size = wells * points
  const from = channels.indexOf(channel) * size
  let most = 0
  for (let at = Math.max(0, from); at < from + size; at += 1) {
    const value = values[at] as number
    if (value > most) most = value
  }
  return [0, most || 1]
}
