import type { FaultParams } from '../../domain/fault.ts'
import { nameRanges } from './plate.ts'
import { type Place, refuseFile, shortenAll } from './refuse-file.ts'

/**
 * Something that a file holds is not in the analysis, or it is there and may be wrong: a curve, a point,
 * a result, a well, a target or the name of a sample.
 */
const errors = {
  number_unreadable: 'A value is not a number and was left out',
  row_ignored: 'A row was not read',
  column_ignored:
    'A column of values was not read: its header names no well, or another column already has its fluorescence',
  sheet_hidden: 'A hidden sheet of the workbook has curves and was not read',
  table_ignored: 'A table of wells was not understood and not read',
  well_outside: 'A well lies outside the plate and was not read',
  curve_zero: 'All readings of a curve are 0, as where nothing was measured; it was not read',
  well_twice: 'A well is there twice; the second was not read',
  melt_without_temperature: 'Readings of a melt have no temperature and were not read',
  partitions_not_read: 'Partitions of a digital PCR were not read',
  samples_differ: 'A well names two samples; the first was kept',
  quantities_differ: 'The targets of a standard have different quantities; the first was kept',
  target_twice: 'A well has a target twice; the second was not read',
  cycle_twice: 'A cycle is there twice with different values; the second was not read',
  cycles_fractional: 'A cycle is not a whole number and was not read',
  result_without_curve: 'A target has a result and no curve; it is not evaluated',
  curve_not_taken:
    'Curves are in one table of the file and not in the one that was taken; they are not evaluated',
  curves_missing: 'There are results and no curves',
  curves_not_written:
    'The curves are corrected ones and the format holds raw ones only; not written',
  point_not_written: 'A point repeats a temperature and was not written',
} as const

/** All of it is there, under an assumption that changes what is seen: a person should look. */
const warnings = {
  encoding_guessed: 'The text is not UTF-8; it was read as Windows-1251, Windows-1252 or GB18030',
  number_not_finite: 'A value is not a finite number and was left out',
  version_unknown: 'The version of the format is not known; it was read as the nearest one',
  last_line_open: 'The last line has no end; the file may have been cut',
  wells_counted:
    'Wells have numbers and the plate is not given; they were counted along its assumed rows',
  plate_grown: 'A well lies outside the given plate, which was enlarged',
  sample_unknown: 'A well names a sample that is not described',
  described_twice: 'A sample or target is described twice; the first description was kept',
  sample_type_unknown: 'A sample type is not known and was read as an unknown sample',
  sample_types_differ: 'A sample has several types; the first was taken',
  standard_without_quantity:
    'A standard has no quantity above zero; it is no point of a standard curve',
  target_unknown: 'A well names a target that is not described',
  target_without_curve: 'A target has no curve in these wells',
  tables_as_dyes:
    'Several tables have curves of the same wells and name no dye; they were taken for dyes of one plate',
  dye_unknown: 'A target has no dye',
  dye_assumed: 'A target has no dye; it was given the only curve that no other target has',
  dye_shared: 'Two targets of one well have the same dye; they were given a channel each',
  dyes_incomplete:
    'The dyes do not hold the curves of all targets; the normalised curves were taken instead',
  title_continued:
    'Titles are above the first of several columns; they were read for the columns beside it',
  curve_shared: 'Two targets of one well have the same curve',
  curve_named_by_dye: 'No target names these curves; they are evaluated under the name of the dye',
  curve_without_target:
    'No target of these wells is read in this channel, though targets of other wells are; its curves are not evaluated',
  curve_without_well: 'No table describes these wells; their curves are not evaluated',
  cycles_from_zero: 'The cycles are counted from 0; they were read as cycles from 1',
  cycles_not_rising: 'The cycles are not in rising order; they were sorted',
  cycles_zero:
    'All curves are 0 from a cycle on, as in a run that was stopped; these cycles count as not measured',
  cycles_differ: 'The curves have different numbers of cycles',
  cycles_missing: 'Cycles are missing inside a curve',
  curves_look_subtracted:
    'The curves look baseline-subtracted although the format asks for raw ones',
  curves_look_raw:
    'The curves do not look baseline-subtracted although the export usually is; a baseline is subtracted',
  name_changed: 'A name had to be unique in the file and was given a number',
  names_alike:
    'Names of two samples or targets look alike and differ in their letters or blanks; they are two',
  wells_in_order: 'The curves have no wells; they are put along the rows of a plate in their order',
  times_as_readings:
    'The file was read by its times, as an isothermal run with readings at even times',
  times_beside_cycles:
    'There are times beside the cycles; the cycles were taken, as those of a PCR',
  times_shifted:
    'The readings are not at whole multiples of the time between them; results are off by that much',
  run_superseded: 'A later version corrects this run: other results count',
  value_not_written: 'A value has no place in the format and was not written',
} as const

/** Understood, and nothing is lost. */
const infos = {
  encoding_utf16: 'The text is UTF-16',
  decimal_comma: 'The numbers have a decimal comma',
  thousands_separator: 'The numbers have a thousands separator',
  namespace_missing: 'The namespace of the format is missing',
  member_ignored: 'A part of the archive was not read',
  element_ignored: 'An element was not read',
  line_ignored: 'A line below a table is no row of it',
  row_repeated: 'A row repeats another one',
  run_ignored: 'A run without reactions was not read',
  files_packed: 'The archive holds files of several runs; each run has the name of its file',
  chambers_as_wells:
    'The chambers of a chip are shown as wells: a row for each sample, a column for each assay',
  rotor_in_rows: 'The positions of a rotor are shown along the rows of a plate',
  plate_assumed: 'The plate is not given; its shape was taken from the wells',
  wells_missing: 'Wells of the plate are not in the file',
  well_without_curve: 'A well has a sample and no curve',
  well_without_sample: 'A well has no sample',
  channel_without_target:
    'No target of the file is read in this channel; its curves are not evaluated',
  time_zero: 'A reading at time 0 comes before the first one and is no part of a curve',
  cycle_zero: 'A reading at cycle 0 comes before the first cycle and is no part of a curve',
  well_continued:
    'A well is named once for several rows; the rows below it were read as rows of that well',
  cycle_repeated: 'A cycle is there twice with the same value',
  temperatures_differ: 'The wells were melted at different temperatures',
  temperature_twice: 'A temperature is there twice in one melt; both were kept',
  curves_subtracted: 'The curves are already baseline-subtracted; no baseline is subtracted again',
  curves_normalised: 'The curves are already divided by the passive reference',
} as const

/** There are more notices of one kind; as severe as that kind. */
const more = { more_of_the_same: 'There are more notices of one kind' } as const

/**
 * Notices of the readers and writers, each with an English sentence for logs. A closed list: the interface has a text
 * for each, with the `params` of the notice.
 */
export const noticeCodes = { ...errors, ...warnings, ...infos, ...more } as const

export type NoticeCode = keyof typeof noticeCodes
export type Severity = 'info' | 'warning' | 'error'

/** Return the severity of a notice, by the list that holds its code. */
export function severityOf(code: Exclude<NoticeCode, 'more_of_the_same'>): Severity {
  if (Object.hasOwn(errors, code)) return 'error'
  return Object.hasOwn(warnings, code) ? 'warning' : 'info'
}

export interface Notice {
  severity: Severity
  code: NoticeCode
  place: Place
  params: FaultParams
}

/** Enough to see the pattern; a dialog does not list ten thousand equal lines. */
const mostOfACode = 50
/** Far more places than a run has wells, so that nothing of a real export is refused for them. */
const mostListed = 100_000
/** Groups that the rest of a code is listed in, by target and part of the file. */
const mostGroups = 200

type Code = Exclude<NoticeCode, 'more_of_the_same'>

/** Notices of one code beyond the first fifty, with the names of their wells or the numbers of their rows. */
interface Rest {
  code: Code
  place: Place
  count: number
  wells: Set<string>
  rows: Set<string>
}

/**
 * Collects notices. Of each code the first fifty are kept one by one; the rest is put together by target
 * and part of the file, with the name of every well, so that nothing is left out without a name.
 */
export class NoticeList {
  readonly #notices: Notice[] = []
  readonly #counts = new Map<NoticeCode, number>()
  readonly #rests = new Map<string, Rest>()
  #listed = 0

  add(code: Code, place: Place = {}, params: FaultParams = {}): void {
    const count = (this.#counts.get(code) ?? 0) + 1
    this.#counts.set(code, count)
    if (count > mostOfACode) return this.#addToRest(code, shortenAll(place))
    const severity = severityOf(code)
    this.#notices.push({ severity, code, place: shortenAll(place), params: shortenAll(params) })
  }

  /** @throws Fault `file_unread`: the names of more places would take the memory. */
  #countListed(code: Code): void {
    if (++this.#listed <= mostListed) return
    throw refuseFile('file_unread', {}, { code, limit: mostListed })
  }

  has(code: NoticeCode): boolean {
    return this.#counts.has(code)
  }

  /** List all that was collected, with `more_of_the_same` for what came after the first fifty of a code. */
  list(): Notice[] {
    const rest = [...this.#rests.values()].map(({ code, place, count, wells, rows }): Notice => ({
      severity: severityOf(code),
      code: 'more_of_the_same',
      place: {
        ...place,
        ...(wells.size > 0 && { wells: nameRanges([...wells]) }),
        ...(rows.size > 0 && { rows: nameRanges([...rows]) }),
      },
      params: { code, count },
    }))
    return [...this.#notices, ...rest]
  }

  #addToRest(code: Code, place: Place): void {
    const { member, path, target, well, wells, row, rows, line } = place
    const full = this.#rests.size >= mostGroups
    const shared = full
      ? {}
      : { ...(member && { member }), ...(path && { path }), ...(target && { target }) }
    const key = JSON.stringify([code, shared])
    const rest = this.#rests.get(key) ?? {
      code,
      place: shared,
      count: 0,
      wells: new Set<string>(),
      rows: new Set<string>(),
    }
    rest.count++
    this.#countListed(code)
    for (const name of well ? [well] : (wells?.split(', ') ?? [])) rest.wells.add(name)
    if (!well && !wells) {
      for (const name of rows?.split(', ') ?? [row ?? line ?? '']) {
        if (name !== '') rest.rows.add(String(name))
      }
    }
    this.#rests.set(key, rest)
  }
}
