import type { Analysis } from '../../../../domain/entities/analysis.ts'
import { formatDateTime } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { controlsText } from './controls-text.ts'
import detail from './Detail.module.css'
import styles from './HistoryPanel.module.css'

/** Every result that was computed, newest first; an older one can be looked at, and none is ever lost. */
export function HistoryPanel(props: {
  record: Analysis
  timeZone: string
  shown: string | null
  onShow: (hash: string) => void
}) {
  const { record, shown } = props
  const entries = record.results.toReversed()
  if (entries.length === 0) return <p className={detail.pad}>{t('detail.results.none')}</p>
  return (
    <ol className={styles.history}>
      {entries.map((entry, at) => (
        <li
          key={`${entry.hash}-${entry.computed_at}`}
          aria-current={entry.hash === shown || undefined}
        >
          <span className={styles.when}>
            {formatDateTime(entry.computed_at, props.timeZone, 'second')}
          </span>
          <span>
            <strong>{entry.computed_by}</strong>
            {entry.reason && ` · ${entry.reason}`}
            <br />
            <span className={detail.quiet}>
              {t('history.summary', { ...entry.summary, controls_ok: '' })} ·{' '}
              {controlsText(record, entry.summary.controls_ok)} · {entry.engine} ·{' '}
              <code>{entry.hash.slice(0, 12)}</code>
            </span>
          </span>
          {entry.hash === shown ? (
            <span className={detail.quiet}>{t('history.shown')}</span>
          ) : (
            <Button kind="plain" onClick={() => props.onShow(entry.hash)}>
              {at === 0 ? t('history.showNewest') : t('history.show')}
            </Button>
          )}
        </li>
      ))}
    </ol>
  )
}
