import type { Dispatch } from 'react'
import { CheckField } from '../../../parts/form/CheckField.tsx'
import { Field } from '../../../parts/form/Field.tsx'
import { NumberField } from '../../../parts/form/NumberField.tsx'
import type { Typed } from '../../../parts/form/read-number.ts'
import { SelectField } from '../../../parts/form/SelectField.tsx'
import type { CommonAct } from '../editing/draft-kind.ts'
import { type FieldErrors, fieldId } from '../editing/field-id.ts'
import type { Draft } from './draft/draft.ts'
import { type EvaluationAct, valueAt } from './draft/editor.ts'
import { limitsOf } from './draft/find-problems.ts'
import styles from './Evaluation.module.css'
import { labelOf } from './fields.ts'

/** The draft that forms show and change. */
export interface Form {
  draft: Draft
  errors: FieldErrors
  act: Dispatch<EvaluationAct | CommonAct<Draft>>
}

interface Bound {
  form: Form
  /** Its place in the draft, such as `evaluation.targets.0.cq_max`. */
  field: string
  /** Another label than that of the field. */
  label?: string
  hint?: string
}

/** Change fields, to be undone as one. */
export function put({ act }: Form, values: Record<string, unknown>): void {
  act({ type: 'put', values })
}

/** Change a field in a step of its own to undo: a row more or less. */
export function putApart(form: Form, field: string, value: unknown): void {
  form.act({ type: 'settle' })
  put(form, { [field]: value })
  form.act({ type: 'settle' })
}

export function TextInput({ form, field, label = labelOf(field), hint }: Bound) {
  const value = valueAt(form.draft, field) as string
  return (
    <Field
      id={fieldId(field)}
      label={label}
      hint={hint}
      required
      maxLength={120}
      value={value}
      // Say among the problems only that a new one has no name yet.
      error={value === '' ? null : form.errors[field]}
      onChange={(next) => put(form, { [field]: next })}
    />
  )
}

export function NumberInput(props: Bound & { unit?: string; step?: number }) {
  const { form, field, label = labelOf(field), hint, unit, step } = props
  return (
    <NumberField
      id={fieldId(field)}
      label={label}
      hint={hint}
      {...limitsOf(field)}
      {...(unit !== undefined && { unit })}
      {...(step !== undefined && { step })}
      value={valueAt(form.draft, field) as Typed}
      error={form.errors[field]}
      onTyped={(next) => put(form, { [field]: next })}
    />
  )
}

/** Choose one of a few words; `none` is the choice that means null. */
export function ChoiceInput(
  props: Bound & {
    choices: readonly { value: string; label: string }[]
    none?: string
    /** The problem of another field, of which this is the choice. */
    errorOf?: string
    placeholder?: string
  },
) {
  const { form, field, label = labelOf(field), hint, choices, none, placeholder } = props
  const value = valueAt(form.draft, field) as string | null
  return (
    <SelectField
      id={fieldId(field)}
      label={label}
      hint={hint}
      value={value ?? ''}
      choices={none === undefined ? choices : [{ value: '', label: none }, ...choices]}
      {...(placeholder !== undefined && { placeholder })}
      error={value === '' ? null : (form.errors[field] ?? form.errors[props.errorOf ?? field])}
      onChange={(next) => put(form, { [field]: next === '' && none !== undefined ? null : next })}
    />
  )
}

export function CheckInput({ form, field, label = labelOf(field), hint }: Bound) {
  return (
    <div id={fieldId(field)} tabIndex={-1} className={styles.check}>
      <CheckField
        label={label}
        {...(hint !== undefined && { hint })}
        checked={valueAt(form.draft, field) === true}
        onChange={(next) => put(form, { [field]: next })}
      />
    </div>
  )
}

/** Ask if a part is wanted; null means that it is not. */
export function CheckBelow(props: { form: Form; field: string; label: string; fresh: unknown }) {
  const { form, field, label, fresh } = props
  return (
    <div className={styles.check}>
      <CheckField
        label={label}
        checked={valueAt(form.draft, field) !== null}
        onChange={(is) => putApart(form, field, is ? fresh : null)}
      />
    </div>
  )
}
