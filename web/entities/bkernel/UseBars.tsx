import { formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import type { CountedCompany } from './count-use.ts'
import { countAll } from './count-use.ts'
import styles from './Bkernel.module.css'

/** Companies that are shown at once; the others are counted. */
const shownBars = 8

/** Draw the devices of companies as bars beside each other, each with its number; the smallest are added up. */
export function UseBars({ companies }: { companies: readonly CountedCompany[] }) {
  const shown = companies.slice(0, shownBars)
  const others = companies.slice(shownBars)
  const most = Math.max(1, ...companies.map(({ count }) => count), countAll(others))
  const rows = [
    ...shown,
    ...(others.length > 0
      ? [
          {
            uuid: 'others',
            name: t('bkernels.use.others', { count: others.length }),
            count: countAll(others),
          },
        ]
      : []),
  ]
  return (
    <ul className={styles.bars}>
      {rows.map(({ uuid, name, count }) => (
        <li key={uuid}>
          <bdi>{name}</bdi>
          <span className={styles.track} aria-hidden="true">
            <span className={styles.bar} style={{ inlineSize: `${(count / most) * 100}%` }} />
          </span>
          <span className={styles.count}>{formatNumber(count)}</span>
        </li>
      ))}
    </ul>
  )
}
