import { createReadings, curveOf, type Readings } from '../../workers/curves/readings.ts'

/** A made curve: drift plus logistic growth of height `top`, steepest at cycle `middle`, plus noise. */
export interface MadeCurve {
  base?: number
  drift?: number
  top?: number
  middle?: number
  noise?: number
  seed?: number
}

/** Make the points of a curve; the same description gives the same points. */
export function makeCurve(points: number, made: MadeCurve): Float64Array {
  const { base = 1, drift = 0, top = 0, middle = 25, noise = 0, seed = 1 } = made
  const random = makeRandom(seed)
  return Float64Array.from({ length: points }, (_, i) => {
    const growth = top / (1 + Math.exp(-0.65 * (i + 1 - middle)))
    return base + drift * (i + 1) + growth + noise * gauss(random)
  })
}

/** Make readings with one made curve per well, the same in every channel. */
export function makeReadings(channels: string[], points: number, made: MadeCurve[]): Readings {
  const readings = createReadings(channels, made.length, points)
  for (const channel of channels.keys()) {
    for (const [well, one] of made.entries()) {
      curveOf(readings, channel, well).set(makeCurve(points, { seed: well + 1, ...one }))
    }
  }
  return readings
}

/** Make a melt curve: light lost evenly with temperature, and sigmoid losses at each peak. */
export function makeMelt(
  temperatures: Float64Array,
  peaks: readonly { tm: number; area: number; scale?: number }[],
): Float64Array {
  return temperatures.map((temperature) =>
    peaks.reduce(
      (sum, { tm, area, scale = 0.4 }) => sum + area / (1 + Math.exp((temperature - tm) / scale)),
      1000 - 5 * temperature,
    ),
  )
}

/** Make a generator of random numbers (Mulberry32): small, seeded, the same everywhere. */
export function makeRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

function gauss(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}
