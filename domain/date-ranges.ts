import { addDays, addMonths, firstDayOf, midnight, nextDay, type Step } from './calendar.ts'

/** Filters by date (spec §9, CONST-054 to 063). */
export const dateRanges = [
  'today',
  'yesterday',
  'last_7_days',
  'this_week',
  'last_week',
  'this_month',
  'last_month',
  'last_3_months',
  'last_6_months',
  'this_year',
] as const
export type DateRange = (typeof dateRanges)[number]

/** Whole local days, as `localDay` counts them; the last one belongs to them. */
export interface Days {
  first: number
  last: number
}

/**
 * Return the days of a filter as seen from a day. Ranges that have begun go to the end of today: no record is later.
 */
export function daysOf(range: DateRange, today: number): Days {
  const upToNow = (first: number): Days => ({ first, last: today })
  const weekBefore = addDays(firstDayOf(today, 'week'), -7)
  const monthBefore = addMonths(firstDayOf(today, 'month'), -1)
  switch (range) {
    case 'today':
      return upToNow(today)
    case 'yesterday':
      return { first: addDays(today, -1), last: addDays(today, -1) }
    case 'last_7_days':
      return upToNow(addDays(today, -6))
    case 'this_week':
      return upToNow(firstDayOf(today, 'week'))
    case 'last_week':
      return { first: weekBefore, last: addDays(weekBefore, 6) }
    case 'this_month':
      return upToNow(firstDayOf(today, 'month'))
    case 'last_month':
      return { first: monthBefore, last: addDays(nextDay(monthBefore, 'month'), -1) }
    case 'last_3_months':
      return upToNow(addDays(addMonths(today, -3), 1))
    case 'last_6_months':
      return upToNow(addDays(addMonths(today, -6), 1))
    case 'this_year':
      return upToNow(Date.UTC(new Date(today).getUTCFullYear(), 0, 1))
  }
}

/** Ranges of the charts on the home page (spec §9, CONST-064 to 068), with the period of one column of each. */
export const dashboardRanges = {
  week: 'day',
  month: 'day',
  '3_months': 'week',
  '6_months': 'week',
  year: 'month',
} as const satisfies Record<string, Step>
export type DashboardRange = keyof typeof dashboardRanges

/**
 * Return the first days of a chart's columns, oldest first; the last column holds today. No column is cut at its
 * beginning.
 */
export function columnsOf(range: DashboardRange, today: number): number[] {
  const by = dashboardRanges[range]
  const starts = {
    week: addDays(today, -6),
    month: addDays(addMonths(today, -1), 1),
    '3_months': addDays(addMonths(today, -3), 1),
    '6_months': addDays(addMonths(today, -6), 1),
    year: addMonths(today, -11),
  }
  const columns: number[] = []
  for (let day = firstDayOf(starts[range], by); day <= today; day = nextDay(day, by)) {
    columns.push(day)
  }
  return columns
}

/** Return the times of whole local days, as records write them: including the first, excluding the second. */
export function momentsOf({ first, last }: Days, zone: Intl.DateTimeFormat): [string, string] {
  const begins = (day: number) => new Date(midnight(day, zone)).toISOString()
  return [begins(first), begins(addDays(last, 1))]
}
