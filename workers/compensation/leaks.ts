import { dyeLimits } from '../../domain/catalog/calibration.ts'

/** A curve that may be nothing but what the compensation left of another dye's. */
export interface Leak {
  well: number
  /** Position of the dye whose curve is in doubt. */
  dye: number
  /** Position of the dye it looks like. */
  from: number
  /** Height as a part of the other curve's; negative where too much was taken away. */
  part: number
  /** Correlation of the two curves over the points, -1..1. */
  likeness: number
}

/**
 * Largest part of a dye that compensation may leave in another. With a matrix for each well, the 16
 * wells of a real two-channel plate with one dye keep 1.4 % rms and 2.6 % at most; with one matrix for
 * the plate 3.1 % rms. Give three times the residual of the calibration report where that is larger.
 */
export const mostLeak = dyeLimits.residual

const leastLikeness = 0.9

/**
 * Find curves with the shape of another dye's curve in the same well, at a few percent of its height: such growth is no
 * evidence of a target, because a calibration with that error would make it. `corrected` has a baseline-corrected curve
 * per dye and well, `[well * points + point]`, all dyes in one unit. A real target of that height and of the very same
 * shape is in the list too: a person decides. The strongest source of each curve is named; flat curves resemble nothing
 * and are not listed.
 */
export function findLeaks(
  corrected: readonly Float64Array[],
  wells: number,
  points: number,
  most: number = mostLeak,
): Leak[] {
  const leaks: Leak[] = []
  for (let well = 0; well < wells; well++) {
    for (let dye = 0; dye < corrected.length; dye++) {
      let worst: Leak | null = null
      for (let from = 0; from < corrected.length; from++) {
        if (from === dye) continue
        const { part, likeness } = compareCurves(corrected[dye]!, corrected[from]!, well, points)
        if (!(Math.abs(part) <= most && Math.abs(likeness) >= leastLikeness)) continue
        if (worst && Math.abs(worst.likeness) >= Math.abs(likeness)) continue
        worst = { well, dye, from, part, likeness }
      }
      if (worst) leaks.push(worst)
    }
  }
  return leaks
}

/** Distance of two curves of a well in cycles, with its standard error; NaN where one of them is flat. */
export interface Lag {
  lag: number
  error: number
}

/**
 * Measure by how many cycles a curve comes after the one of which it may be a part: shifted a little, it is that curve
 * less its slope times the shift, so both are fitted together by least squares.
 */
export function measureLag(curve: Float64Array, source: Float64Array): Lag {
  const rows: [number, number, number][] = []
  for (let i = 1; i + 1 < source.length; i++) {
    const row = [curve[i]!, source[i]!, (source[i + 1]! - source[i - 1]!) / 2] as const
    if (row.every(Number.isFinite)) rows.push([...row])
  }
  const means = [0, 1, 2].map((at) => rows.reduce((sum, row) => sum + row[at]!, 0) / rows.length)
  const sum = (one: number, other: number) =>
    rows.reduce((all, row) => all + (row[one]! - means[one]!) * (row[other]! - means[other]!), 0)
  const [yy, ys, yt, ss, st, tt] = [
    sum(0, 0),
    sum(0, 1),
    sum(0, 2),
    sum(1, 1),
    sum(1, 2),
    sum(2, 2),
  ]
  const size = ss * tt - st * st
  const part = (tt * ys - st * yt) / size
  const shift = (ss * yt - st * ys) / size
  const variance = Math.max(0, yy - part * ys - shift * yt) / (rows.length - 3)
  return { lag: -shift / part, error: Math.sqrt((variance * ss) / size) / Math.abs(part) }
}

/** Return slope and correlation of one curve against another over the points both have. */
function compareCurves(
  curve: Float64Array,
  source: Float64Array,
  well: number,
  points: number,
): { part: number; likeness: number } {
  let count = 0
  let sumX = 0
  let sumY = 0
  let sumXX = 0
  let sumYY = 0
  let sumXY = 0
  for (let i = well * points; i < (well + 1) * points; i++) {
    const x = source[i]!
    const y = curve[i]!
    if (x !== x || y !== y) continue
    count++
    sumX += x
    sumY += y
    sumXX += x * x
    sumYY += y * y
    sumXY += x * y
  }
  const xx = sumXX - (sumX * sumX) / count
  const yy = sumYY - (sumY * sumY) / count
  const xy = sumXY - (sumX * sumY) / count
  return { part: xy / xx, likeness: xy / Math.sqrt(xx * yy) }
}
