import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { FieldError } from '../editing/FieldError.tsx'
import { focusField } from '../editing/field-id.ts'
import { valueAt } from './draft/editor.ts'
import styles from './Evaluation.module.css'
import { type Form, putApart, TextInput } from './Inputs.tsx'

/** Edit rows of one kind, each with a button to remove it, and a button for another. */
export function Rows<Row>(props: {
  form: Form
  /** Place of the list. */
  field: string
  label: string
  add: string
  /** A new row. */
  fresh: Row
  /** Place of the first input of a row, inside it; empty where the row is one text. */
  first: string
  most?: number
  nameOf: (row: Row, at: number) => string
  children: (field: string, at: number) => ReactNode
}) {
  const { form, field, fresh, first, most = Infinity } = props
  const rows = valueAt(form.draft, field) as readonly Row[]
  const add = () => {
    flushSync(() => putApart(form, field, [...rows, fresh]))
    focusField([field, rows.length, first].filter((part) => part !== '').join('.'))
  }
  return (
    <div className={styles.rows} role="group" aria-label={props.label}>
      {rows.map((row, at) => (
        <div key={at} className={styles.row}>
          <div className={styles.cells}>{props.children(`${field}.${at}`, at)}</div>
          <Button
            icon="trash"
            kind="plain"
            iconOnly
            onClick={() =>
              putApart(
                form,
                field,
                rows.filter((_, place) => place !== at),
              )
            }
          >
            {t('evaluation.remove', { name: props.nameOf(row, at) })}
          </Button>
        </div>
      ))}
      <FieldError field={field} errors={form.errors} />
      {rows.length < most && (
        <Button icon="plus" onClick={add}>
          {props.add}
        </Button>
      )}
    </div>
  )
}

/** Show the names of reaction mixes, a row each. */
export function MixRows({ form, field }: { form: Form; field: string }) {
  return (
    <Rows<string>
      form={form}
      field={field}
      label={t('evaluation.field.wellTypes')}
      add={t('evaluation.addMix')}
      fresh=""
      first=""
      nameOf={(mix, at) => mix || String(at + 1)}
    >
      {(place) => <TextInput form={form} field={place} label={t('evaluation.field.mix')} />}
    </Rows>
  )
}
