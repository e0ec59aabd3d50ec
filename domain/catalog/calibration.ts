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

/** Version of the calculation behind a calibration: raised when any number or finding can change. */
export const calibrationMethod = '1.0.0'

/** A limit that a calibration is accepted by. */
export interface AcceptanceLimit {
  value: number
  side: 'most' | 'least'
  /** `median`: parts of the median of all wells; `pitch`: parts of the distance between neighbouring wells. */
  unit: 'wells' | 'pixels' | 'median' | 'pitch' | 'share' | '°C' | 'gain'
  /** True where no reason makes up for it: the calibration cannot be signed. */
  firm: boolean
  /** Publication or data that the value is from; `own` is our choice, proven by the battery `calibration`. */
  source: string
}

const quantStudio = 'QuantStudio 6 and 7 Flex maintenance guide, 4489821 B, p. 38'
const myiq = 'Bio-Rad MyiQ manual, 6.2'
const own = 'own: docs/decisions/063-calibration-records.md'

/**
 * Every limit that a calibration is judged by, once for screen, service and record. Regions of interest are found by
 * `roiLimits`; these say whether what was found is good enough.
 */
export const acceptance = {
  roi: {
    /** Channels in which a well is not seen itself. */
    unseen: { value: 0, side: 'most', unit: 'wells', firm: true, source: quantStudio },
    /** Pixels at the end of the scale inside a well. */
    saturated: { value: 0, side: 'most', unit: 'pixels', firm: true, source: myiq },
    /** Brightness of a well above its surroundings, against the median of its channel. */
    grey: { value: 0.5, side: 'least', unit: 'median', firm: false, source: own },
    /** Distance of a region from the grid of the others, and from the well that is seen there. */
    centre: { value: 0.1, side: 'most', unit: 'pitch', firm: false, source: own },
    /** Radius of a well against the median of its channel. */
    radius: { value: 0.15, side: 'most', unit: 'share', firm: false, source: own },
    /** Distance of a region from where the last accepted calibration has it. */
    shift: { value: 0.15, side: 'most', unit: 'pitch', firm: false, source: own },
  },
  thermal: {
    residual: {
      value: thermalLimits.residual,
      side: 'most',
      unit: '°C',
      firm: true,
      source: 'Applied Biosystems Veriti data sheet: accuracy ±0.25 °C from 35 to 99.9 °C',
    },
    uniformity: {
      value: thermalLimits.uniformity,
      side: 'most',
      unit: '°C',
      firm: true,
      source: 'Applied Biosystems Veriti data sheet: below 0.5 °C',
    },
    gain_min: {
      value: thermalLimits.gain.min,
      side: 'least',
      unit: 'gain',
      firm: true,
      source: own,
    },
    gain_max: {
      value: thermalLimits.gain.max,
      side: 'most',
      unit: 'gain',
      firm: true,
      source: own,
    },
    correction: {
      value: thermalLimits.correction,
      side: 'most',
      unit: '°C',
      firm: true,
      source: own,
    },
  },
} as const satisfies Record<string, Record<string, AcceptanceLimit>>

export type CalibrationKind = keyof typeof acceptance
export const calibrationKinds = Object.keys(acceptance) as CalibrationKind[]

export type RoiLimit = keyof (typeof acceptance)['roi']
export type ThermalLimit = keyof (typeof acceptance)['thermal']
export type LimitName = RoiLimit | ThermalLimit
export const limitNames = Object.values(acceptance).flatMap(
  (limits) => Object.keys(limits) as LimitName[],
)

/** Return the limits of a kind by name, as a record keeps those in force. */
export function limitsOf(kind: CalibrationKind): Record<string, number> {
  return Object.fromEntries(
    Object.entries(acceptance[kind]).map(([name, { value }]) => [name, value]),
  )
}

/** Return true for a limit that no reason makes up for. */
export function isFirm(name: LimitName): boolean {
  const limits: Record<string, AcceptanceLimit> = { ...acceptance.roi, ...acceptance.thermal }
  return limits[name]?.firm ?? true
}
