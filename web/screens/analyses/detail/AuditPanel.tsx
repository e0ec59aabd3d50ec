import { useEffect, useState } from 'react'
import { analysisCalls } from '../../../../domain/calls/analysis.ts'
import type { CallData } from '../../../../domain/call.ts'
import { call } from '../../../client/call.ts'
import { errorTexts } from '../../../i18n/faults.ts'
import { formatDateTime } from '../../../i18n/format.ts'
import { hasText, t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { Progress } from '../../../parts/progress/Progress.tsx'
import detail from './Detail.module.css'
import styles from './AuditPanel.module.css'
import { ProofExport } from './ProofExport.tsx'

type Entries = CallData<typeof analysisCalls.audit>

/** Who did what to this record and why, newest first. Asked for anew when the record changes. */
export function AuditPanel(props: {
  uuid: string
  updatedAt: string
  timeZone: string
  /** Moves it to the side of the record, where the screen has room. */
  onBeside?: () => void
}) {
  const { uuid, updatedAt, onBeside } = props
  const [entries, setEntries] = useState<Entries | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const stop = new AbortController()
    setError(null)
    call(analysisCalls.audit, { params: { id: uuid } }, { signal: stop.signal }).then(
      setEntries,
      (failure: unknown) => {
        if (!stop.signal.aborted) setError(failure)
      },
    )
    return () => stop.abort()
  }, [uuid, updatedAt, attempt])
  if (error) {
    return (
      <Notice
        kind="error"
        title={t('audit.failed')}
        action={<Button onClick={() => setAttempt(attempt + 1)}>{t('detail.retry')}</Button>}
      >
        {errorTexts(error).join(' ')}
      </Notice>
    )
  }
  if (!entries) return <Progress label={t('parts.loading')} />
  return (
    <div className={styles.audit}>
      <div className={styles.bar}>
        <ProofExport uuid={uuid} />
        {onBeside && (
          <span className={styles.wide}>
            <Button kind="plain" icon="columns" onClick={onBeside}>
              {t('audit.beside')}
            </Button>
          </span>
        )}
      </div>
      <ol className={styles.history}>
        {entries.toReversed().map((entry) => (
          <li key={entry.seq}>
            <span className={styles.when}>
              {formatDateTime(entry.at, props.timeZone, 'second')}
            </span>
            <span>
              <strong>{entry.actor}</strong> · {actionText(entry.action)}
              {entry.reason && <> · “{entry.reason}”</>}
              {/* Everything of a new record is new: the record itself says it better. */}
              {entry.changes.some(({ before }) => before !== null && before !== undefined) && (
                <>
                  <br />
                  <span className={detail.quiet}>
                    {entry.changes
                      .map(({ field, before, after }) =>
                        changeText(field, before, after, props.timeZone),
                      )
                      .join(' · ')}
                  </span>
                </>
              )}
            </span>
            <span className={detail.quiet}>#{entry.seq}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}

function actionText(action: string): string {
  const key = `audit.${action}`
  return hasText(key) ? t(key) : action
}

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/
const hash = /^[0-9a-f]{64}$/

/** A short value is shown as it was and is; of a long one only the field is named. */
function changeText(field: string, before: unknown, after: unknown, timeZone: string): string {
  const was = writeShort(before, timeZone)
  const is = writeShort(after, timeZone)
  return was === null || is === null ? field : `${field}: ${was} → ${is}`
}

/** A plain value in a few letters; null for anything that holds more. */
function writeShort(value: unknown, timeZone: string): string | null {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'string' && isoTime.test(value)) {
    return formatDateTime(value, timeZone, 'second')
  }
  if (typeof value === 'string' && hash.test(value)) return `${value.slice(0, 12)}…`
  if (typeof value === 'string') return value.length > 40 ? `${value.slice(0, 40)}…` : value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
}
