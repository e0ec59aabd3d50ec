import { isReason } from '../../domain/rules/plain-text.ts'
import { t } from '../i18n/intl.ts'
import { TextAreaField } from '../parts/form/TextAreaField.tsx'
import type { Sending } from '../state/use-sending.ts'

/** Ask for the reason of a change, which the audit trail keeps; report a missing one only once the form was sent. */
export function ReasonField(props: {
  value: string
  onChange: (reason: string) => void
  sending: Pick<Sending, 'forget' | 'refused' | 'tried'>
  /** Absent: the reason is due. */
  required?: boolean
  /** Absent: missing where it is no reason. */
  missing?: boolean
  label?: string | undefined
  hint?: string | undefined
}) {
  const { value, onChange, sending, required = true, missing = !isReason(value) } = props
  return (
    <TextAreaField
      label={props.label ?? t('record.reason')}
      hint={props.hint ?? t('record.reasonHint')}
      required={required}
      rows={2}
      maxLength={500}
      value={value}
      error={
        sending.refused['reason'] ?? (sending.tried && missing ? t('record.reasonMissing') : null)
      }
      onChange={(next) => {
        sending.forget('reason')
        onChange(next)
      }}
    />
  )
}
