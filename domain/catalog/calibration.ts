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
export const calibrationMethod = '1.1.0'

/** A limit that a calibration is accepted by. */
export interface AcceptanceLimit {
  value: number
  side: 'most' | 'least'
  /** `median`: parts of the median of all wells; `pitch`: parts of the distance between neighbouring wells; `grey`: of 255. */
  unit: 'wells' | 'pixels' | 'median' | 'pitch' | 'share' | '°C' | 'gain' | 'grey'
  /** True where no reason makes up for it: the calibration cannot be signed. */
  firm: boolean
  /** Publication or data that the value is from; `own` is our choice, proven by the battery `calibration`. */
  source: string
}

const quantStudio = 'QuantStudio 6 and 7 Flex maintenance guide, 4489821 B, p. 38'
const myiq = 'Bio-Rad MyiQ manual, 6.2'
const own = 'own: docs/decisions/063-calibration-records.md'
const ownChain = 'own: docs/decisions/070-chain-of-calibrations.md'
/** Pixels at the end of the scale inside a well. */
const saturated = { value: 0, side: 'most', unit: 'pixels', firm: true, source: myiq } as const

/**
 * Every limit that a calibration is judged by, once for screen, service and record. Regions of interest are found by
 * `roiLimits`; these say whether what was found is good enough.
 */
export const acceptance = {
  roi: {
    /** Channels in which a well is not seen itself. */
    unseen: { value: 0, side: 'most', unit: 'wells', firm: true, source: quantStudio },
    saturated,
    /** Brightness of a well above its surroundings, against the median of its channel. */
    grey: { value: 0.5, side: 'least', unit: 'median', firm: false, source: own },
    /** Distance of a region from the grid of the others, and from the well that is seen there. */
    centre: { value: 0.1, side: 'most', unit: 'pitch', firm: false, source: own },
    /** Radius of a well against the median of its channel. */
    radius: { value: 0.15, side: 'most', unit: 'share', firm: false, source: own },
    /** Distance of a region from where the last accepted calibration has it. */
    shift: { value: 0.15, side: 'most', unit: 'pitch', firm: false, source: own },
  },
  illumination: {
    saturated,
    /** Brightness of a well above its surroundings: below it the camera's noise is more than a hundredth of it. */
    light: { value: 20, side: 'least', unit: 'grey', firm: true, source: ownChain },
    /** Darkest well against the brightest one of a channel. */
    range: { value: 0.5, side: 'least', unit: 'share', firm: false, source: ownChain },
    /** Standard deviation of the wells against their mean. */
    cv: { value: 0.2, side: 'most', unit: 'share', firm: false, source: ownChain },
    /** Distance of the centre of light from that of the wells, in parts of half the plate. */
    offset: { value: 0.1, side: 'most', unit: 'share', firm: false, source: ownChain },
    /** Deviation that is left of the turned plate after the correction by the plate as it was before. */
    corrected: { value: 0.03, side: 'most', unit: 'share', firm: true, source: ownChain },
    /** Difference of a well that has moved with the plate when it was turned: the plate is dirty. */
    plate: {
      value: 0.1,
      side: 'most',
      unit: 'share',
      firm: true,
      source: 'QuantStudio 6 and 7 Flex maintenance guide, 4489821 B, p. 74; value ours',
    },
    /** Difference of a well from the field of the others that has stayed in its place: the block is dirty. */
    block: {
      value: 0.15,
      side: 'most',
      unit: 'share',
      firm: false,
      source: 'QuantStudio 6 and 7 Flex maintenance guide, 4489821 B, p. 74; value ours',
    },
    /** Difference of a factor from that of the last accepted calibration of the same vessel, seal and volume. */
    change: { value: 0.1, side: 'most', unit: 'share', firm: false, source: ownChain },
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
  melt: {
    /** Wells of the plate without a melting temperature. */
    tm_missing: {
      value: 0,
      side: 'most',
      unit: 'wells',
      firm: true,
      source: 'Chai Open qPCR, thermal_consistency.jl: every well',
    },
    /** Highest minus lowest melting temperature. Chai allows 2 °C; a window of a product is often narrower. */
    tm_spread: { value: 0.8, side: 'most', unit: '°C', firm: true, source: ownChain },
    /** Distance of a well from the plane through the others. */
    tm_well: { value: 0.4, side: 'most', unit: '°C', firm: true, source: ownChain },
    /** Difference from one side of the plate to the other. */
    tm_slope: { value: 0.5, side: 'most', unit: '°C', firm: true, source: ownChain },
    /** Outer wells against inner ones. */
    tm_edge: { value: 0.3, side: 'most', unit: '°C', firm: true, source: ownChain },
    /** Median against the known melting temperature of the amplicon. */
    tm_bias: { value: 0.5, side: 'most', unit: '°C', firm: true, source: ownChain },
  },
} as const satisfies Record<string, Record<string, AcceptanceLimit>>

export type CalibrationKind = keyof typeof acceptance
export const calibrationKinds = Object.keys(acceptance) as CalibrationKind[]

export type RoiLimit = keyof (typeof acceptance)['roi']
export type IlluminationLimit = keyof (typeof acceptance)['illumination']
export type ThermalLimit = keyof (typeof acceptance)['thermal']
export type MeltLimit = keyof (typeof acceptance)['melt']
export type LimitName = RoiLimit | IlluminationLimit | ThermalLimit | MeltLimit
export const limitNames = [
  ...new Set(Object.values(acceptance).flatMap((limits) => Object.keys(limits) as LimitName[])),
]

/** Limits by name. A name that two kinds share is one limit. */
export const limitByName: Readonly<Record<LimitName, AcceptanceLimit>> = {
  ...acceptance.roi,
  ...acceptance.illumination,
  ...acceptance.thermal,
  ...acceptance.melt,
}

/** Return the limits of a kind by name, as a record keeps those in force. */
export function limitsOf(kind: CalibrationKind): Record<string, number> {
  return Object.fromEntries(
    Object.entries(acceptance[kind]).map(([name, { value }]) => [name, value]),
  )
}

/** Return true for a value beyond its limit. */
export function isBeyond(name: LimitName, value: number): boolean {
  const { value: bound, side } = limitByName[name]
  return side === 'most' ? value > bound : value < bound
}

/** Return true for a limit that no reason makes up for. */
export function isFirm(name: LimitName): boolean {
  return limitByName[name].firm
}

/** Return findings with the firm limits first, then by how far each is beyond its own. */
export function worstFirst<
  Finding extends { limit: LimitName; well: string | null; value: number },
>(findings: readonly Finding[]): Finding[] {
  return findings.toSorted(
    (a, b) => severity(b) - severity(a) || ((a.well ?? '') < (b.well ?? '') ? -1 : 1),
  )
}

function severity({ limit, value }: { limit: LimitName; value: number }): number {
  const { firm, side, value: bound } = limitByName[limit]
  const beyond = side === 'most' ? value / Math.max(bound, 1) : (bound - value) / bound
  return (firm ? 1000 : 0) + Math.min(999, beyond)
}

/**
 * Calibrations that one is measured by: a new one of those makes it invalid, because its own wells were read in other places or at
 * other temperatures (QuantStudio 4489821 B, p. 34: saving a new ROI invalidates all later ones). Derived, never edited.
 */
export const restsOn = {
  roi: [],
  illumination: ['roi'],
  thermal: [],
  melt: ['thermal'],
  dye: ['roi'],
} as const satisfies Record<CalibrationKind | 'dye', readonly CalibrationKind[]>

/** A link of the chain: a kind with records of its own, or the colours, which are measured from a run (decision 60). */
export type ChainKind = keyof typeof restsOn
export const chainKinds = Object.keys(restsOn) as ChainKind[]

/** Return true for a kind that its device measures by, once it was sent there: the others judge, or are used by recipes. */
export function isApplied(kind: ChainKind): boolean {
  return kind === 'roi' || kind === 'illumination' || kind === 'thermal'
}
