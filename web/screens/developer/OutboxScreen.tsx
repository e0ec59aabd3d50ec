import { useCallback, useEffect, useState } from 'react'
import type * as v from 'valibot'
import { developerCalls, type Mail } from '../../../domain/calls/notifications.ts'
import { call } from '../../client/call.ts'
import { errorTexts } from '../../i18n/faults.ts'
import { t } from '../../i18n/intl.ts'
import { EmptyState } from '../../parts/empty/EmptyState.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { Page } from '../../parts/page/Page.tsx'
import { localTime } from '../../state/local-time.ts'
import styles from './OutboxScreen.module.css'

type OutgoingMail = v.InferOutput<typeof Mail>

interface Outbox {
  mails: OutgoingMail[] | null
  failure: string | null
}

/** The company's mails as they were sent or, without a mail service, kept. Where developers work, and nowhere else. */
export function OutboxScreen() {
  const [{ mails, failure }, setOutbox] = useState<Outbox>({ mails: null, failure: null })
  const read = useCallback(async () => {
    try {
      const { data } = await call(developerCalls.outbox, { query: { limit: '100' } })
      setOutbox({ mails: data, failure: null })
    } catch (error) {
      setOutbox((before) => ({ ...before, failure: errorTexts(error).join(' ') }))
    }
  }, [])
  useEffect(() => void read(), [read])
  const again = { label: t('outbox.again'), icon: 'refresh' as const, onPress: () => void read() }
  return (
    <Page title={t('outbox.title')} primary={again}>
      {failure && <Notice kind="warning">{failure}</Notice>}
      {mails?.length === 0 && (
        <EmptyState icon="message" title={t('outbox.empty.title')}>
          {t('outbox.empty.text')}
        </EmptyState>
      )}
      <ul className={styles.mails}>
        {mails?.map((mail) => (
          <li key={mail.uuid}>
            <MailEntry mail={mail} />
          </li>
        ))}
      </ul>
    </Page>
  )
}

function MailEntry({ mail }: { mail: OutgoingMail }) {
  const { recipient, subject, text, state, error, created_at } = mail
  return (
    <details className={styles.mail}>
      <summary>
        <strong dir="auto">{subject}</strong>
        <span>{recipient}</span>
        <time dateTime={created_at}>{localTime(created_at)}</time>
        <span>{t(`outbox.state.${state}`)}</span>
      </summary>
      {error !== '' && <p>{error}</p>}
      {/* A mail that went out is erased here. */}
      <pre dir="auto">{text === '' ? t('outbox.erased') : text}</pre>
    </details>
  )
}
