import type { DeviceMessage } from '../../../../domain/entities/device-report.ts'

/** Messages of one page of the list. */
export const pageRows = 50

/** Time around a moment, on both sides, in which its messages are looked for (ms). */
const aroundMs = 5 * 60_000

/** Choices of levels: what is shown from the least to the most serious. */
export const levelChoices = {
  all: ['info', 'warning', 'error'],
  warning: ['warning', 'error'],
  error: ['error'],
} as const satisfies Record<string, readonly DeviceMessage['level'][]>
export type LevelChoice = keyof typeof levelChoices

/** Filter of the messages, as the address keeps it. */
export interface MessageFilter {
  levels: LevelChoice
  text: string
  /** First and last day (ms since 1970, UTC midnight); null for open. */
  from: number | null
  to: number | null
  /** Moment around which to look, in place of days. */
  around: string | null
  page: number
}

/** Read the filter from the address. */
export function readFilter(search: URLSearchParams): MessageFilter {
  const level = search.get('level')
  const day = (name: string) => {
    const ms = Date.parse(search.get(name) ?? '')
    return Number.isNaN(ms) ? null : ms
  }
  const at = search.get('at')
  const page = Number(search.get('messages') ?? 1)
  return {
    levels: level === 'warning' || level === 'error' ? level : 'all',
    text: search.get('text') ?? '',
    from: day('from'),
    to: day('to'),
    around: at !== null && !Number.isNaN(Date.parse(at)) ? at : null,
    page: Number.isInteger(page) && page > 0 ? page : 1,
  }
}

/** Write days for the address. */
export function writeDay(day: number | null): string | null {
  return day === null ? null : new Date(day).toISOString().slice(0, 10)
}

/**
 * Make the body of the search.
 * @param startOf returns when a day begins for the reader (ms since 1970).
 */
export function searchBody(
  device: string,
  { levels, text, from, to, around }: MessageFilter,
  startOf: (day: number) => number,
) {
  const dayMs = 86_400_000
  const middle = around === null ? null : Date.parse(around)
  const first = middle === null ? from && startOf(from) : middle - aroundMs
  // Include the last day: up to the beginning of the next.
  const last = middle === null ? to && startOf(to + dayMs) - 1 : middle + aroundMs
  return {
    device_uuid: device,
    ...(levels !== 'all' && { levels: [...levelChoices[levels]] }),
    ...(text.trim() !== '' && { search: text.trim() }),
    ...(first !== null && { update_from: new Date(first).toISOString() }),
    ...(last !== null && { update_to: new Date(last).toISOString() }),
  }
}
