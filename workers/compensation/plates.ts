import { Fault } from '../../domain/fault.ts'
import { findMedian } from '../numbers/median.ts'

/** Readings of plates that hold one dye alone, and of a plate with none (water or buffer). */
export interface DyePlates {
  channels: readonly string[]
  dyes: readonly string[]
  wells: number
  /** Without any dye: `[channel * wells + well]` in a.u. */
  background: Float64Array
  /** With one dye: `[(dye * channels + channel) * wells + well]` in a.u. */
  pure: Float64Array
}

/** Spectra of the dyes in this optics, measured on pure-dye plates. */
export interface Spectra {
  /** Channel in which each dye is brightest. */
  own: number[]
  /** Light in each channel as a part of that in the own one, `[(dye * channels + channel) * wells + well]`. */
  parts: Float64Array
  /** Median of `parts` over the wells, `[dye * channels + channel]`. */
  shared: Float64Array
  /** Light of the own channel over the plate's median, `[dye * wells + well]`. */
  gains: Float64Array
}

/** Read the spectra of the dyes over the wells, each as a part of the channel the dye is brightest in. */
export function readSpectra(plates: DyePlates): Spectra {
  const { channels, dyes, wells } = plates
  const count = channels.length
  const parts = new Float64Array(plates.pure.length)
  const shared = new Float64Array(dyes.length * count)
  const gains = new Float64Array(dyes.length * wells)
  const own: number[] = []
  for (const [dye, name] of dyes.entries()) {
    const light = channels.map((_, channel) => lightOf(plates, dye, channel))
    const medians = light.map((values) => findMedian(values))
    const brightest = findBrightest(medians)
    const most = medians[brightest] ?? 0
    if (!(most > 0)) {
      throw new Fault('invalid', `No light of the dye ${name} in any channel`, {
        reason: 'dye_not_seen',
        params: { dye: name },
      })
    }
    own.push(brightest)
    for (let channel = 0; channel < count; channel++) {
      const ratios = light[channel]!.map((value, well) => value / light[brightest]![well]!)
      parts.set(ratios, (dye * count + channel) * wells)
      shared[dye * count + channel] = channel === brightest ? 1 : findMedian(ratios)
    }
    gains.set(
      light[brightest]!.map((value) => value / most),
      dye * wells,
    )
  }
  return { own, parts, shared, gains }
}

/** Light of a pure dye above the background in each well. */
function lightOf(plates: DyePlates, dye: number, channel: number): number[] {
  const { channels, wells, pure } = plates
  const from = (dye * channels.length + channel) * wells
  return Array.from(
    { length: wells },
    (_, well) => pure[from + well]! - findBackground(plates, channel, well),
  )
}

/** Return the background of a well, or the median of the others' where it was not measured. */
export function findBackground(plates: DyePlates, channel: number, well: number): number {
  const { wells, background } = plates
  const value = background[channel * wells + well]!
  if (value === value) return value
  return findMedian([...background.subarray(channel * wells, (channel + 1) * wells)])
}

/** Return the position of the largest value, ignoring NaN. */
export function findBrightest(values: readonly number[]): number {
  let best = 0
  for (const [i, value] of values.entries()) {
    if (!(values[best]! >= value) && value === value) best = i
  }
  return best
}
