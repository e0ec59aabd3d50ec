import { useCallback, useEffect, useState } from 'react'
import type * as v from 'valibot'
import { listPageSize } from '../../../domain/catalog/limits.ts'
import { developerCalls, type Mail } from '../../../domain/calls/notifications.ts'
import { call } from '../../client/call.ts'
import { errorTexts } from '../../i18n/faults.ts'
import { t } from '../../i18n/intl.ts'
import { EmptyState } from '../../parts/empty/EmptyState.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { areaIcons } from '../../parts/icon/area-icons.ts'
import { Page } from '../../parts/page/Page.tsx'
import { pageSizes } from '../../parts/table/paging.ts'
import { pagingAddress } from '../../parts/table/table-address.ts'
import { TableFoot } from '../../parts/table/TableFoot.tsx'
import { localTime } from '../../state/local-time.ts'
import { useAddress } from '../../use-address.ts'
import styles from './OutboxScreen.module.css'

type OutgoingMail = v.InferOutput<typeof Mail>

interface Outbox {
  mails: OutgoingMail[] | null
  total: number
  failure: string | null
}

/** List the company's mails as they were sent or, without a mail service, stored. Only for developers. */
export function OutboxScreen() {
  const [outbox, setOutbox] = useState<Outbox>({ mails: null, total: 0, failure: null })
  const { mails, total, failure } = outbox
  const paging = pagingAddress(useAddress(), listPageSize)
  const { rows, page } = paging
  const read = useCallback(async () => {
    try {
      const query = { limit: String(rows), page: String(page) }
      const { data, total } = await call(developerCalls.outbox, { query })
      setOutbox({ mails: data, total, failure: null })
    } catch (error) {
      setOutbox((before) => ({ ...before, failure: errorTexts(error).join(' ') }))
    }
  }, [rows, page])
  useEffect(() => void read(), [read])
  const again = { label: t('outbox.again'), icon: 'refresh' as const, onPress: () => void read() }
  return (
    <Page title={t('outbox.title')} primary={again}>
      {failure && <Notice kind="warning">{failure}</Notice>}
      {total === 0 && mails !== null && (
        <EmptyState icon={areaIcons.outbox} title={t('outbox.empty.title')}>
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
      {total > pageSizes[0] && <TableFoot count={total} paging={paging} whole={false} />}
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
