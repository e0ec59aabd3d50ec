import type { Scale } from './scale.ts'

/** Read the steps of a key, up and right above 0; null for a key that moves nothing. */
export function readNudge(key: string, shift: boolean): number | null {
  const far = shift ? 10 : 1
  if (key === 'ArrowUp' || key === 'ArrowRight') return far
  if (key === 'ArrowDown' || key === 'ArrowLeft') return -far
  if (key === 'PageUp') return 10
  if (key === 'PageDown') return -10
  return null
}

/**
 * Move a value along its axis by steps of half a hundredth of the visible range: the same distance on screen, whether
 * the axis is linear or logarithmic.
 */
export function nudge(value: number, steps: number, { domain, log }: Scale): number {
  const [from, to] = log ? [Math.log10(domain[0]), Math.log10(domain[1])] : domain
  const way = ((to - from) / 200) * steps
  return log ? value * 10 ** way : value + way
}
