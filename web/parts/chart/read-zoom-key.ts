import type { ChartGeometry } from './geometry.ts'
import type { ZoomControl } from './use-zoom.ts'

/** How much nearer a key comes. */
const step = 1.5

/**
 * Plus and minus zoom around the point that is read (else the middle), Alt with an arrow moves along, 0 shows all.
 * @returns whether the key was one of these.
 */
export function readZoomKey(
  press: { key: string; altKey: boolean },
  geometry: ChartGeometry,
  at: { x: number } | null,
  zoom: ZoomControl | null,
): boolean {
  if (!zoom) return false
  const [left, right] = geometry.x.range
  const pixel = at && at.x >= left && at.x <= right ? at.x : (left + right) / 2
  if (press.key === '+' || press.key === '=') zoom.around(pixel, step, true)
  else if (press.key === '-' || press.key === '_') zoom.around(pixel, 1 / step, true)
  else if (press.key === '0') zoom.reset()
  else if (press.altKey && press.key === 'ArrowRight') zoom.pan(0.25)
  else if (press.altKey && press.key === 'ArrowLeft') zoom.pan(-0.25)
  else return false
  return true
}
