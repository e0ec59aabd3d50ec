import { useState } from 'react'
import { type SessionEntry, sessionCalls } from '../../../domain/calls/session.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { Badge } from '../../parts/badge/Badge.tsx'
import { Button } from '../../parts/button/Button.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { loseOpen } from '../../state/left-behind.ts'
import { localTime } from '../../state/local-time.ts'
import { signOut } from '../../state/session.ts'
import { showErrors } from '../../state/show-errors.ts'
import styles from './MeScreen.module.css'
import { useAnswer } from '../../state/use-answer.ts'

const loadSessions = (signal: AbortSignal) => call(sessionCalls.list, {}, { signal })

/** Show the sessions of the account, and its sign-ins since the last time. */
export function SessionsSection() {
  const { value, failure, again } = useAnswer(loadSessions)
  const [busy, setBusy] = useState<string | null>(null)
  const act = async (name: string, work: () => Promise<unknown>) => {
    if (busy) return
    setBusy(name)
    try {
      await work()
      again()
    } catch (error) {
      showErrors(error)
    } finally {
      setBusy(null)
    }
  }
  const end = (entry: SessionEntry) =>
    entry.current
      ? loseOpen(() => void signOut())
      : void act(entry.uuid, () => call(sessionCalls.end, { params: { id: entry.uuid } }))
  const sessions = value?.sessions ?? []
  return (
    <section className={styles.section} aria-label={t('security.sessions')}>
      <h2>{t('security.sessions')}</h2>
      {failure.length > 0 && <Notice kind="error">{failure.join(' ')}</Notice>}
      {value && value.failed_before + value.failed > 0 && (
        <Notice kind="warning">
          {t('security.failed', {
            count: value.failed_before + value.failed,
            at: localTime(value.failed_at, 'minute'),
          })}
        </Notice>
      )}
      <ul className={styles.list}>
        {sessions.map((entry) => (
          <li key={entry.uuid} className={styles.line}>
            <span>
              {entry.agent} {entry.current && <Badge tone="info">{t('security.thisOne')}</Badge>}
              <span className={styles.quietLine}>
                {t('security.sessionFacts', {
                  network: entry.network || '–',
                  since: localTime(entry.created_at, 'minute'),
                  seen: localTime(entry.seen_at, 'minute'),
                })}
              </span>
            </span>
            <Button
              icon="close"
              busy={busy === entry.uuid}
              disabledReason={waitFor(busy, entry.uuid)}
              onClick={() => end(entry)}
            >
              {t(entry.current ? 'top.signOut' : 'security.end')}
            </Button>
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button
          busy={busy === 'others'}
          disabledReason={waitFor(busy, 'others')}
          onClick={() => void act('others', () => call(sessionCalls.endOthers, {}))}
        >
          {t('security.endOthers')}
        </Button>
      )}
    </section>
  )
}

/** Return the reason that a button waits: another one is at work. */
function waitFor(busy: string | null, name: string): string | null {
  return busy === null || busy === name ? null : t('security.ending')
}
