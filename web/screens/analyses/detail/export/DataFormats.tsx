import { exportFormats } from '../../../../../domain/calls/analysis.ts'
import { t } from '../../../../i18n/intl.ts'
import styles from '../ExportDialog.module.css'

export type DataFormat = (typeof exportFormats)[number]

/** Choose the format of a file for other software, each with its use. */
export function DataFormats(props: { value: DataFormat; onChange: (format: DataFormat) => void }) {
  return (
    <fieldset className={styles.formats}>
      <legend className="visually-hidden">{t('report.format')}</legend>
      {exportFormats.map((one) => (
        <label key={one} className={styles.format}>
          <input
            type="radio"
            name="format"
            value={one}
            checked={one === props.value}
            onChange={() => props.onChange(one)}
          />
          <span>
            <strong>{t(`export.format.${one}`)}</strong>
            <small>{t(`export.hint.${one}`)}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
