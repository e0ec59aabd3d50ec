import type { ReactNode } from 'react'
import { t } from '../i18n/intl.ts'
import { CheckField } from '../parts/form/CheckField.tsx'
import { DateField } from '../parts/form/DateField.tsx'
import { CodeField } from '../parts/form/CodeField.tsx'
import { Field } from '../parts/form/Field.tsx'
import { NumberField } from '../parts/form/NumberField.tsx'
import { PasswordField } from '../parts/form/PasswordField.tsx'
import { type Choice, SelectField } from '../parts/form/SelectField.tsx'
import { TextAreaField } from '../parts/form/TextAreaField.tsx'
import { type FieldKind, isYesNo } from './changes.ts'
import styles from './Record.module.css'
import type * as v from 'valibot'

/** One field of a record's form. What is not said is taken from the schema of the call that it is sent with. */
export interface FieldSpec<Values extends object = Record<string, unknown>> {
  name: keyof Values & string
  label: string
  hint?: string
  kind?: FieldKind
  /** Options of `choice` and `choices`. */
  choices?: readonly Choice[]
  /** Text of `choice` while nothing is chosen. */
  placeholder?: string
  /** Text shown when it is left empty, where the schema accepts that or has no good text for it. */
  missing?: string
  /** Reason that it cannot be changed now. */
  fixed?: string | null
  /** Drawn only then; what is not drawn is not sent. */
  when?: (values: Values, refused: Readonly<Record<string, string>>) => boolean
  /** Sent beside the record, such as one's own password: neither kept nor compared. */
  secret?: boolean
  /** Draws a field that no kind fits, such as a list of rows. */
  draw?: (field: DrawnField) => ReactNode
  autoComplete?: string
  autoCapitalize?: 'off'
  autoFocus?: boolean
}

/** Props of a field that draws itself. */
export interface DrawnField {
  value: unknown
  error: string | undefined
  onChange: (value: unknown) => void
}

/** Draw a field by its kind, or as it draws itself. */
export function FieldInput(props: {
  spec: FieldSpec
  kind: FieldKind
  schema: v.GenericSchema | null
  due: boolean
  value: unknown
  error: string | undefined
  onChange: (value: unknown) => void
}) {
  const { spec, kind, value, error, onChange } = props
  if (spec.draw) return spec.draw({ value, error, onChange })
  const facts = {
    label: spec.label,
    hint: spec.fixed ?? spec.hint,
    error,
    required: props.due || spec.missing !== undefined,
  }
  const text = { ...facts, value: typeof value === 'string' ? value : '', onChange }
  switch (kind) {
    case 'choice':
      return (
        <SelectField
          {...text}
          choices={spec.choices ?? []}
          disabled={Boolean(spec.fixed)}
          {...(spec.placeholder !== undefined && { placeholder: spec.placeholder })}
        />
      )
    case 'choices':
      return (
        <ChoicesField
          {...facts}
          choices={spec.choices ?? []}
          chosen={value as string[]}
          onChange={onChange}
        />
      )
    case 'check': {
      const [on, off] = isYesNo(props.schema) ? ['Y', 'N'] : [true, false]
      return (
        <CheckField
          label={spec.label}
          checked={value === on}
          disabled={Boolean(spec.fixed)}
          {...(facts.hint !== undefined && { hint: facts.hint })}
          onChange={(checked) => onChange(checked ? on : off)}
        />
      )
    }
    case 'number':
      return <NumberField {...facts} value={value as number | null} onChange={onChange} />
    case 'day':
      return (
        <DateField
          {...facts}
          value={text.value === '' ? null : Date.parse(text.value)}
          onChange={(day) => onChange(day === null ? '' : new Date(day).toISOString().slice(0, 10))}
        />
      )
    case 'lines':
      return <TextAreaField {...text} />
    case 'password':
      return <PasswordField {...text} />
    case 'code':
      return (
        <CodeField value={text.value} tried={false} error={error ?? null} onChange={onChange} />
      )
    default:
      return (
        <Field
          {...text}
          type={kind}
          autoComplete={spec.autoComplete ?? 'off'}
          autoFocus={spec.autoFocus}
          {...(spec.autoCapitalize && { autoCapitalize: 'off', spellCheck: false })}
          disabled={Boolean(spec.fixed)}
        />
      )
  }
}

/** Choose several of a list, each with its box. */
export function ChoicesField(props: {
  label: string
  hint?: string | undefined
  error: string | undefined
  choices: readonly Choice[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}) {
  const { choices, chosen, hint, error, onChange } = props
  return (
    <fieldset className={styles.choices}>
      <legend>{props.label}</legend>
      {choices.length === 0 && <p className={styles.quiet}>{t('record.noChoices')}</p>}
      {choices.map(({ value, label, disabled = false }) => (
        <CheckField
          key={value}
          label={label}
          checked={chosen.includes(value)}
          disabled={disabled}
          onChange={(on) =>
            onChange(on ? [...chosen, value] : chosen.filter((one) => one !== value))
          }
        />
      ))}
      <p className={error ? styles.error : styles.quiet} role={error ? 'alert' : undefined}>
        {error ?? hint}
      </p>
    </fieldset>
  )
}
