import type { FaultParams } from '../../domain/fault.ts'
import { type Place, shortenAll } from './refuse-file.ts'

/**
 * What a reader has to say about a file it read, with the English sentence for logs. A closed list:
 * the interface has a text for each, with the `params` of the notice.
 */
export const noticeCodes = {
  encoding_guessed: 'The text is not UTF-8; it was read as Windows-1252',
  encoding_utf16: 'The text is UTF-16',
  decimal_comma: 'The numbers have a decimal comma',
  thousands_separator: 'The numbers have a thousands separator',
  number_not_finite: 'A value is not a finite number and was left out',
  number_unreadable: 'A value is not a number and was left out',
  version_unknown: 'The version of the format is not known; it was read as the nearest one',
  namespace_missing: 'The namespace of the format is missing',
  member_ignored: 'A part of the archive was not read',
  column_ignored: 'A column was not read',
  row_ignored: 'A row was not read',
  element_ignored: 'An element was not read',
  last_line_open: 'The last line has no end; the file may have been cut',
  run_ignored: 'A run without reactions was not read',
  partitions_not_read: 'Partitions of a digital PCR were not read',
  plate_assumed: 'The plate is not given; its shape was taken from the wells',
  plate_grown: 'A well lies outside the given plate, which was enlarged',
  well_twice: 'A well is there twice; the second was not read',
  wells_missing: 'Wells of the plate are not in the file',
  well_without_curve: 'A well has a result and no curve',
  well_without_sample: 'A well has no sample',
  sample_unknown: 'A well names a sample that is not described',
  described_twice: 'A sample or target is described twice; the first description was kept',
  sample_type_unknown: 'A sample type is not known and was read as an unknown sample',
  sample_types_differ: 'A sample has several types',
  target_unknown: 'A well names a target that is not described',
  samples_differ: 'A well names two samples; the first was kept',
  target_twice: 'A well has a target twice; the second was not read',
  dye_unknown: 'A target has no dye',
  dye_shared: 'Two targets of one well have the same dye; they were given a channel each',
  cycle_twice: 'A cycle is there twice; the second was not read',
  cycles_not_rising: 'The cycles are not in rising order; they were sorted',
  cycles_fractional: 'A cycle is not a whole number and was not read',
  cycles_differ: 'The curves have different numbers of cycles',
  cycles_missing: 'Cycles are missing inside a curve',
  temperatures_differ: 'The wells were melted at different temperatures',
  temperature_twice: 'A temperature is there twice in one melt; both were kept',
  curves_subtracted: 'The curves are already baseline-subtracted; no baseline is subtracted again',
  curves_look_subtracted:
    'The curves look baseline-subtracted although the format asks for raw ones',
  curves_look_raw:
    'The curves do not look baseline-subtracted although the export usually is; a baseline is subtracted',
  curves_missing: 'There are results and no curves',
  curves_normalised: 'The curves are already divided by the passive reference',
  curves_not_written:
    'The curves are corrected ones and the format holds raw ones only; not written',
  name_changed: 'A name had to be unique in the file and was given a number',
  value_not_written: 'A value has no place in the format and was not written',
  point_not_written: 'A point repeats a temperature and was not written',
  more_of_the_same: 'There are more notices of one kind',
} as const

export type NoticeCode = keyof typeof noticeCodes
/** `info`: understood, good to know. `warning`: understood under an assumption. `error`: not understood, left out. */
export type Severity = 'info' | 'warning' | 'error'

export interface Notice {
  severity: Severity
  code: NoticeCode
  place: Place
  params: FaultParams
}

/** Enough to see the pattern; a dialog does not list ten thousand equal lines. */
const mostOfACode = 50

/** Collects notices; of each code the first fifty are kept and the rest counted. */
export class NoticeList {
  readonly #notices: Notice[] = []
  readonly #counts = new Map<NoticeCode, number>()

  add(severity: Severity, code: NoticeCode, place: Place = {}, params: FaultParams = {}): void {
    const count = (this.#counts.get(code) ?? 0) + 1
    this.#counts.set(code, count)
    if (count > mostOfACode) return
    this.#notices.push({ severity, code, place: shortenAll(place), params: shortenAll(params) })
  }

  has(code: NoticeCode): boolean {
    return this.#counts.has(code)
  }

  /** All that was collected, with one `more_of_the_same` for each code that had more. */
  list(): Notice[] {
    const more = [...this.#counts]
      .filter(([, count]) => count > mostOfACode)
      .map(([code, count]): Notice => ({
        severity: 'info',
        code: 'more_of_the_same',
        place: {},
        params: { code, count: count - mostOfACode },
      }))
    return [...this.#notices, ...more]
  }
}
