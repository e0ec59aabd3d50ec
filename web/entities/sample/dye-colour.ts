import type { WavelengthName } from '../../../domain/catalog/wavelengths.ts'

/**
 * Return the colour of a dye in the theme in force: Okabe and Ito's, made darker or lighter where it would not stand
 * out from the ground (styles/tokens.css).
 */
export function dyeColour(name: WavelengthName): string {
  return `var(--dye-${name.toLowerCase()})`
}

/** Fill a well in the colour of a dye: light or dark enough for the text in it, in every theme. */
export function dyeFill(name: WavelengthName): string {
  return `color-mix(in oklab, ${dyeColour(name)} 45%, var(--surface))`
}
