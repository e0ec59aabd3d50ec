import { useState } from 'react'
import { webhookCalls } from '../../../../domain/calls/webhooks.ts'
import type { Webhook, WebhookDelivery } from '../../../../domain/entities/webhook.ts'
import { call } from '../../../client/call.ts'
import { t } from '../../../i18n/intl.ts'
import { Badge } from '../../../parts/badge/Badge.tsx'
import { Button } from '../../../parts/button/Button.tsx'
import { FormDialog } from '../../../parts/dialog/FormDialog.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { Fetching } from '../../../parts/progress/Fetching.tsx'
import { localTime } from '../../../state/local-time.ts'
import { showToast } from '../../../state/toasts.ts'
import { useAnswer } from '../../../state/use-answer.ts'
import { useSending } from '../../../state/use-sending.ts'
import styles from '../Companies.module.css'
import { DeliveryDialog } from './DeliveryDialog.tsx'
import { sayDelivery } from './say-delivery.ts'
import { WebhookDialog } from './WebhookDialog.tsx'

const load = (signal: AbortSignal) => call(webhookCalls.list, {}, { signal })

type Open = { is: 'make' } | { is: 'edit' | 'remove' | 'deliveries'; webhook: Webhook }

/** Show the addresses that hear of the company's runs and devices, with what may be done about each. */
export function WebhookSection() {
  const { value, failure, again } = useAnswer(load)
  const [open, setOpen] = useState<Open | null>(null)
  const done = () => {
    setOpen(null)
    again()
  }
  const noHosts = value?.hosts.length === 0
  return (
    <section className={styles.section} aria-label={t('webhooks.title')}>
      <h2>{t('webhooks.title')}</h2>
      <p className={styles.quiet}>{t('webhooks.text')}</p>
      {(!value || failure.length > 0) && <Fetching failure={failure} again={again} />}
      {value?.webhooks.map((webhook) => (
        <WebhookLine key={webhook.uuid} webhook={webhook} onOpen={setOpen} onChange={again} />
      ))}
      {value && (
        <>
          {noHosts && <p className={styles.quiet}>{t('webhooks.noHosts')}</p>}
          {!noHosts && value.webhooks.length === 0 && (
            <p className={styles.quiet}>{t('webhooks.none')}</p>
          )}
          <div className={styles.acts}>
            <Button
              icon="plus"
              disabledReason={noHosts ? t('webhooks.noHosts') : null}
              onClick={() => setOpen({ is: 'make' })}
            >
              {t('webhooks.add')}
            </Button>
          </div>
          {(open?.is === 'make' || open?.is === 'edit') && (
            <WebhookDialog
              before={open.is === 'edit' ? open.webhook : null}
              hosts={value.hosts}
              onDone={done}
              onClose={() => setOpen(null)}
            />
          )}
        </>
      )}
      {open?.is === 'remove' && (
        <RemoveDialog webhook={open.webhook} onDone={done} onClose={() => setOpen(null)} />
      )}
      {open?.is === 'deliveries' && <DeliveryDialog webhook={open.webhook} onClose={done} />}
    </section>
  )
}

function WebhookLine(props: {
  webhook: Webhook
  onOpen: (open: Open) => void
  onChange: () => void
}) {
  const { webhook, onOpen, onChange } = props
  const { name, format, host, enabled, stopped_at: stopped, waiting, failed } = webhook
  const sending = useSending([])
  const [tested, setTested] = useState<WebhookDelivery | null>(null)
  const test = () =>
    sending.send(true, async (opId) => {
      const params = { id: webhook.uuid }
      const delivery = await call(webhookCalls.test, { params }, { opId })
      setTested(delivery)
      if (delivery.state === 'sent') showToast('done', t('webhooks.tested', { name }))
      onChange()
    })
  return (
    <div className={styles.line}>
      <span>
        <bdi>{name}</bdi>{' '}
        <Badge tone={enabled ? 'accent' : stopped ? 'danger' : 'neutral'}>
          {t(enabled ? 'webhooks.on' : stopped ? 'webhooks.stopped' : 'webhooks.off')}
        </Badge>
        <span className={styles.quietLine}>
          {t(`webhooks.format.${format}`)} · <bdi dir="ltr">{host}</bdi> ·{' '}
          {webhook.events.map((event) => t(`webhooks.event.${event}`)).join(', ')}
        </span>
        {(waiting > 0 || failed > 0) && (
          <span className={styles.quietLine}>{t('webhooks.counts', { waiting, failed })}</span>
        )}
        {stopped && (
          <span className={styles.quietLine}>
            {t('webhooks.stoppedAt', { at: localTime(stopped) })}
          </span>
        )}
        {tested && tested.state !== 'sent' && <Notice kind="warning">{sayDelivery(tested)}</Notice>}
        {sending.others.length > 0 && <Notice kind="error">{sending.others.join(' ')}</Notice>}
      </span>
      <span className={styles.acts}>
        <Button busy={sending.busy} onClick={() => void test()}>
          {t('webhooks.test')}
        </Button>
        <Button icon="list" iconOnly onClick={() => onOpen({ is: 'deliveries', webhook })}>
          {t('webhooks.deliveries')}
        </Button>
        <Button icon="edit" iconOnly onClick={() => onOpen({ is: 'edit', webhook })}>
          {t('webhooks.edit')}
        </Button>
        <Button icon="trash" iconOnly onClick={() => onOpen({ is: 'remove', webhook })}>
          {t('webhooks.remove')}
        </Button>
      </span>
    </div>
  )
}

function RemoveDialog(props: { webhook: Webhook; onDone: () => void; onClose: () => void }) {
  const { webhook, onDone, onClose } = props
  const sending = useSending([])
  const remove = async () => {
    const params = { id: webhook.uuid }
    const done = await sending.send(
      true,
      async (opId) => void (await call(webhookCalls.remove, { params }, { opId })),
    )
    if (done) onDone()
  }
  return (
    <FormDialog
      title={t('webhooks.remove')}
      submit={t('webhooks.remove')}
      danger
      sending={sending}
      onSubmit={() => void remove()}
      onClose={onClose}
    >
      <p>{t('webhooks.removeText', { name: webhook.name })}</p>
    </FormDialog>
  )
}
