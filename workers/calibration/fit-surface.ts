import { decompose, invertDecomposed, matrixOf, multiply } from '../numbers/linear-system.ts'

/** Place of a well, from -1 to 1 on the longer side of the plate; the middle is 0. */
export interface Place {
  x: number
  y: number
}

/** Return the places of the wells of a plate, row by row. */
export function placesOf({ rows, columns }: { rows: number; columns: number }): Place[] {
  const half = (Math.max(rows, columns) - 1) / 2
  return Array.from({ length: rows * columns }, (_, at) => ({
    x: ((at % columns) - (columns - 1) / 2) / half,
    y: (Math.floor(at / columns) - (rows - 1) / 2) / half,
  }))
}

export interface Surface {
  /** Height at each place. */
  heights: number[]
  /** Residual of each place that the surface would leave without it: the residual divided by one minus the leverage. */
  away: number[]
}

/**
 * Fit heights on functions of the place by least squares, over the places that count.
 * @returns null where the places that count are too few or on one line.
 */
export function fitSurface(
  places: readonly Place[],
  heights: readonly number[],
  terms: readonly ((place: Place) => number)[],
  counts: (at: number) => boolean,
): Surface | null {
  const rows = places.map((place) => terms.map((term) => term(place)))
  const counted = rows.flatMap((_, at) => (counts(at) ? [at] : []))
  if (counted.length < terms.length) return null
  const used = decompose(matrixOf(counted.map((at) => rows[at] ?? [])))
  if (!((used.singular.at(-1) ?? 0) > 1e-9)) return null
  const known = matrixOf(counted.map((at) => [heights[at] ?? 0]))
  const coefficients = [...multiply(invertDecomposed(used), known).values]
  const fitted = rows.map((row) =>
    row.reduce((sum, value, term) => sum + value * (coefficients[term] ?? 0), 0),
  )
  const away = heights.map((height, at) => height - (fitted[at] ?? 0))
  counted.forEach((at, line) => {
    const { columns, values } = used.u
    const row = values.subarray(line * columns, (line + 1) * columns)
    const leverage = row.reduce((sum, value) => sum + value * value, 0)
    away[at] = (away[at] ?? 0) / Math.max(0.1, 1 - leverage)
  })
  return { heights: fitted, away }
}

/**
 * Fit as above, and leave out places that are farther away than the limit one by one, the farthest first: else a bad one would draw the
 * surface after itself, and a sound neighbour would be found in its place. At most a quarter is left out.
 */
export function fitWithoutOutliers(
  places: readonly Place[],
  heights: readonly number[],
  terms: readonly ((place: Place) => number)[],
  limit: number,
): Surface | null {
  const left = new Set<number>()
  for (;;) {
    const surface = fitSurface(places, heights, terms, (at) => !left.has(at))
    if (!surface) return null
    const within = surface.away.map((far, at) => (left.has(at) ? 0 : Math.abs(far)))
    const worst = within.reduce((most, far) => Math.max(most, far), 0)
    if (worst <= limit || left.size >= places.length / 4) return surface
    left.add(within.indexOf(worst))
  }
}
