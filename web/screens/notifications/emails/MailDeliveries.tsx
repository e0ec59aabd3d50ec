import { useCallback } from 'react'
import { emailActions } from '../../../../domain/actions/outgoing.ts'
import { emailCalls, type MailDelivery } from '../../../../domain/calls/emails.ts'
import type { Email } from '../../../../domain/entities/email.ts'
import { call } from '../../../client/call.ts'
import { readPages } from '../../../client/read-pages.ts'
import { t } from '../../../i18n/intl.ts'
import { Badge, type BadgeShape, type BadgeTone } from '../../../parts/badge/Badge.tsx'
import { Button } from '../../../parts/button/Button.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { Progress } from '../../../parts/progress/Progress.tsx'
import { whyNotCall } from '../../../record/rights.ts'
import { localTime } from '../../../state/local-time.ts'
import { showToast } from '../../../state/toasts.ts'
import { useAnswer } from '../../../state/use-answer.ts'
import { useSending } from '../../../state/use-sending.ts'
import styles from '../Notifications.module.css'

const looks: Record<MailDelivery['state'], { shape: BadgeShape; tone: BadgeTone }> = {
  failed: { shape: 'triangle', tone: 'danger' },
  queued: { shape: 'half', tone: 'warning' },
  kept: { shape: 'ring', tone: 'neutral' },
  sent: { shape: 'disc', tone: 'accent' },
}

/** List the mails that an e-mail became, with the words of the mail service where one failed, and queue those again. */
export function MailDeliveries({ email }: { email: Email }) {
  const { uuid: id } = email
  const load = useCallback(
    async (signal: AbortSignal) =>
      readPages<MailDelivery>({
        pages: 'all',
        idOf: ({ uuid }) => uuid,
        read: (page) => {
          const parts = { params: { id }, query: { limit: '500', page } }
          return call(emailCalls.deliveries, parts, { signal })
        },
      }),
    [id],
  )
  const { value, failure, again } = useAnswer(load)
  const sending = useSending([])
  const rows = value?.rows ?? []
  const failed = rows.filter(({ state }) => state === 'failed').length
  const retry = () =>
    sending.send(true, async (opId) => {
      const { queued } = await call(emailCalls.retry, { params: { id } }, { opId })
      showToast('done', t('emails.done.retry', { count: queued }))
      again()
    })
  return (
    <section className={styles.part}>
      <div className={styles.readersHead}>
        <h3>{t('emails.deliveries')}</h3>
        <Button icon="refresh" kind="plain" onClick={again}>
          {t('messages.receipts.again')}
        </Button>
      </div>
      {[...failure, ...sending.others].length > 0 && (
        <Notice kind="error">{[...failure, ...sending.others].join(' ')}</Notice>
      )}
      {!value && failure.length === 0 && <Progress label={t('parts.loading')} />}
      {failed > 0 && (
        <Notice
          kind="warning"
          action={
            <Button
              busy={sending.busy}
              disabledReason={whyNotCall(emailActions.retry)}
              onClick={() => void retry()}
            >
              {t('emails.act.retry')}
            </Button>
          }
        >
          {t('emails.failed', { count: failed })}
        </Notice>
      )}
      {rows.length > 0 && (
        <ul className={styles.people} tabIndex={0} aria-label={t('emails.deliveries')}>
          {rows.map((row) => (
            <li key={row.uuid}>
              <bdi>{row.recipient}</bdi>{' '}
              <Badge {...looks[row.state]}>{t(`emails.state.${row.state}`)}</Badge>{' '}
              <span className={styles.quiet}>{sayWhen(row)}</span>
              {row.error && <p className={styles.quiet}>{row.error}</p>}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function sayWhen({ state, sent_at, next_at }: MailDelivery): string {
  if (state === 'sent') return localTime(sent_at)
  return state === 'queued' && next_at ? t('emails.next', { at: localTime(next_at) }) : ''
}
