import { type DateRange, dateRanges } from '../../../domain/date-ranges.ts'
import { sampleTypes, type SampleType } from '../../../domain/entities/analysis.ts'
import { type CallName, callNames } from '../../../domain/results.ts'

/** Filters of the results, as they are in the address. */
export interface ResultFilter {
  /** Beginning of the samples' names. */
  sample: string
  calls: readonly CallName[]
  type: SampleType | null
  when: DateRange | null
  /** Only what a recall holds, or what was run with a lot that is stopped. */
  held: boolean
}

export function readFilters(search: URLSearchParams): ResultFilter {
  const calls = (search.get('call') ?? '').split(',')
  return {
    sample: (search.get('sample') ?? '').trim().slice(0, 120),
    calls: callNames.filter((one) => calls.includes(one)),
    type: sampleTypes.find((one) => one === search.get('type')) ?? null,
    when: dateRanges.find((one) => one === search.get('when')) ?? null,
    held: search.get('held') === '1',
  }
}

/** Takes all of them out of the address, and the table's own. */
export const clearedFilters = {
  sample: null,
  call: null,
  type: null,
  when: null,
  held: null,
  filter: null,
}

export function isFiltered({ sample, calls, type, when, held }: ResultFilter): boolean {
  return sample !== '' || calls.length > 0 || type !== null || when !== null || held
}
