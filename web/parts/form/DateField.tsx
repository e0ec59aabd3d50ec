import { useState } from 'react'
import { readDay } from '../../../domain/rules/read-day.ts'
import { formatDateTime, writeExample } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import { monthNames } from '../../i18n/month-names.ts'
import { Field } from './Field.tsx'

/**
 * Edit a day, typed in any of the accepted formats and shown in the account's own. Report a text that is no day when
 * the field is left, and keep it; its form is not sent.
 */
export function DateField(props: {
  label: string
  hint?: string | undefined
  required?: boolean
  /** As `localDay` counts days; null for none. */
  value: number | null
  onChange: (day: number | null) => void
  /** Problem of the day itself. */
  error?: string | null | undefined
}) {
  const { label, value, onChange } = props
  // Begin with null, which it is while the value says it all.
  const [typed, setTyped] = useState<string | null>(null)
  const [isLeft, setIsLeft] = useState(false)
  const day = typed === null || typed.trim() === '' ? null : readDay(typed, monthNames())
  const isOdd = typed !== null && typed.trim() !== '' && day === null
  const example = t('parts.date.example', { date: writeExample() })
  const leave = () => {
    setIsLeft(true)
    if (typed === null || isOdd) return
    setTyped(null)
    if (day !== value) onChange(day)
  }
  return (
    <Field
      label={label}
      {...(props.hint !== undefined && { hint: props.hint })}
      required={props.required ?? false}
      dir="ltr"
      autoComplete="off"
      data-unread={isOdd || undefined}
      placeholder={example}
      value={typed ?? (value === null ? '' : write(value))}
      error={isOdd && isLeft ? `${t('fault.date_invalid')} (${example})` : (props.error ?? null)}
      onChange={(text) => {
        setTyped(text)
        setIsLeft(false)
      }}
      onBlur={leave}
      onKeyDown={(event) => {
        if (event.key === 'Enter') leave()
      }}
    />
  )
}

const write = (day: number) => formatDateTime(day, 'UTC', 'date')
