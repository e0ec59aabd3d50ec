import type { CurveLayers } from '../../../../../workers/run/views.ts'

/** A well's corrected signal at a cycle counted from 1, or at the newest; null where nothing was measured. */
export function readMoment(
  layers: Pick<CurveLayers, 'channels' | 'wells' | 'points' | 'corrected'>,
  channel: string,
  well: number,
  cycle: number | null,
): number | null {
  const { channels, wells, points, corrected } = layers
  const at = channels.indexOf(channel)
  if (at < 0 || well < 0 || well >= wells) return null
  const from = (at * wells + well) * points
  let index = Math.min(points, cycle ?? points) - 1
  // During a run the newest is the last that came.
  while (cycle === null && index > 0 && Number.isNaN(corrected[from + index])) index -= 1
  const value = corrected[from + index]
  return value === undefined || Number.isNaN(value) ? null : value
}

/** The ends of a heat scale over the whole run, so that a colour means the same at each cycle. */
export function findMomentRange(
  layers: Pick<CurveLayers, 'channels' | 'wells' | 'points' | 'corrected'>,
  channel: string,
): readonly [number, number] {
  const { channels, wells, points, corrected } = layers
  const size = wells * points
  const from = channels.indexOf(channel) * size
  let most = 0
  for (let at = Math.max(0, from); at < from + size; at += 1) {
    const value = corrected[at] as number
    if (value > most) most = value
  }
  return [0, most || 1]
}
