import { useCallback, useState } from 'react'
import { emailCalls } from '../../../../domain/calls/emails.ts'
import type { Email } from '../../../../domain/entities/email.ts'
import { call } from '../../../client/call.ts'
import { t } from '../../../i18n/intl.ts'
import { FormDialog } from '../../../parts/dialog/FormDialog.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { SilentCompanies } from '../../../parts/notice/SilentCompanies.tsx'
import { Progress } from '../../../parts/progress/Progress.tsx'
import { RecordForm } from '../../../record/RecordForm.tsx'
import { showToast } from '../../../state/toasts.ts'
import { useAnswer } from '../../../state/use-answer.ts'
import { useSending } from '../../../state/use-sending.ts'
import styles from '../Notifications.module.css'
import { RecipientPicker } from '../RecipientPicker.tsx'

interface Facts {
  onDone: () => void
  onClose: () => void
}

interface Words {
  subject: string
  message: string
}

/** Write an e-mail, or change one that was not sent: plain text, one mail for each person. */
export function EmailForm(props: Facts & { email: Email | null }) {
  // Keep the record as it was opened: a change of somebody else is reported when this is sent.
  const [email] = useState(props.email)
  return (
    <RecordForm<Words>
      open
      title={email ? email.subject : t('emails.new')}
      submit={t('messages.save')}
      schema={email ? emailCalls.edit.body : emailCalls.create.body}
      values={{ subject: email?.subject ?? '', message: email?.message ?? '' }}
      fields={[
        { name: 'subject', label: t('emails.form.subject'), autoFocus: true },
        {
          name: 'message',
          label: t('messages.form.message'),
          hint: t('emails.form.messageHint'),
          kind: 'lines',
          missing: t('messages.missing.message'),
        },
      ]}
      send={async (body, opId) => {
        if (email) {
          const parts = { params: { id: email.uuid }, body: { ...body, base: email.updated_at } }
          await call(emailCalls.edit, parts, { opId })
        } else await call(emailCalls.create, { body }, { opId })
        props.onDone()
        showToast('done', t('messages.done.save'))
      }}
      onClose={props.onClose}
    />
  )
}

/** Choose the recipients of an e-mail. */
export function RecipientsDialog(props: Facts & { email: Email }) {
  const { uuid: id, subject, updated_at: base } = props.email
  const [recipients, setRecipients] = useState(props.email.recipients)
  const sending = useSending([])
  const submit = async () => {
    const body = { recipients, base }
    const save = async (opId: string) => {
      await call(emailCalls.editRecipients, { params: { id }, body }, { opId })
      showToast('done', t('messages.done.save'))
    }
    if (!(await sending.send(true, save, recipients))) return
    props.onDone()
    props.onClose()
  }
  return (
    <FormDialog
      title={t('emails.recipientsOf', { subject })}
      submit={t('messages.save')}
      wide
      sending={sending}
      onSubmit={() => void submit()}
      onClose={props.onClose}
    >
      <RecipientPicker recipients={recipients} onChange={setRecipients} />
    </FormDialog>
  )
}

/** Show the people who get a mail, and those who are meant and get none, before any is sent. */
export function SendMailsDialog(props: Facts & { email: Email }) {
  const { uuid: id, subject, updated_at } = props.email
  const load = useCallback(
    (signal: AbortSignal) => call(emailCalls.recipients, { params: { id } }, { signal }),
    [id],
  )
  const { value, failure, again } = useAnswer(load)
  const sending = useSending([])
  const total = value?.total ?? 0
  const submit = async () => {
    const send = async (opId: string) => {
      const sent = await call(emailCalls.send, { params: { id } }, { opId })
      showToast('done', t('messages.done.send', { count: sent.reached ?? 0 }))
    }
    // Keep the id while nothing changed: sent again after a lost answer it goes out once.
    if (!(await sending.send(total > 0, send, [id, updated_at]))) return
    props.onDone()
    props.onClose()
  }
  const line = (one: { uuid: string; name: string; company_name: string }) => (
    <>
      <bdi>{one.name}</bdi> <span className={styles.quiet}>{one.company_name}</span>
    </>
  )
  return (
    <FormDialog
      title={t('messages.ask.send', { title: subject })}
      submit={t('emails.act.send')}
      wide
      sending={{ busy: sending.busy, others: total > 0 ? sending.others : [] }}
      onSubmit={() => void submit()}
      onClose={props.onClose}
    >
      {failure.length > 0 && <Notice kind="error">{failure.join(' ')}</Notice>}
      {!value && failure.length === 0 && <Progress label={t('parts.loading')} />}
      <SilentCompanies companies={value?.silent} again={again} />
      {value && (
        <>
          <p role={sending.tried && total === 0 ? 'alert' : undefined}>
            {total === 0 ? t('messages.why.nobody') : t('messages.reached.count', { count: total })}
          </p>
          {total > 0 && (
            <ul className={styles.people} tabIndex={0} aria-label={t('messages.reached.title')}>
              {value.people.map((one) => (
                <li key={one.uuid}>{line(one)}</li>
              ))}
              {value.excluded?.map((one) => (
                <li key={one.uuid}>
                  {line(one)}{' '}
                  <span className={styles.quiet}>{t(`messages.excluded.${one.why}`)}</span>
                </li>
              ))}
            </ul>
          )}
          <p>{t('emails.consequence.send')}</p>
        </>
      )}
    </FormDialog>
  )
}
