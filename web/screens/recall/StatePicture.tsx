import {
  type StateCounts,
  type TouchedState,
  touchedStates,
} from '../../../domain/entities/recall.ts'
import { formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import styles from './Recall.module.css'

/** Draw the number of analyses in each state as bars of one scale; states without any are left out. */
export function StatePicture({ label, counts }: { label: string; counts: StateCounts }) {
  const shown = touchedStates.filter((state) => counts[state] > 0)
  const most = Math.max(1, ...Object.values(counts))
  return (
    <section className={styles.picture}>
      <h2>{label}</h2>
      {shown.length === 0 && <p className={styles.quiet}>{t('recall.none')}</p>}
      <dl className={styles.bars}>
        {shown.map((state) => (
          <Bar key={state} state={state} count={counts[state]} most={most} />
        ))}
      </dl>
    </section>
  )
}

function Bar({ state, count, most }: { state: TouchedState; count: number; most: number }) {
  return (
    <div className={styles.bar}>
      <dt>{t(`recall.state.${state}`)}</dt>
      <dd>
        <span
          className={styles.length}
          data-state={state}
          style={{ inlineSize: `calc((100% - 6ch) * ${count / most})` }}
          aria-hidden="true"
        />
        <b>{formatNumber(count)}</b>
      </dd>
    </div>
  )
}
