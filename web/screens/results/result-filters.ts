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
  /** Without targets that are internal controls. */
  noControls: boolean
}

/** Value of the filter `controls`: results of internal controls are left out. */
export const withoutControls = 'without'

/** Names of the filters in an address. */
const names = ['sample', 'call', 'type', 'when', 'held', 'controls'] as const
type FilterName = (typeof names)[number]

const isName = (text: string): text is FilterName => (names as readonly string[]).includes(text)

/**
 * Read the address' own parameter `filter` (spec §2): terms such as `call:detected,review;when:last_7_days`, with `;` between
 * them. A term without a name is the beginning of a sample's name. What is no filter is named in `wrong`.
 */
export function readFilterText(text: string): { search: URLSearchParams; wrong: string[] } {
  const search = new URLSearchParams()
  const wrong: string[] = []
  const terms = text.split(';').map((one) => one.trim())
  for (const term of terms.filter(Boolean)) {
    const at = term.indexOf(':')
    const [name, value] =
      at < 0 ? ['sample', term] : [term.slice(0, at).trim(), term.slice(at + 1).trim()]
    const isKnown = isName(name) && value !== '' && isValue(name, value)
    if (isKnown) search.set(name, value)
    else wrong.push(term)
  }
  return { search, wrong }
}

function isValue(name: FilterName, value: string): boolean {
  const lists: Partial<Record<FilterName, readonly string[]>> = {
    call: callNames,
    type: sampleTypes,
    when: dateRanges,
    held: ['1'],
    controls: [withoutControls],
  }
  const list = lists[name]
  const values = name === 'call' ? value.split(',') : [value]
  return !list || values.every((one) => list.includes(one))
}

export function readFilters(search: URLSearchParams): ResultFilter {
  const calls = (search.get('call') ?? '').split(',')
  return {
    sample: (search.get('sample') ?? '').trim().slice(0, 120),
    calls: callNames.filter((one) => calls.includes(one)),
    type: sampleTypes.find((one) => one === search.get('type')) ?? null,
    when: dateRanges.find((one) => one === search.get('when')) ?? null,
    held: search.get('held') === '1',
    noControls: search.get('controls') === withoutControls,
  }
}

/** Takes all of them out of the address, and the table's own. */
export const clearedFilters = {
  sample: null,
  call: null,
  type: null,
  when: null,
  held: null,
  controls: null,
  filter: null,
}

export function isFiltered({ sample, calls, noControls, ...only }: ResultFilter): boolean {
  const { type, when, held } = only
  return sample !== '' || calls.length > 0 || type !== null || when !== null || held || noControls
}
