import { cartridges } from '../domain/catalog/cartridges.ts'
import type { RunOrder } from '../domain/live/command.ts'
import { expandProgramme } from '../domain/rules/programme.ts'
import { wellIndex } from '../domain/rules/well.ts'

export type WellContent = RunOrder['wells'][number]

/** Settings of the optics for a run. */
export interface OpticsWish {
  /** The analysis: the same seed gives the same curves. */
  seed: string
  cartridge: RunOrder['cartridge_type']
  /** Measured wavelengths in the order of the method. */
  channels: string[]
  /** Content of each well in the cartridge's order; null where nothing is loaded. */
  wells: (WellContent | null)[]
  cycles: number
  /** Temperatures (°C) of the melt points, in order; empty when no melt is measured. */
  melt: number[]
}

/** Values [channel][well] of one point, a.u.; null in wells with nothing in them. */
export type PointValues = (number | null)[][]

/** Detector of a device. Pure: the same point always has the same values. */
export interface Optics {
  /** Name of the recording, or `physical-model`. */
  name: string
  /** Return the light of an amplification point, counted from 1. */
  readAmplification(cycle: number): PointValues
  /** Melt point, counted from 1, at the programme's temperature. */
  readMelt(index: number, temperature: number): PointValues
}

/** Read from the order of a run what its optics must deliver. */
export function wishFor(order: RunOrder): OpticsWish {
  const shape = cartridges[order.cartridge_type]
  const wells: (WellContent | null)[] = Array.from(
    { length: shape.rows * shape.columns },
    () => null,
  )
  for (const content of order.wells) {
    const index = wellIndex(shape, content.well)
    if (index >= 0) wells[index] = content
  }
  const expanded = expandProgramme(order.process)
  return {
    seed: order.analysis_uuid,
    cartridge: order.cartridge_type,
    channels: order.process.channels.map((channel) => channel.wavelength),
    wells,
    cycles: expanded.filter((step) => step.measure?.phase === 'AMP').length,
    melt: expanded.filter((step) => step.measure?.phase === 'VAL').map((step) => step.temperature),
  }
}
