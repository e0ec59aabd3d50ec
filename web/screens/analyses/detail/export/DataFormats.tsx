import { exportFormats } from '../../../../../domain/catalog/export-formats.ts'
import type { Analysis } from '../../../../../domain/entities/analysis.ts'
import { ordersOf } from '../../../../../domain/entities/sample-order.ts'
import { t } from '../../../../i18n/intl.ts'
import { ProofExport } from '../ProofExport.tsx'
import styles from '../ExportDialog.module.css'

export type DataFormat = (typeof exportFormats)[number]

/** Formats that only answer orders of a laboratory system. */
const answers: readonly DataFormat[] = ['hl7', 'fhir']

/**
 * Choose the format of a file for other software, each with its use, or take the record with its proof. Answers to orders are
 * offered where there are orders.
 */
export function DataFormats(props: {
  record: Pick<Analysis, 'uuid' | 'samples'>
  value: DataFormat
  onChange: (format: DataFormat) => void
}) {
  const hasOrders = props.record.samples.some((one) => ordersOf(one).length > 0)
  const formats = exportFormats.filter((one) => hasOrders || !answers.includes(one))
  return (
    <>
      <fieldset className={styles.formats}>
        <legend className="visually-hidden">{t('report.format')}</legend>
        {formats.map((one) => (
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
      <ProofExport uuid={props.record.uuid} />
    </>
  )
}
