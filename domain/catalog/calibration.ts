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
