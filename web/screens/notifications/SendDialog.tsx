import { notificationCalls, type Reached } from '../../../domain/calls/notifications.ts'
import type { Notification } from '../../../domain/entities/notification.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { languages } from '../../../domain/catalog/languages.ts'
import { FormDialog } from '../../parts/dialog/FormDialog.tsx'
import { showToast } from '../../state/toasts.ts'
import { useSending } from '../../state/use-sending.ts'

/** Say whom a notification has reached by now. */
function sayDone({ status, reached, waiting }: Notification): string {
  if (status === 'Planned') return t('messages.done.sendLater')
  if (waiting) return t('messages.done.sendWaiting', { count: waiting.length })
  return t('messages.done.send', { count: reached ?? 0 })
}

/** Ask once more before a notification goes out: to how many, and in how many languages the words are missing. */
export function SendDialog(props: {
  record: Notification
  reached: Reached
  onSent: () => void
  onClose: () => void
}) {
  const { record, reached } = props
  const { uuid: id, title } = record
  const sending = useSending([])
  const written = new Set([
    record.language,
    ...(record.translations ?? []).map((one) => one.language),
  ])
  const missing = [...new Set(reached.people.map((one) => one.language))].filter(
    (code) => code !== undefined && !written.has(code),
  )
  const submit = async () => {
    const done = await sending.send(
      true,
      async (opId) => {
        const sent = await call(notificationCalls.send, { params: { id } }, { opId })
        showToast('done', sayDone(sent))
      },
      // Keep the id while nothing changed: sent again after a lost answer it goes out once.
      [id, record.updated_at],
    )
    if (!done) return
    props.onClose()
    props.onSent()
  }
  return (
    <FormDialog
      title={t('messages.ask.send', { title })}
      submit={t('messages.act.send')}
      sending={sending}
      onSubmit={() => void submit()}
      onClose={props.onClose}
    >
      <p>{t('messages.reached.count', { count: reached.total })}</p>
      {missing.length > 0 && (
        <p>
          {t('messages.reached.missing', {
            languages: missing.map((code) => languages[code ?? 'en'].name).join(', '),
          })}
        </p>
      )}
      <p>{t('messages.consequence.send')}</p>
    </FormDialog>
  )
}
