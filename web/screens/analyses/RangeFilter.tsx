import { openZone } from '../../../domain/calendar.ts'
import {
  type DateRange,
  dateRanges,
  type Days,
  daysOf,
  momentsOf,
} from '../../../domain/date-ranges.ts'
import { t } from '../../i18n/intl.ts'
import { DayRange } from '../../parts/form/DayRange.tsx'
import { SelectField } from '../../parts/form/SelectField.tsx'
import styles from './RangeFilter.module.css'

/** Days that a person chose; an end that is not said is open. */
export interface OwnRange {
  first: number | null
  last: number | null
}

export type ChosenRange = DateRange | OwnRange

/** Choose the days on which the analyses of a list were created; empty for any. */
export function RangeFilter(props: {
  value: ChosenRange | null
  onChange: (range: string | null) => void
}) {
  const { value, onChange } = props
  const own = value !== null && typeof value === 'object' ? value : null
  return (
    <>
      <SelectField
        hideLabel
        label={t('range.label')}
        value={own ? 'own' : ((value as DateRange | null) ?? '')}
        placeholder={t('range.any')}
        choices={[
          ...dateRanges.map((range) => ({ value: range, label: t(`range.${range}`) })),
          { value: 'own', label: t('range.own') },
        ]}
        onChange={(chosen) => onChange(chosen === 'own' ? '..' : chosen || null)}
      />
      {own && (
        <div className={styles.days}>
          <DayRange
            from={{
              label: t('range.from'),
              day: own.first,
              onChange: (first) => onChange(writeRange({ ...own, first })),
            }}
            to={{
              label: t('range.to'),
              day: own.last,
              onChange: (last) => onChange(writeRange({ ...own, last })),
            }}
          />
        </div>
      )}
    </>
  )
}

/** Read a range from the address: its name, or `2026-03-01..2026-03-31`, of which either day may be missing. */
export function readRange(text: string | null): ChosenRange | null {
  const own = /^(\d{4}-\d\d-\d\d)?\.\.(\d{4}-\d\d-\d\d)?$/.exec(text ?? '')
  if (own) return { first: readIso(own[1]), last: readIso(own[2]) }
  return dateRanges.find((range) => range === text) ?? null
}

/** Pick the rows created on the days of a range, as the account's time zone counts them. */
export function pickCreated<Row extends { created_at: string }>(
  rows: readonly Row[],
  range: ChosenRange | null,
  today: number,
  timezone: string,
): readonly Row[] {
  if (range === null) return rows
  const days = typeof range === 'object' ? closeRange(range) : daysOf(range, today)
  if (days === null) return rows
  const [from, to] = momentsOf(days, openZone(timezone))
  return rows.filter(({ created_at }) => created_at >= from && created_at < to)
}

function writeRange({ first, last }: OwnRange): string {
  const write = (day: number | null) =>
    day === null ? '' : new Date(day).toISOString().slice(0, 10)
  return `${write(first)}..${write(last)}`
}

function readIso(text: string | undefined): number | null {
  const day = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(day) ? null : day
}

/** Open ends as days before and behind all analyses. Null without any day. */
function closeRange({ first, last }: OwnRange): Days | null {
  if (first === null && last === null) return null
  return { first: first ?? Date.UTC(1970, 0, 2), last: last ?? Date.UTC(9998, 0, 1) }
}
