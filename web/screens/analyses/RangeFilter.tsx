import { openZone } from '../../../domain/calendar.ts'
import { type DateRange, dateRanges, daysOf, momentsOf } from '../../../domain/date-ranges.ts'
import { t } from '../../i18n/intl.ts'
import { SelectField } from '../../parts/form/SelectField.tsx'

/** Choice of when the analyses of a list were created; empty is at any time. */
export function RangeFilter(props: {
  value: DateRange | null
  onChange: (range: string | null) => void
}) {
  return (
    <SelectField
      hideLabel
      label={t('range.label')}
      value={props.value ?? ''}
      placeholder={t('range.any')}
      choices={dateRanges.map((value) => ({ value, label: t(`range.${value}`) }))}
      onChange={(value) => props.onChange(value || null)}
    />
  )
}

export function readRange(text: string | null): DateRange | null {
  return dateRanges.find((range) => range === text) ?? null
}

/** Those created on the days of a range, as the account's time zone counts them. */
export function pickCreated<Row extends { created_at: string }>(
  rows: readonly Row[],
  range: DateRange | null,
  today: number,
  timezone: string,
): readonly Row[] {
  if (range === null) return rows
  const zone = openZone(timezone)
  const [from, to] = momentsOf(daysOf(range, today), zone)
  return rows.filter(({ created_at }) => created_at >= from && created_at < to)
}
