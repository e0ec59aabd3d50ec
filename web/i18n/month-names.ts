import { locale } from './intl.ts'

/** Names of the twelve months as the reader's language writes them, each short and long, alone and in a date. */
export function monthNames(): string[][] {
  const forms = (['short', 'long'] as const).flatMap((month) => [
    new Intl.DateTimeFormat(locale.value, { month, timeZone: 'UTC' }),
    new Intl.DateTimeFormat(locale.value, { month, day: 'numeric', timeZone: 'UTC' }),
  ])
  return Array.from({ length: 12 }, (_, month) =>
    forms.map(
      (form) =>
        form.formatToParts(new Date(Date.UTC(2026, month, 15))).find(({ type }) => type === 'month')
          ?.value ?? '',
    ),
  )
}
