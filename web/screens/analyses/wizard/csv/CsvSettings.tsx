import type { ListSettings } from '../../../../../workers/files/sample-list/list-settings.ts'
import { t } from '../../../../i18n/intl.ts'
import { Field } from '../../../../parts/form/Field.tsx'
import styles from './Csv.module.css'

const fields = [
  ['header_sample', 'wizard.csv.header.sample', 60],
  ['header_well', 'wizard.csv.header.well', 60],
  ['header_row', 'wizard.csv.header.row', 60],
  ['header_column', 'wizard.csv.header.column', 60],
  ['header_application', 'wizard.csv.header.application', 60],
  ['cleanse', 'wizard.csv.cleanse', 60],
  ['replace_with', 'wizard.csv.replaceWith', 20],
  ['prefix', 'wizard.csv.prefix', 40],
] as const

/** How the laboratory's lists are written. */
export function CsvSettings(props: {
  settings: ListSettings
  onChange: (change: Partial<ListSettings>) => void
}) {
  return (
    <details className={styles.settings}>
      <summary>{t('wizard.csv.settings')}</summary>
      <p className={styles.quiet}>{t('wizard.csv.settings.hint')}</p>
      <div className={styles.fields}>
        {fields.map(([name, label, maxLength]) => (
          <Field
            key={name}
            label={t(label)}
            value={props.settings[name]}
            maxLength={maxLength}
            onChange={(value) => props.onChange({ [name]: value })}
          />
        ))}
      </div>
    </details>
  )
}
