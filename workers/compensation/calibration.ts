import { createMatrix, type Matrix, matrixOf, pseudoInverse } from '../numbers/linear-system.ts'
import { type Compensation, createCompensation, unmixingOf } from './compensate.ts'
import {
  type DyePlates,
  findBackground,
  findBrightest,
  readSpectra,
  type Spectra,
} from './plates.ts'
import { type CompensationReport, refuseIllConditioned, reportCalibration } from './report.ts'

/**
 * - `shared`: one mixing matrix for the whole plate, the background of each well;
 * - `gains`: besides, the light of each well and dye scaled to the plate's median;
 * - `wells`: a mixing matrix of its own for each well, scaled likewise.
 */
export type CalibrationMode = 'shared' | 'gains' | 'wells'

export interface Calibrated {
  compensation: Compensation
  report: CompensationReport
}

/**
 * Calculate the compensation from pure-dye plates (readings - background = mixing x dye; the inverse of the mixing
 * matrix gives the dyes back). The unit of a dye stays that of its own channel, where it is brightest: mixing is 1
 * there. Medians over the wells keep a spoilt calibration well from tilting the rest; a well without usable calibration
 * uses the shared matrix and is named in the report.
 *
 * @throws Fault `invalid` when a dye is not seen at all, or when two dyes look so alike that noise would
 * be blown up (`crosstalk_ill_conditioned`, naming the dyes and the channel both are read in).
 */
export function calibrateDyes(plates: DyePlates, mode: CalibrationMode): Calibrated {
  const { channels, dyes, wells } = plates
  const spectra = readSpectra(plates)
  refuseIllConditioned(mixingMatrix(plates, spectra, null, false), plates, spectra.own)
  const compensation = createCompensation(channels, dyes, wells)
  const fallbacks: number[] = []
  for (let well = 0; well < wells; well++) {
    const isUsable = dyes.every((_, dye) => isWellUsable(plates, spectra, dye, well))
    if (!isUsable) fallbacks.push(well)
    const source = isUsable && mode !== 'shared' ? well : null
    const mixing = mixingMatrix(plates, spectra, source, mode === 'wells')
    if (source !== null) refuseIllConditioned(mixing, plates, spectra.own)
    unmixingOf(compensation, well).set(pseudoInverse(mixing).values)
    for (let channel = 0; channel < channels.length; channel++) {
      compensation.background[well * channels.length + channel] = findBackground(
        plates,
        channel,
        well,
      )
    }
  }
  return {
    compensation,
    report: reportCalibration(plates, spectra, compensation, fallbacks, mode === 'wells'),
  }
}

/**
 * Compensate every well by one known mixing matrix, `matrix[channel][dye]`: the light of a dye in each channel as a
 * part of that in its own. No background is taken off, as a baseline does that.
 *
 * @throws Fault `crosstalk_ill_conditioned` as `calibrateDyes` does.
 */
export function invertMixing(
  channels: readonly string[],
  dyes: readonly string[],
  matrix: readonly (readonly number[])[],
  wells: number,
): Compensation {
  const mixing = matrixOf(matrix)
  refuseIllConditioned(
    mixing,
    { channels, dyes },
    dyes.map((_, dye) => findBrightest(matrix.map((row) => row[dye] ?? 0))),
  )
  const compensation = createCompensation(channels, dyes, wells)
  const inverse = pseudoInverse(mixing).values
  for (let well = 0; well < wells; well++) unmixingOf(compensation, well).set(inverse)
  return compensation
}

/** Return true if a calibration well's dye has at least a tenth of its usual light there. */
function isWellUsable(plates: DyePlates, spectra: Spectra, dye: number, well: number): boolean {
  const { channels, wells } = plates
  if (!(spectra.gains[dye * wells + well]! > 0.1)) return false
  return channels.every((_, channel) =>
    Number.isFinite(spectra.parts[(dye * channels.length + channel) * wells + well]),
  )
}

/** Return the mixing matrix of a well, `channels x dyes`; that of the plate when `well` is null. */
function mixingMatrix(
  plates: DyePlates,
  spectra: Spectra,
  well: number | null,
  ownSpectrum: boolean,
): Matrix {
  const { channels, dyes, wells } = plates
  const matrix = createMatrix(channels.length, dyes.length)
  for (let dye = 0; dye < dyes.length; dye++) {
    const gain = well === null ? 1 : spectra.gains[dye * wells + well]!
    for (let channel = 0; channel < channels.length; channel++) {
      const at = dye * channels.length + channel
      const part =
        well !== null && ownSpectrum ? spectra.parts[at * wells + well]! : spectra.shared[at]!
      matrix.values[channel * dyes.length + dye] = part * gain
    }
  }
  return matrix
}
