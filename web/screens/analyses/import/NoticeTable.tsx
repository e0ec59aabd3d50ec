import type { Notice } from '../../../../workers/files/notices.ts'
import { t } from '../../../i18n/intl.ts'
import { EmptyState } from '../../../parts/empty/EmptyState.tsx'
import { Icon } from '../../../parts/icon/Icon.tsx'
import styles from './Import.module.css'
import { placeText } from './place-text.ts'

const order = ['error', 'warning', 'info'] as const

/** List omissions, assumptions and information, each with its place in the file. */
export function NoticeTable({ notices }: { notices: readonly Notice[] }) {
  if (notices.length === 0) {
    return <EmptyState icon="check" title={t('import.notices.none')} />
  }
  const sorted = order.flatMap((severity) => notices.filter((one) => one.severity === severity))
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('import.severity')}</th>
            <th scope="col">{t('import.notice')}</th>
            <th scope="col">{t('import.place')}</th>
          </tr>
        </thead>
        <tbody>
          {sorted.map(({ severity, code, place, params }, at) => (
            <tr key={at} data-severity={severity}>
              <td>
                <span className={styles.severity}>
                  <Icon name={severity} /> {t(`import.severity.${severity}`)}
                </span>
              </td>
              <td>{t(`import.notice.${code}`, params)}</td>
              <td>
                <bdi>{placeText(place)}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
