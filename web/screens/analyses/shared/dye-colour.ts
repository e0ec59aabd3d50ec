import type { WavelengthName } from '../../../../domain/catalog/wavelengths.ts'

/**
 * The colour of a dye in the theme in force: Okabe and Ito's, made darker or lighter where it would not stand out from
 * the ground (styles/tokens.css).
 */
export function dyeColour(name: WavelengthName): string {
  return `var(--dye-${name.toLowerCase()})`
}
