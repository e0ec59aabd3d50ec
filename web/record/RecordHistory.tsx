import { useCallback } from 'react'
import { auditCalls } from '../../domain/calls/audit.ts'
import { call } from '../client/call.ts'
import { t } from '../i18n/intl.ts'
import { localTime } from '../state/local-time.ts'
import { useAnswer } from '../state/use-answer.ts'
import { type HistoryFacts, sayChanges, sayDone } from './history.ts'
import styles from './Record.module.css'
import { sayActor } from './say-actor.ts'
import { Fetching } from '../parts/progress/Fetching.tsx'

/** Show the audit entries of a record, the newest first. Key it by the record's time, so that a change reads them again. */
export function RecordHistory(facts: Omit<HistoryFacts, 'updatedAt'>) {
  const { kind, id, company, fields, say } = facts
  const load = useCallback(
    (signal: AbortSignal) => call(auditCalls.record, { params: { kind, id } }, { signal, company }),
    [kind, id, company],
  )
  const { value, failure, again } = useAnswer(load)
  if (!value || failure.length > 0) {
    return <Fetching failure={failure} again={again} title={t('record.historyFailed')} />
  }
  return (
    <ol className={styles.entries}>
      {value.toReversed().map(({ seq, at, actor, action, reason, changes }) => (
        <li key={seq}>
          <span className={styles.quiet}>
            {localTime(at, 'second')} · #{seq}
          </span>
          <p>
            <strong>{sayActor(actor)}</strong> · {sayDone(action, say)}
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
