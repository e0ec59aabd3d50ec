/**
 * `csv` the result table; `tidy` a row per value; `xlsx` both and a plate; `rdml` and `rdes` with the curves; `bca` all
 * that is needed to see and calculate it again elsewhere (decisions D23); `hl7` and `fhir` the answers to the orders of a
 * laboratory system (decision 79).
 */
export const exportFormats = ['csv', 'tidy', 'xlsx', 'rdml', 'rdes', 'bca', 'hl7', 'fhir'] as const

/** Formats that go to people and systems who act on the results; a recall holds them back as it does reports. */
export const resultFormats: readonly (typeof exportFormats)[number][] = [
  'csv',
  'xlsx',
  'hl7',
  'fhir',
]
