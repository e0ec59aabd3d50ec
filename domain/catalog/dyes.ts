import type { WavelengthName } from './wavelengths.ts'

/**
 * Channel in which a dye is read, for dyes with their emission in it (makers' data sheets). Dyes are compared without
 * case, blanks and punctuation.
 */
const channelsByDye = new Map(
  Object.entries<WavelengthName>({
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
  }),
)

/**
 * Pairs of filters (nm of excitation and emission) of the LightCycler 480 and 480 II, by the dyes that the
 * instrument reads with them.
 */
const channelsByFilters = new Map(
  Object.entries<WavelengthName>({
    465510: 'FAM',
    483533: 'FAM',
    498580: 'VIC',
    523568: 'VIC',
    533580: 'VIC',
    533610: 'ROX',
    558610: 'ROX',
    533640: 'CY5',
    615670: 'CY5',
    618660: 'CY5',
  }),
)

/**
 * Channels of the Rotor-Gene by the dyes that are read with them, as its manual has them: green 470/510 nm, yellow
 * 530/557, orange 585/610, red 625/660, crimson 680/712. Blue (365/460) is none of ours.
 */
const channelsByColour = new Map(
  Object.entries<WavelengthName>({
    green: 'FAM',
    yellow: 'VIC',
    orange: 'ROX',
    red: 'CY5',
    crimson: 'QUASAR705',
  }),
)

/** Return the channel of a dye or a pair of filters by its name, null for an unknown dye. */
export function channelOfDye(dye: string): WavelengthName | null {
  const name = plainName(dye)
  return channelsByDye.get(name) ?? channelsByFilters.get(name) ?? null
}

// Leave most names as they are, which have no signs: large tables ask for each of their cells.
const plainName = (dye: string) =>
  /^[A-Za-z\d]*$/.test(dye)
    ? dye.toLowerCase()
    : dye.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/**
 * Return what the name of a channel is compared by: `FAM` and `fam` are one. Only dyes that are known have several spellings,
 * as a channel may be called like a target.
 */
export function foldDye(name: string): string {
  return channelOfDye(name) === null ? name : plainName(name)
}

/** Return true for a word that is written as dyes are: `Joe` and `Vic` are people. */
export function isDyeWord(word: string): boolean {
  const isWritten = word === word.toUpperCase() || /\d/.test(word)
  return isWritten && channelOfDye(word) !== null
}

/** Return the channel of a colour of the Rotor-Gene, null for any other name. */
export function channelOfColour(colour: string): WavelengthName | null {
  return channelsByColour.get(colour.toLowerCase()) ?? null
}

/** Return true for a pair of filters or a colour that an instrument names and that is not one of ours, such as blue of the Rotor-Gene. */
export function isOtherLight(dye: string): boolean {
  const name = plainName(dye)
  const isNamed = /^\d{6}$/.test(name) || name === 'blue' || name === 'hrm'
  return isNamed && channelOfDye(dye) === null
}
