export interface MeltRule {
  /**
   * Least rise above the lower of its valleys, as a part of the largest peak's prominence; above the
   * higher one half of it is enough, for a larger peak near by lifts that.
   */
  leastShare: number
  /** Least prominence in standard deviations of the smoothed derivative's noise. */
  noiseFactor: number
  /** Narrowest peak in deg C: no product melts faster; what is narrower came from the instrument. */
  leastWidth: number
  /** Widest peak in deg C; what is wider is the dye's own loss of light with temperature. */
  mostWidth: number
  /** Least area as a part of all the light lost in the melt: less is no product. */
  leastLoss: number
}

export const defaultMeltRule: MeltRule = {
  leastShare: 0.1,
  noiseFactor: 8,
  leastWidth: 0.5,
  mostWidth: 12,
  leastLoss: 0.01,
}

/** Everything that is not noise, however small beside the main peak: for an expert's eye. */
export const sensitiveMeltRule: MeltRule = {
  leastShare: 0,
  noiseFactor: 3,
  leastWidth: 0.5,
  mostWidth: 12,
  leastLoss: 0,
}
