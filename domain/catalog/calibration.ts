/** Limits that a calibration is judged by. Temperatures in °C; ours, the specification gives none. */
export const thermalLimits = {
  /** Readings at fewer temperatures, or closer together than this, cannot tell gain from offset. */
  points: 3,
  span: 20,
  /** Largest distance of a reading from the fitted line. */
  residual: 0.25,
  /** Largest distance between the two probes. */
  uniformity: 0.5,
  gain: { min: 0.97, max: 1.03 },
  /** Largest correction of the block's sensor anywhere between the lowest and the highest reading. */
  correction: 2,
} as const

/** Limits of finding wells in a picture of the plate. */
export const roiLimits = {
  /** Share of the wells that must be seen themselves; the places of the others follow from the grid. */
  seen: 0.6,
  /** Largest mean distance of wells from the fitted grid, in parts of the pitch. */
  misfit: 0.12,
} as const

/**
 * Limits that a colour calibration is judged by (decision 60).
 * - `wells` of each dye: ours; the median of three withstands one that is spoilt.
 * - `blanks`: wells without dye; ours, for a spread needs two.
 * - `light`: of a dye over the background, in standard deviations of the wells without dye: the quantification limit of
 *   Currie 1995 (IUPAC, Pure Appl Chem 67:1699, https://doi.org/10.1351/pac199567101699).
 * - `condition`: of the matrix. At 20, readings good to 0.5 % give dyes wrong by 10 % (workers/compensation/report.ts).
 * - `residual`: part of a dye that is left in another; what real plates keep (docs/curves.md, section 2), and from which a
 *   curve is called crosstalk.
 */
export const dyeLimits = {
  wells: 3,
  blanks: 2,
  light: 10,
  condition: 20,
  residual: 0.04,
} as const
