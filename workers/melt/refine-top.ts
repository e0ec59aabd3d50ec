import { solveNormal } from './solve-normal.ts'

/** Terms of the fitted cubic, and the columns of its system with the right-hand side. */
const size = 4
const columns = size + 1
const system = new Float64Array(size * columns)
const moments = new Float64Array(2 * size - 1)

/** A top of -dF/dT: deg C and a.u. per deg C. */
export interface Top {
  tm: number
  height: number
}

/**
 * Find the top of a peak, finer than the grid: the vertex of a cubic fitted to -dF/dT by least squares with weights
 * that fall to zero at `reach` (biweight), fitted once more around the place found. A cubic may lean to a side, as real
 * peaks do; a parabola would move their top towards the longer tail.
 * @returns null where the fit has no top near `tm`.
 */
export function refineTop(
  temperatures: Float64Array,
  slope: Float64Array,
  tm: number,
  reach: number,
): Top | null {
  let top: Top = { tm, height: 0 }
  for (let round = 0; round < 2; round++) {
    const next = fitTop(temperatures, slope, top.tm, reach)
    if (!next || Math.abs(next.tm - tm) > reach / 2) return null
    top = next
  }
  return top
}

function fitTop(
  temperatures: Float64Array,
  slope: Float64Array,
  centre: number,
  reach: number,
): Top | null {
  let from = 0
  while (from < temperatures.length && temperatures[from]! <= centre - reach) from++
  let to = from
  while (to < temperatures.length && temperatures[to]! < centre + reach) to++
  if (to - from < size) return null
  system.fill(0)
  moments.fill(0)
  for (let i = from; i < to; i++) {
    const x = (temperatures[i]! - centre) / reach
    let power = (1 - x * x) * (1 - x * x)
    for (let k = 0; k < moments.length; k++) {
      moments[k]! += power
      if (k < size) system[k * columns + size]! += power * slope[i]!
      power *= x
    }
  }
  for (let a = 0; a < size; a++) {
    for (let b = 0; b < size; b++) system[a * columns + b] = moments[a + b]!
  }
  solveNormal(system, size)
  const [c0, c1, c2, c3] = [0, 1, 2, 3].map((k) => system[k * columns + size]!) as Cubic
  const root = Math.sqrt(4 * c2 * c2 - 12 * c3 * c1)
  if (!(c2 < 0) || root !== root) return null
  // Take the zero of the derivative that is a top, in the form that stays exact for a small cubic term.
  const x = (2 * c1) / (root - 2 * c2)
  return { tm: centre + x * reach, height: c0 + x * (c1 + x * (c2 + x * c3)) }
}

type Cubic = [number, number, number, number]
