import { useCallback } from 'react'
import { auditCalls } from '../../domain/calls/audit.ts'
import { call } from '../client/call.ts'
import { t } from '../i18n/intl.ts'
import { Button } from '../parts/button/Button.tsx'
import { Notice } from '../parts/notice/Notice.tsx'
import { Progress } from '../parts/progress/Progress.tsx'
import { localTime } from '../state/local-time.ts'
import { useAnswer } from '../state/use-answer.ts'
import { type HistoryFacts, sayChanges, sayDone } from './history.ts'
import styles from './Record.module.css'

/** Show the audit entries of a record, the newest first. Key it by the record's time, so that a change reads them again. */
export function RecordHistory(facts: Omit<HistoryFacts, 'updatedAt'>) {
  const { kind, id, company, fields, say } = facts
  const load = useCallback(
    (signal: AbortSignal) => call(auditCalls.record, { params: { kind, id } }, { signal, company }),
    [kind, id, company],
  )
  const { value, failure, again } = useAnswer(load)
  if (failure.length > 0) {
    return (
      <Notice
        kind="error"
        title={t('record.historyFailed')}
        action={<Button onClick={again}>{t('parts.again')}</Button>}
      >
        {failure.join(' ')}
      </Notice>
    )
  }
  if (!value) return <Progress label={t('parts.loading')} />
  return (
    <ol className={styles.entries}>
      {value.toReversed().map(({ seq, at, actor, action, reason, changes }) => (
        <li key={seq}>
          <span className={styles.quiet}>
            {localTime(at, 'second')} · #{seq}
          </span>
          <p>
            <strong>{actor.name}</strong> · {sayDone(action, say)}
            {reason && <> · “{reason}”</>}
          </p>
          <ul>
            {sayChanges(changes, fields).map((line, place) => (
              <li key={place}>
                <bdi>{line}</bdi>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}
