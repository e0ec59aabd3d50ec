import { useState } from 'react'
import type { GlobalRecipe } from '../../../../../domain/entities/global-recipe.ts'
import type { PublicationRequest } from '../../../../../domain/entities/publication.ts'
import { formatNumber } from '../../../../i18n/format.ts'
import { t } from '../../../../i18n/intl.ts'
import { Button } from '../../../../parts/button/Button.tsx'
import { FetchFailed } from '../../../../parts/progress/Fetching.tsx'
import type { Rows } from '../../../../record/use-rows.ts'
import { localTime } from '../../../../state/local-time.ts'
import { resyncRecords } from '../../../../state/records.ts'
import { RequestDialog } from './RequestDialog.tsx'
import styles from './Requests.module.css'

/** List requests of companies that wait for a decision, the oldest first. */
export function RequestList(props: {
  requests: Rows<PublicationRequest>
  published: readonly GlobalRecipe[]
}) {
  const { rows, failure, again } = props.requests
  const [open, setOpen] = useState<PublicationRequest | null>(null)
  const done = () => {
    setOpen(null)
    again()
    resyncRecords()
  }
  return (
    <section className={styles.requests} aria-label={t('methods.requests.title')}>
      <h2>
        {t('methods.requests.title')}
        {rows && rows.length > 0 && ` (${formatNumber(rows.length)})`}
      </h2>
      <FetchFailed failure={failure} again={again} title={t('parts.fetchFailed')} kind="warning" />
      {rows?.length === 0 && <p className={styles.quiet}>{t('methods.requests.none')}</p>}
      {rows && rows.length > 0 && (
        <ul>
          {rows.map((request) => (
            <li key={request.uuid}>
              <div>
                <strong>{request.name}</strong>
                <span className={styles.quiet} dir="auto">
                  {sayBy(request)}
                </span>
                {request.note && <span dir="auto">{request.note}</span>}
              </div>
              <Button onClick={() => setOpen(request)}>
                {t('methods.requests.lookAt', { name: request.name })}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {open && (
        <RequestDialog
          request={open}
          published={props.published}
          onDone={done}
          onClose={() => setOpen(null)}
        />
      )}
    </section>
  )
}

const sayBy = ({ user_name, company_name, created_at }: PublicationRequest) =>
  t('methods.requests.by', {
    person: user_name,
    company: company_name,
    at: localTime(created_at, 'date') ?? '',
  })
