import { dyeLimits } from '../../domain/catalog/calibration.ts'
import { Fault } from '../../domain/fault.ts'
import { conditionOf, decompose, type Matrix } from '../numbers/linear-system.ts'
import { findMedian, findSpread } from '../numbers/median.ts'
import type { DyePlates, Spectra } from './plates.ts'
import { type Compensation, unmixingOf } from './compensate.ts'

/**
 * Largest condition number of the mixing matrix (columns of length 1). It is how many times larger
 * the relative error of a dye may be than that of the readings: at 20, readings good to 0.5 % may give
 * dyes wrong by 10 %, which is as much as the crosstalk that was to be taken away.
 */
const mostCondition = dyeLimits.condition

/** Light of a dye in the channel another dye is read in. */
export interface Crosstalk {
  dye: string
  channel: string
  /** Median over the wells, as a part of the dye's light in its own channel. */
  part: number
  /** Spread of that part from well to well. */
  spread: number
}

export interface CompensationReport {
  /** Condition number of the plate's mixing matrix, columns of length 1. */
  condition: number
  /** Every pair above `leastCrosstalk`, the strongest first. */
  crosstalk: Crosstalk[]
  /**
   * Light of dye `dye` that is left in dye `other` after compensation, as a part of dye `dye`: rms over the wells of
   * the calibration plates, `[dye * dyes + other]`. NaN for every pair in the mode `wells`: a matrix made from a well
   * cannot be tested with the readings of that well.
   */
  residual: Float64Array
  /** Wells without usable calibration, which use the plate's matrix. */
  fallbacks: number[]
}

const leastCrosstalk = 0.01

/**
 * Refuse dyes that cannot be separated.
 * @throws Fault `crosstalk_ill_conditioned` naming the two dyes most alike and the channel in which both are seen.
 */
export function refuseIllConditioned(
  mixing: Matrix,
  plates: Pick<DyePlates, 'channels' | 'dyes'>,
  own: readonly number[],
): void {
  const unit = scaleColumns(mixing)
  const condition = conditionOf(unit)
  if (mixing.rows >= mixing.columns && condition <= mostCondition) return
  const [one, other] = findMostAlike(unit)
  const dyes = `${plates.dyes[one]} and ${plates.dyes[other]}`
  const channel = plates.channels[own[one] ?? 0] ?? ''
  const second = plates.channels[own[other] ?? 0] ?? ''
  throw new Fault('invalid', `${dyes} cannot be distinguished in ${channel} and ${second}`, {
    reason: 'crosstalk_ill_conditioned',
    params: {
      dye: plates.dyes[one] ?? '',
      other: plates.dyes[other] ?? '',
      channel,
      other_channel: second,
      limit: mostCondition,
    },
  })
}

/** Return a matrix with columns of length 1. */
export function scaleColumns({ rows, columns, values }: Matrix): Matrix {
  const result = { rows, columns, values: values.slice() }
  for (let column = 0; column < columns; column++) {
    let sum = 0
    for (let row = 0; row < rows; row++) {
      sum += values[row * columns + column]! * values[row * columns + column]!
    }
    const length = Math.sqrt(sum)
    if (!(length > 0)) continue
    for (let row = 0; row < rows; row++) {
      result.values[row * columns + column] = values[row * columns + column]! / length
    }
  }
  return result
}

/**
 * Return the two columns with the largest weights in the combination that the matrix hardly sees; with fewer channels
 * than dyes, those at the smallest angle.
 */
function findMostAlike(unit: Matrix): [number, number] {
  if (unit.rows >= unit.columns) {
    const { v } = decompose(unit)
    const weights = Array.from({ length: unit.columns }, (_, dye) =>
      Math.abs(v.values[dye * unit.columns + unit.columns - 1]!),
    )
    const order = weights.map((_, i) => i).sort((a, b) => weights[b]! - weights[a]! || a - b)
    return [order[0] ?? 0, order[1] ?? 0]
  }
  let best: [number, number] = [0, 0]
  let most = -1
  for (let a = 0; a < unit.columns; a++) {
    for (let b = a + 1; b < unit.columns; b++) {
      let cosine = 0
      for (let row = 0; row < unit.rows; row++) {
        cosine += unit.values[row * unit.columns + a]! * unit.values[row * unit.columns + b]!
      }
      if (cosine > most) {
        most = cosine
        best = [a, b]
      }
    }
  }
  return best
}

export function reportCalibration(
  plates: DyePlates,
  spectra: Spectra,
  compensation: Compensation,
  fallbacks: number[],
  isOwnWell: boolean,
): CompensationReport {
  const { channels, dyes, wells } = plates
  const shared: Matrix = {
    rows: channels.length,
    columns: dyes.length,
    values: Float64Array.from(
      { length: spectra.shared.length },
      (_, i) => spectra.shared[(i % dyes.length) * channels.length + Math.floor(i / dyes.length)]!,
    ),
  }
  const crosstalk: Crosstalk[] = []
  for (const [dye, name] of dyes.entries()) {
    for (const channel of new Set(spectra.own)) {
      if (channel === spectra.own[dye]) continue
      const at = dye * channels.length + channel
      const parts = spectra.parts.subarray(at * wells, (at + 1) * wells)
      const part = findMedian(parts)
      if (!(Math.abs(part) >= leastCrosstalk)) continue
      crosstalk.push({ dye: name, channel: channels[channel]!, part, spread: findSpread(parts) })
    }
  }
  crosstalk.sort((a, b) => Math.abs(b.part) - Math.abs(a.part))
  const residual = isOwnWell
    ? new Float64Array(dyes.length * dyes.length).fill(Number.NaN)
    : measureResidual(plates, compensation, fallbacks)
  return { condition: conditionOf(scaleColumns(shared)), crosstalk, residual, fallbacks }
}

function measureResidual(
  plates: DyePlates,
  compensation: Compensation,
  fallbacks: readonly number[],
): Float64Array {
  const { channels, dyes, wells, pure } = plates
  const count = channels.length
  const squares = new Float64Array(dyes.length * dyes.length)
  for (let well = 0; well < wells; well++) {
    if (fallbacks.includes(well)) continue
    const unmixing = unmixingOf(compensation, well)
    for (let dye = 0; dye < dyes.length; dye++) {
      const seen = dyes.map((_, other) => {
        let sum = 0
        for (let channel = 0; channel < count; channel++) {
          const light =
            pure[(dye * count + channel) * wells + well]! -
            compensation.background[well * count + channel]!
          sum += unmixing[other * count + channel]! * light
        }
        return sum
      })
      for (let other = 0; other < dyes.length; other++) {
        const part = other === dye ? 0 : seen[other]! / seen[dye]!
        squares[dye * dyes.length + other] = squares[dye * dyes.length + other]! + part * part
      }
    }
  }
  const counted = wells - fallbacks.length
  return squares.map((sum) => Math.sqrt(sum / counted))
}
