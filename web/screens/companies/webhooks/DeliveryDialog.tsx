import { useCallback, useState } from 'react'
import { webhookCalls } from '../../../../domain/calls/webhooks.ts'
import type { Webhook, WebhookDelivery } from '../../../../domain/entities/webhook.ts'
import { call } from '../../../client/call.ts'
import { t } from '../../../i18n/intl.ts'
import { Badge } from '../../../parts/badge/Badge.tsx'
import { Button } from '../../../parts/button/Button.tsx'
import { Dialog } from '../../../parts/dialog/Dialog.tsx'
import { EmptyState } from '../../../parts/empty/EmptyState.tsx'
import { Fetching } from '../../../parts/progress/Fetching.tsx'
import { localTime } from '../../../state/local-time.ts'
import { useAnswer } from '../../../state/use-answer.ts'
import { useSending } from '../../../state/use-sending.ts'
import styles from '../Companies.module.css'
import { sayDelivery } from './say-delivery.ts'

const tones = { queued: 'warning', sent: 'accent', failed: 'danger' } as const

/** List what was sent to a webhook, newest first; what was given up can be sent again. */
export function DeliveryDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const [page, setPage] = useState(1)
  const load = useCallback(
    (signal: AbortSignal) => {
      const query = { page: String(page), limit: '20' }
      return call(webhookCalls.deliveries, { params: { id: webhook.uuid }, query }, { signal })
    },
    [webhook.uuid, page],
  )
  const { value, failure, again } = useAnswer(load)
  return (
    <Dialog
      open
      title={t('webhooks.deliveriesOf', { name: webhook.name })}
      onClose={onClose}
      actions={
        <>
          <Button icon="refresh" onClick={again}>
            {t('parts.again')}
          </Button>
          <Button onClick={onClose}>{t('parts.close')}</Button>
        </>
      }
    >
      {(!value || failure.length > 0) && <Fetching failure={failure} again={again} />}
      {value?.data.length === 0 && (
        <EmptyState title={t('webhooks.noDeliveries')} icon="message">
          {t('webhooks.noDeliveriesHint')}
        </EmptyState>
      )}
      {value?.data.map((delivery) => (
        <DeliveryLine key={delivery.uuid} delivery={delivery} onChange={again} />
      ))}
      {value && value.pages > 1 && (
        <div className={styles.acts}>
          <Button
            icon="back"
            disabledReason={page === 1 ? t('webhooks.newest') : null}
            onClick={() => setPage(page - 1)}
          >
            {t('webhooks.newer')}
          </Button>
          <Button
            icon="next"
            disabledReason={page >= value.pages ? t('webhooks.oldest') : null}
            onClick={() => setPage(page + 1)}
          >
            {t('webhooks.older')}
          </Button>
        </div>
      )}
    </Dialog>
  )
}

function DeliveryLine(props: { delivery: WebhookDelivery; onChange: () => void }) {
  const { delivery, onChange } = props
  const sending = useSending([])
  const retry = async () => {
    const params = { id: delivery.uuid }
    await sending.send(
      true,
      async (opId) => void (await call(webhookCalls.retry, { params }, { opId })),
    )
    onChange()
  }
  return (
    <div className={styles.line}>
      <span>
        {t(`webhooks.event.${delivery.event}`)}{' '}
        <Badge tone={tones[delivery.state]}>{t(`webhooks.state.${delivery.state}`)}</Badge>
        <span className={styles.quietLine}>
          <time dateTime={delivery.created_at}>{localTime(delivery.created_at)}</time> ·{' '}
          {t('webhooks.tries', { count: delivery.attempts })}
        </span>
        {delivery.state !== 'sent' && (
          <span className={styles.quietLine}>{sayDelivery(delivery)}</span>
        )}
        {sending.others.length > 0 && <span role="alert">{sending.others.join(' ')}</span>}
      </span>
      {delivery.state === 'failed' && delivery.event !== 'test' && (
        <Button icon="refresh" busy={sending.busy} onClick={() => void retry()}>
          {t('webhooks.retry')}
        </Button>
      )}
    </div>
  )
}
