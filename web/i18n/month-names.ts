import { monthName } from '../../domain/rules/date-pattern.ts'
import { locale } from './intl.ts'

/** List the names of the twelve months as a language writes them, the reader's own if none is given, each short and long, alone and in a date. */
export function monthNames(tag: string = locale.value): string[][] {
  const forms = (['short', 'long'] as const).flatMap((month) => [
    new Intl.DateTimeFormat(tag, { month, timeZone: 'UTC' }),
    new Intl.DateTimeFormat(tag, { month, day: 'numeric', timeZone: 'UTC' }),
  ])
  return Array.from({ length: 12 }, (_, month) =>
    forms.map((form) => monthName(form.formatToParts(Date.UTC(2026, month, 15)))),
  )
}
