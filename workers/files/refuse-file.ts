import { Fault, type FaultParams } from '../../domain/fault.ts'

/**
 * Reasons for refusing a whole file, each with an English sentence for logs. A closed list: the interface has a text
 * for each, with the `params` of `refuseFile`.
 */
export const fileReasons = {
  file_empty: 'The file is empty',
  file_too_large: 'The file is larger than can be read',
  file_takes_memory: 'Reading the file takes more memory than there is for one file',
  file_unread: 'More places of the file cannot be read than can be listed',
  file_format_unknown: 'The file is of no format that can be read',
  file_old_excel: 'The workbook is locked, or of Excel 95 or older; save it as XLSX',
  workbook_damaged: 'The workbook is damaged',
  file_pcrd: 'A PCRD file is encrypted by the software of Bio-Rad and can be read by it alone',
  file_without_runs: 'The file holds no run',
  file_without_programme: 'The file holds no thermal programme',
  file_without_curves: 'The file holds neither curves nor Cq values',
  orders_damaged: 'The FHIR resource with the orders cannot be read',
  results_without_curves:
    'The file holds results only; export the amplification curves of the run and import those',
  melt_without_amplification:
    'The file holds melting curves only; export the amplification curves of the run with them',
  zip_truncated: 'The archive ends early',
  zip_damaged: 'The archive is damaged',
  zip_encrypted: 'The archive is locked with a password',
  zip_compression_unknown: 'The archive is compressed in a way that cannot be read',
  zip_too_many_members: 'The archive has too many members',
  zip_too_large: 'The archive unpacks to more than can be read',
  zip_ratio: 'The archive unpacks to suspiciously much',
  zip_nested: 'The archive holds another archive',
  zip_member_missing: 'A member is missing from the archive',
  text_not_text: 'The file is not text',
  text_encoding_unknown: 'The text is in an encoding that cannot be read',
  text_quote_open: 'A quoted cell is not closed',
  xml_malformed: 'The XML is damaged',
  xml_truncated: 'The XML ends early',
  xml_doctype: 'The XML has a document type or entities of its own',
  xml_entity: 'The XML uses an entity that is not one of the five',
  xml_too_deep: 'The XML is nested too deeply',
  xml_too_many_elements: 'The XML has too many elements',
  xml_too_many_attributes: 'An element has too many attributes',
  xml_text_too_long: 'A text is longer than can be read',
  number_unreadable: 'A value is not a number',
  number_ambiguous: 'A comma or point may be the decimal one or part thousands',
  number_mixed: 'A column mixes decimal commas and decimal points',
  cycles_begin_at_zero:
    'Cycle 0 may be the first cycle or a reading before it; number the cycles from 1',
  column_missing: 'A column is missing',
  column_twice: 'A column is there twice',
  sheet_missing: 'A sheet is missing',
  tables_unknown: 'No table of the file holds curves or results that can be read',
  sheet_damaged: 'A cell of a sheet has no readable address',
  json_malformed: 'The JSON is damaged',
  ixo_damaged: 'A part of the LightCycler experiment is missing or damaged',
  table_row_length: 'A row has another number of cells than the header',
  table_too_large: 'The table has more rows or cells than can be read',
  well_unreadable: 'A well has a name that cannot be read',
  plates_several: 'The table holds several plates; import each by itself',
  plate_too_large: 'The plate has more wells than can be read',
  targets_too_many: 'A well has more targets than can be read',
  runs_too_many: 'The file holds more runs than can be read',
  points_too_many: 'A curve has more points than can be read',
  curves_too_large: 'The curves are larger than can be read',
  rdml_version: 'The RDML file is of a version that cannot be read',
  rdml_root: 'The XML is not RDML',
  rdml_reaction: 'A reaction has no readable number',
  bca_version: 'The archive was written by a newer version',
  bca_changed: 'The archive was changed after it was written',
  bca_manifest: 'The list of parts of the archive is damaged',
  bca_part: 'A part of the archive is not what its list says',
  bca_record: 'The analysis in the archive cannot be read',
  plate_without_cartridge: 'The plate is larger than any that can be shown',
  time_unit_unknown: 'Nothing says whether the times of the readings are seconds, minutes or hours',
  times_of_day: 'The times are those of a day, which do not say when the run began',
  times_uneven: 'The times between readings must all be the same, and 3 seconds to 30 minutes',
  too_many_channels: 'The file has more channels than there are',
  too_many_targets: 'The file has more targets than a method can have',
  run_not_in_file: 'The file does not hold that run',
  export_empty: 'There is nothing to write',
  export_several_runs: 'The format holds one run only',
} as const

export type FileReason = keyof typeof fileReasons

/** Place in a file. Rows, lines and columns count from 1. */
export interface Place {
  /** File inside an archive, or sheet of a workbook. */
  member?: string
  line?: number
  column?: number
  row?: number
  /** Name of a column, or path of an element such as `experiment/run/react`. */
  path?: string
  well?: string
  /** Several wells or rows at once: `A1–A12, B3`. Never shortened: a name would be lost. */
  wells?: string
  rows?: string
  target?: string
}

/** Make a `Fault('invalid')` that names the reason and the place; to be thrown. */
export function refuseFile(reason: FileReason, place: Place = {}, params: FaultParams = {}): Fault {
  const named = Object.entries(place).filter(([, value]) => value !== undefined && value !== '')
  const where = named.map(([name, value]) => `${name} ${shorten(value)}`).join(', ')
  return new Fault('invalid', where ? `${fileReasons[reason]} (${where})` : fileReasons[reason], {
    reason,
    field: place.path ?? place.member,
    params: shortenAll({ ...Object.fromEntries(named), ...params }),
  })
}

const longestText = 200

function shorten<T>(value: T): T | string {
  const long = typeof value === 'string' && value.length > longestText
  return long ? `${value.slice(0, longestText - 1)}\u2026` : value
}

/** Shorten params so that their texts fit a line: a damaged file may have names of a million letters. */
export function shortenAll<T extends object>(params: T): T {
  const entries = Object.entries(params).map(([name, value]) => [
    name,
    name === 'wells' || name === 'rows' ? value : shorten(value),
  ])
  return Object.fromEntries(entries) as T
}
