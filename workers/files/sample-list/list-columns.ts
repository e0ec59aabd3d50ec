import type { ListSettings } from './list-settings.ts'

/** What a column of a list can say of a sample. */
export const listColumns = [
  'well',
  'wellRow',
  'wellColumn',
  'name',
  'sample_type',
  'well_type',
  'quantity',
  'threshold',
  'application',
] as const
export type ListColumn = (typeof listColumns)[number]

/** Position of each column in the file; -1 where the file does not have it. */
export type ColumnPlaces = Readonly<Record<ListColumn, number>>

/** Headers of our own plate files besides those that a laboratory chooses. */
export const ownHeaders = {
  sample_type: 'Sample type',
  well_type: 'Mix',
  quantity: 'Quantity',
} as const

/** The setting that holds the header of a column, for those that a laboratory chooses (spec §3 "CSV import settings"). */
export const headerSettings = {
  name: 'header_sample',
  well: 'header_well',
  wellRow: 'header_row',
  wellColumn: 'header_column',
  threshold: 'header_threshold',
  application: 'header_application',
} as const

/** Headers are written in whatever case and with whatever blanks. */
export const headerKey = (cell: string): string => cell.trim().replaceAll(/\s+/g, ' ').toLowerCase()

/** Where each column stands under this row of headers; an empty setting is not looked for. */
export function placeColumns(header: readonly string[], settings: ListSettings): ColumnPlaces {
  const keys = header.map(headerKey)
  const place = (text: string) => (headerKey(text) === '' ? -1 : keys.indexOf(headerKey(text)))
  return {
    name: place(settings.header_sample),
    well: place(settings.header_well),
    wellRow: place(settings.header_row),
    wellColumn: place(settings.header_column),
    sample_type: place(ownHeaders.sample_type),
    well_type: place(ownHeaders.well_type),
    quantity: place(ownHeaders.quantity),
    threshold: place(settings.header_threshold),
    application: place(settings.header_application),
  }
}

/**
 * The headers that must be in the file and are not (spec §5 "CSV"): the names' and, to place samples, the wells'.
 * @param placed whether the file has to say where each sample goes.
 */
export function missingHeaders(
  places: ColumnPlaces,
  settings: ListSettings,
  placed: boolean,
): string[] {
  const { header_sample, header_well, header_row, header_column } = settings
  const missing = places.name < 0 ? [header_sample] : []
  const isPlaced = places.well >= 0 || (places.wellRow >= 0 && places.wellColumn >= 0)
  if (placed && !isPlaced) missing.push(header_well || `${header_row}, ${header_column}`)
  return missing
}
