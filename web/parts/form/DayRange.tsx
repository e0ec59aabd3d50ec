import { t } from '../../i18n/intl.ts'
import { DateField } from './DateField.tsx'

/**
 * Choose the days of a period in two fields; an end that is not said is open. Say it where the last day is before the first: an
 * empty list would look as if nothing had happened.
 */
export function DayRange(props: {
  from: { label: string; day: number | null; onChange: (day: number | null) => void }
  to: { label: string; day: number | null; onChange: (day: number | null) => void }
}) {
  const { from, to } = props
  const isTurned = from.day !== null && to.day !== null && from.day > to.day
  return (
    <>
      <DateField label={from.label} value={from.day} onChange={from.onChange} />
      <DateField
        label={to.label}
        value={to.day}
        error={isTurned ? t('parts.date.turned') : null}
        onChange={to.onChange}
      />
    </>
  )
}
