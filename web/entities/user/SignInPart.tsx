import { useCallback } from 'react'
import { type ApiKeyEntry, apiKeyCalls } from '../../../domain/calls/api-keys.ts'
import { type PersonSignIns, userCalls } from '../../../domain/calls/users.ts'
import type { User } from '../../../domain/entities/user.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { Badge } from '../../parts/badge/Badge.tsx'
import { Button } from '../../parts/button/Button.tsx'
import { FactList } from '../../parts/facts/FactList.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { whyNotCall } from '../../record/rights.ts'
import { localTime } from '../../state/local-time.ts'
import { showToast } from '../../state/toasts.ts'
import { useAnswer } from '../../state/use-answer.ts'
import { useSending } from '../../state/use-sending.ts'
import styles from './SignInPart.module.css'

/** Show the way in of somebody: last use, second step, sessions and API keys, each with its end. */
export function SignInPart({ user, isOwn }: { user: User; isOwn: boolean }) {
  const { uuid: id } = user
  const load = useCallback(
    async (signal: AbortSignal) => {
      const params = { id }
      const [signIns, keys] = await Promise.all([
        whyNotCall(userCalls.signIns) ? null : call(userCalls.signIns, { params }, { signal }),
        (whyNotCall(userCalls.endKey) ?? whyNotCall(apiKeyCalls.ofUser))
          ? null
          : call(apiKeyCalls.ofUser, { params }, { signal }),
      ])
      return { signIns, keys: keys?.data ?? [] }
    },
    [id],
  )
  const { value, failure, again } = useAnswer(load)
  const sending = useSending([])
  const end = async (done: string, work: (opId: string) => Promise<unknown>, content: object) => {
    const send = async (opId: string) => {
      await work(opId)
      showToast('done', done)
    }
    if (await sending.send(true, send, content)) again()
  }
  const endSessions = (body: { session?: string }) =>
    end(
      t('people.signIn.ended', { name: user.name }),
      (opId) => call(userCalls.endSessions, { params: { id }, body }, { opId }),
      { id, ...body },
    )
  const endKey = ({ uuid: key }: ApiKeyEntry) =>
    end(
      t('people.signIn.keyEnded'),
      (opId) => call(userCalls.endKey, { params: { id }, body: { key } }, { opId }),
      { id, key },
    )
  const why = isOwn ? t('people.signIn.own') : null
  return (
    <section className={styles.part} aria-label={t('people.signIn.title')}>
      <h3>{t('people.signIn.title')}</h3>
      {[...failure, ...sending.others].map((text) => (
        <Notice key={text} kind="error">
          {text}
        </Notice>
      ))}
      {value?.signIns && (
        <Sessions
          signIns={value.signIns}
          isProgram={user.service !== undefined}
          busy={sending.busy}
          why={why}
          onEnd={(session) => void endSessions(session === null ? {} : { session })}
        />
      )}
      {value?.keys.map((key) => (
        <div key={key.uuid} className={styles.line}>
          <span>
            {key.description}{' '}
            <Badge tone={key.status === 'active' ? 'accent' : 'neutral'}>
              {t(`people.signIn.key.${key.status}`)}
            </Badge>
            <span className={styles.quiet}>
              {t('people.signIn.keyFacts', {
                until: localTime(key.expires_at, 'date') ?? '',
                used: localTime(key.last_used_at, 'date') || t('people.signIn.never'),
              })}
            </span>
          </span>
          {key.status === 'active' && (
            <Button busy={sending.busy} disabledReason={why} onClick={() => void endKey(key)}>
              {t('people.signIn.endKey')}
            </Button>
          )}
        </div>
      ))}
    </section>
  )
}

function Sessions(props: {
  signIns: PersonSignIns
  /** A service account: it never signs in. */
  isProgram: boolean
  busy: boolean
  why: string | null
  onEnd: (session: string | null) => void
}) {
  const { signIns, isProgram, busy, why, onEnd } = props
  const { sessions, seen_at, two_step, invited, failed } = signIns
  return (
    <>
      <FactList
        facts={[
          [
            t('people.signIn.seen'),
            localTime(seen_at) || t(invited ? 'people.signIn.invited' : 'people.signIn.never'),
          ],
          ...(isProgram
            ? []
            : ([
                [t('people.signIn.twoStep'), t(two_step ? 'record.yes' : 'record.no')],
                [t('people.signIn.failed'), String(failed)],
                [t('people.signIn.sessions'), String(sessions.length)],
              ] as const)),
        ]}
      />
      {sessions.map(({ uuid, agent, network, seen_at: at }) => (
        <div key={uuid} className={styles.line}>
          <span>
            {agent}
            <span className={styles.quiet}>
              {t('people.signIn.sessionFacts', {
                network: network || '–',
                seen: localTime(at, 'minute') ?? '',
              })}
            </span>
          </span>
          <Button busy={busy} disabledReason={why} onClick={() => onEnd(uuid)}>
            {t('people.signIn.end')}
          </Button>
        </div>
      ))}
      {sessions.length > 1 && (
        <Button busy={busy} disabledReason={why} onClick={() => onEnd(null)}>
          {t('people.signIn.endAll')}
        </Button>
      )}
    </>
  )
}
