import type { ReactNode } from 'react'
import { headerKey } from '../../../../../domain/rules/list-words.ts'
import type { ListSettings } from '../../../../../workers/files/sample-list/list-settings.ts'
import { t } from '../../../../i18n/intl.ts'
import { Field } from '../../../../parts/form/Field.tsx'
import { SelectField } from '../../../../parts/form/SelectField.tsx'
import styles from './Csv.module.css'

const headers = [
  ['header_sample', 'wizard.csv.header.sample'],
  ['header_well', 'wizard.csv.header.well'],
  ['header_row', 'wizard.csv.header.row'],
  ['header_column', 'wizard.csv.header.column'],
  ['header_type', 'wizard.csv.header.type'],
  ['header_mix', 'wizard.csv.header.mix'],
  ['header_quantity', 'wizard.csv.header.quantity'],
  ['header_application', 'wizard.csv.header.application'],
  ['header_threshold', 'wizard.csv.header.threshold'],
] as const

const names = [
  ['cleanse', 'wizard.csv.cleanse', 60],
  ['replace_with', 'wizard.csv.replaceWith', 20],
  ['prefix', 'wizard.csv.prefix', 40],
] as const

/** Edit the notation of the laboratory's lists. While a file is open, columns are chosen from its headers. */
export function CsvSettings(props: {
  settings: ListSettings
  /** Headers of the open file; null while there is none. */
  header: readonly string[] | null
  errors: Partial<Record<keyof ListSettings, string>>
  open: boolean
  onOpen: (open: boolean) => void
  onChange: (change: Partial<ListSettings>) => void
  children?: ReactNode
}) {
  const { settings, header, errors, onChange } = props
  return (
    <details
      className={styles.settings}
      open={props.open}
      onToggle={({ currentTarget }) => props.onOpen(currentTarget.open)}
    >
      <summary>{t('wizard.csv.settings')}</summary>
      <p className={styles.quiet}>{t('wizard.csv.settings.hint')}</p>
      <div className={styles.fields}>
        {headers.map(([name, label]) => (
          <HeaderField
            key={name}
            label={t(label)}
            value={settings[name]}
            header={header}
            error={errors[name]}
            onChange={(value) => onChange({ [name]: value })}
          />
        ))}
        {names.map(([name, label, maxLength]) => (
          <Field
            key={name}
            label={t(label)}
            value={settings[name]}
            maxLength={maxLength}
            onChange={(value) => onChange({ [name]: value })}
          />
        ))}
      </div>
      {props.children}
    </details>
  )
}

function HeaderField(props: {
  label: string
  value: string
  header: readonly string[] | null
  error: string | undefined
  onChange: (value: string) => void
}) {
  const { label, value, header, error, onChange } = props
  if (!header) {
    return <Field label={label} value={value} maxLength={60} error={error} onChange={onChange} />
  }
  const choices = [...new Set(header.filter(Boolean).map((one) => one.slice(0, 60)))]
  const present = choices.find((one) => headerKey(one) === headerKey(value))
  const isGone = value !== '' && present === undefined
  return (
    <SelectField
      label={label}
      value={present ?? value}
      error={error}
      choices={[
        { value: '', label: t('wizard.csv.header.none') },
        ...(isGone ? [{ value, label: t('wizard.csv.header.gone', { header: value }) }] : []),
        ...choices.map((one) => ({ value: one, label: one })),
      ]}
      onChange={onChange}
    />
  )
}
