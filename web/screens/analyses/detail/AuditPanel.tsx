import { useEffect, useState } from 'react'
import { analysisCalls } from '../../../../domain/calls/analysis.ts'
import type { CallData } from '../../../../domain/call.ts'
import type { Analysis, Sample } from '../../../../domain/entities/analysis.ts'
import { call } from '../../../client/call.ts'
import { errorTexts } from '../../../i18n/faults.ts'
import { formatDateTime } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { classNames } from '../../../parts/class-names.ts'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { Progress } from '../../../parts/progress/Progress.tsx'
import detail from './Detail.module.css'
import styles from './AuditPanel.module.css'
import { actionText, describeChanges } from './audit-changes.ts'
import { ProofExport } from './ProofExport.tsx'
import { RunCalibrations } from './RunCalibrations.tsx'

type Entries = CallData<typeof analysisCalls.audit>

/** List the audit entries of this record, newest first. Requested again when the record changes. */
export function AuditPanel(props: {
  uuid: string
  updatedAt: string
  timeZone: string
  run: Pick<Analysis, 'device_uuid' | 'light'>
  /** Samples of the record, to name those that the trail tells by their ids. */
  samples: readonly Pick<Sample, 'uuid' | 'name'>[]
  /** Moves it to the side of the record, where the screen has room. */
  onBeside?: () => void
}) {
  const { uuid, updatedAt, onBeside, run } = props
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
  const reader = {
    timeZone: props.timeZone,
    nameOf: (sample: string) => props.samples.find((one) => one.uuid === sample)?.name,
  }
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
      <RunCalibrations uuid={uuid} device={run.device_uuid} light={run.light} />
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
                <ul className={classNames(styles.changes, detail.quiet)}>
                  {describeChanges(entry.changes, reader).map((line, at) => (
                    <li key={at}>{line}</li>
                  ))}
                </ul>
              )}
            </span>
            <span className={detail.quiet}>#{entry.seq}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}
