import {
  type ListEncoding,
  listEncodings,
} from '../../../../../workers/files/sample-list/decode-list.ts'
import {
  delimiters,
  type ListDelimiter,
} from '../../../../../workers/files/sample-list/index-rows.ts'
import type { ToldDialect } from '../../../../../workers/files/sample-list/list-rows.ts'
import type { ListView } from '../../../../../workers/files/sample-list/list-view.ts'
import { t } from '../../../../i18n/intl.ts'
import { SelectField } from '../../../../parts/form/SelectField.tsx'
import styles from './Csv.module.css'

const encodingNames: Readonly<Record<ListEncoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': 'Windows-1252',
  'windows-1251': 'Windows-1251',
  'windows-1256': 'Windows-1256',
  gb18030: 'GB 18030',
}

const delimiterWords = {
  ',': 'wizard.csv.separator.comma',
  ';': 'wizard.csv.separator.semicolon',
  '\t': 'wizard.csv.separator.tab',
  '|': 'wizard.csv.separator.bar',
} as const satisfies Record<ListDelimiter, string>

/** Show the detected encoding and delimiter, and let a person correct them. */
export function ListDialect(props: {
  view: ListView
  told: ToldDialect
  onTell: (told: ToldDialect) => void
}) {
  const { view, told, onTell } = props
  const found = (value: string) => t('wizard.csv.found', { value })
  return (
    <div className={styles.dialect}>
      {view.form === 'rows' && (
        <SelectField
          label={t('wizard.csv.separator')}
          value={told.delimiter ?? ''}
          choices={[
            { value: '', label: found(t(delimiterWords[view.delimiter])) },
            ...delimiters.map((one) => ({ value: one, label: t(delimiterWords[one]) })),
          ]}
          onChange={(value) =>
            onTell({ ...told, delimiter: delimiters.find((one) => one === value) ?? null })
          }
        />
      )}
      <SelectField
        label={t('wizard.csv.encoding')}
        value={told.encoding ?? ''}
        choices={[
          { value: '', label: found(encodingNames[view.encoding]) },
          ...listEncodings.map((one) => ({ value: one, label: encodingNames[one] })),
        ]}
        onChange={(value) =>
          onTell({ ...told, encoding: listEncodings.find((one) => one === value) ?? null })
        }
      />
      <p className={styles.quiet}>
        {view.form === 'rows'
          ? t('wizard.csv.headerRow', { row: view.headerRow })
          : t(`wizard.csv.form.${view.form}`)}
        {view.decimal === ',' && ` ${t('wizard.csv.decimalComma')}`}
      </p>
    </div>
  )
}
