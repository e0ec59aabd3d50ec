/** Maps values to pixels, linear or logarithmic to base 10. The same map Plot uses for its axes. */
export type Scale = {
  readonly log: boolean
  /** The values at both ends. */
  readonly domain: readonly [number, number]
  /** The pixels at both ends; for y the first is the lower edge. */
  readonly range: readonly [number, number]
  /** Values are whole numbers. */
  readonly isWhole?: boolean
}

/** Factor and shift, so that pixel = shift + factor * (log ? log10(value) : value). */
export function linearise(scale: Scale): { factor: number; shift: number } {
  const from = scale.log ? Math.log10(scale.domain[0]) : scale.domain[0]
  const to = scale.log ? Math.log10(scale.domain[1]) : scale.domain[1]
  const [start, end] = scale.range
  const factor = to === from ? 0 : (end - start) / (to - from)
  return { factor, shift: start - factor * from }
}

/** Return the function from values to pixels; NaN for a value without a place on a logarithmic scale. */
export function projector(scale: Scale): (value: number) => number {
  const { factor, shift } = linearise(scale)
  if (!scale.log) return (value) => shift + factor * value
  return (value) => (value > 0 ? shift + factor * Math.log10(value) : Number.NaN)
}

/** Return the pixel of one value. */
export function project(scale: Scale, value: number): number {
  return projector(scale)(value)
}

/** Return the value at a pixel. */
export function invert(scale: Scale, pixel: number): number {
  const { factor, shift } = linearise(scale)
  const flat = factor === 0 ? scale.domain[0] : (pixel - shift) / factor
  return scale.log ? 10 ** flat : flat
}

/**
 * Return the domain around the given values, its ends on round numbers, so that a live chart changes its axes now and
 * then instead of at every point. Without values 0 to 1.
 */
export function roundDomain(least: number, most: number, log: boolean): [number, number] {
  if (!(least <= most)) return log ? [1, 10] : [0, 1]
  if (log) {
    // Round to half decades: a factor of 3.16 of room at most.
    return decades(Math.floor(Math.log10(least) * 2) / 2, Math.floor(Math.log10(most) * 2 + 1) / 2)
  }
  const [lower, upper] = [least, most].map(within) as [number, number]
  const half = Math.max(0.5, Math.abs(lower) * 1e-9)
  if (upper - lower < smallest) return [lower - half, upper + half]
  const step = roundStep((upper - lower) / 8)
  // Leave a strip under the noise around a baseline at 0, which needs no whole step.
  const low = lower < 0 && upper > 0 ? step / 5 : step
  return [Math.floor(lower / low) * low, Math.ceil(upper / step) * step]
}

/** Beyond these the steps of an axis would have no number, or none but 0. */
const [smallest, largest] = [1e-300, 1e307]

const within = (value: number) => Math.min(largest, Math.max(-largest, value))

/** Powers of ten that a number has at full precision. */
export const leastDecade = -307
export const mostDecade = 308

/** Return the domain between two powers of ten: above 0 and with an end, or it would have ticks without end. */
export function decades(from: number, to: number): [number, number] {
  const low = Math.min(mostDecade - 1, Math.max(leastDecade, from))
  return [10 ** low, 10 ** Math.min(mostDecade, Math.max(low + 0.5, to))]
}

/** Return the next 1, 2 or 5 times a power of ten at or above a raw step. */
function roundStep(raw: number): number {
  const power = 10 ** Math.floor(Math.log10(raw))
  const share = raw / power
  return (share <= 1 ? 1 : share <= 2 ? 2 : share <= 5 ? 5 : 10) * power
}

/** Return how many ticks an axis of whole numbers has, or where they are: nowhere between two, however few there is room for. */
export function tickWhole([from, to]: readonly [number, number], most: number): number[] | number {
  const first = Math.ceil(from)
  const count = Math.floor(to) - first + 1
  // Choose round values where there are more than fit; fewer than two say too little.
  if (to - from >= most || count < 2) return most
  return Array.from({ length: count }, (_, at) => first + at)
}
