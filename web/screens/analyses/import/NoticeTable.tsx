import type { Notice as FileNotice } from '../../../../workers/files/notices.ts'
import { formatNumber } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { EmptyState } from '../../../parts/empty/EmptyState.tsx'
import { Icon } from '../../../parts/icon/Icon.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import styles from './Import.module.css'
import { placeText } from './place-text.ts'

const order = ['error', 'warning', 'info'] as const

/** List omissions, assumptions and information, each with its place in the file. */
export function NoticeTable({ notices }: { notices: readonly FileNotice[] }) {
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

/** Most notices that are shown above the run. */
const mostShown = 3

/** Assumptions by which curves may come under the sample of another well or plate. */
const mayMoveWells: readonly string[] = ['wells_counted', 'wells_in_order', 'tables_as_dyes']

/** Show what was not imported, and that wells may be others, above a run that looks complete without it. */
export function FirstNotices(props: { notices: readonly FileNotice[]; onShow: () => void }) {
  const { notices } = props
  const first = [
    ...notices.filter(({ code }) => mayMoveWells.includes(code)),
    ...notices.filter(({ severity }) => severity === 'error'),
  ]
  if (first.length === 0) return null
  const more = first.length - mostShown
  return (
    <Notice
      kind="warning"
      title={t('import.look')}
      action={<Button onClick={props.onShow}>{t('import.notices')}</Button>}
    >
      {first.slice(0, mostShown).map(({ code, place, params }, at) => (
        <p key={at}>
          {t(`import.notice.${code}`, params)}
          {placeText(place) && <bdi> ({placeText(place)})</bdi>}
        </p>
      ))}
      {more > 0 && <p>+ {formatNumber(more)}</p>}
    </Notice>
  )
}
