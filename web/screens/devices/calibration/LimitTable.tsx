import {
  acceptance,
  type AcceptanceLimit,
  type CalibrationKind,
  type LimitName,
} from '../../../../domain/catalog/calibration.ts'
import { t } from '../../../i18n/intl.ts'
import styles from './Calibration.module.css'
import { sayLimit } from './FindingList.tsx'

/** Show the limits that a calibration is judged by, each with its source. */
export function LimitTable({ kind }: { kind: CalibrationKind }) {
  const rows = Object.entries(acceptance[kind]) as [LimitName, AcceptanceLimit][]
  return (
    <details>
      <summary>{t('calibration.limits')}</summary>
      <div className={styles.scroll} tabIndex={0} role="group" aria-label={t('calibration.limits')}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('calibration.limits.what')}</th>
              <th scope="col">{t('calibration.limits.limit')}</th>
              <th scope="col">{t('calibration.limits.beyond')}</th>
              <th scope="col">{t('calibration.limits.source')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, { firm, source }]) => (
              <tr key={name}>
                <th scope="row">{t(`calibration.limit.${name}`)}</th>
                <td>{sayLimit(name)}</td>
                <td>{t(firm ? 'calibration.limits.firm' : 'calibration.limits.reason')}</td>
                <td>
                  <bdi dir="ltr" lang="en">
                    {source.startsWith('own') ? t('calibration.limits.own') : source}
                  </bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
