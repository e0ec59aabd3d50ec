import type { WavelengthName } from './wavelengths.ts'

/**
 * Channel in which a dye is read, for dyes whose emission lies in it (makers' data sheets). Dyes are
 * compared without case, blanks and punctuation.
 */
const channelsByDye: Readonly<Record<string, WavelengthName>> = {
  fam: 'FAM',
  sybr: 'FAM',
  sybrgreen: 'FAM',
  sybrgreeni: 'FAM',
  evagreen: 'FAM',
  syto9: 'FAM',
  lcgreen: 'FAM',
  resolight: 'FAM',
  vic: 'VIC',
  hex: 'VIC',
  joe: 'VIC',
  tet: 'VIC',
  yakimayellow: 'VIC',
  cy3: 'CY3',
  ned: 'CY3',
  tamra: 'CY3',
  quasar570: 'CY3',
  aby: 'CY3',
  rox: 'ROX',
  texasred: 'ROX',
  calred610: 'ROX',
  calfluorred610: 'ROX',
  texasredx: 'ROX',
  jun: 'ROX',
  cy5: 'CY5',
  quasar670: 'CY5',
  lcred640: 'CY5',
  liz: 'CY5',
  mustangpurple: 'CY5',
  cy55: 'QUASAR705',
  quasar705: 'QUASAR705',
  alexa680: 'QUASAR705',
  atto680: 'QUASAR705',
}

/** Channel of a dye by its name, null for a dye that no channel is known for. */
export function channelOfDye(dye: string): WavelengthName | null {
  return channelsByDye[dye.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')] ?? null
}
