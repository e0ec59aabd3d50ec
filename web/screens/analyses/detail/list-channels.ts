import {
  displayName,
  type WavelengthName,
  wavelengths,
} from '../../../../domain/catalog/wavelengths.ts'
import type { Method } from '../../../../domain/entities/analysis.ts'

export interface ChannelFacts {
  name: WavelengthName
  /** As people know it: VIC is shown as HEX (spec §3). */
  label: string
  targets: string[]
}

/** List the channels of a method that the account may see: those for technicians need `tech.use`. */
export function listChannels(method: Method, technician: boolean): ChannelFacts[] {
  return method.process.channels
    .filter(({ wavelength }) => technician || !wavelengths[wavelength].forTech)
    .map(({ wavelength }) => ({
      name: wavelength,
      label: displayName(wavelength),
      targets: method.evaluation.targets
        .filter(({ channel }) => channel === wavelength)
        .map(({ name }) => name),
    }))
}
