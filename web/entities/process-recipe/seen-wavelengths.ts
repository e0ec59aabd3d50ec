import {
  technicianNeeds,
  type WavelengthName,
  wavelengthNames,
  wavelengths,
} from '../../../domain/catalog/wavelengths.ts'
import { may } from '../../state/session.ts'

/** Tell if the account sees a wavelength: those of technicians are hidden from ordinary users (PERM-007). */
export function seesWavelength(name: WavelengthName): boolean {
  return !wavelengths[name].forTech || may(technicianNeeds)
}

/** List the wavelengths that the account may choose. */
export function seenWavelengths(): WavelengthName[] {
  return wavelengthNames.filter(seesWavelength)
}
