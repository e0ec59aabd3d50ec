import { useMemo, useState } from 'react'
import { refuse } from '../../../../domain/actions/refuse.ts'
import type { emailActions } from '../../../../domain/actions/outgoing.ts'
import { emailCalls } from '../../../../domain/calls/emails.ts'
import type { Email } from '../../../../domain/entities/email.ts'
import { call } from '../../../client/call.ts'
import { makeEmailColumns } from '../../../entities/notification/email-columns.tsx'
import { OutgoingBadge } from '../../../entities/notification/notification-columns.tsx'
import { t } from '../../../i18n/intl.ts'
import type { Act } from '../../../record/act.ts'
import { RecordPage } from '../../../record/RecordPage.tsx'
import type { PanelFacts } from '../../../record/RecordPanel.tsx'
import { whyNotCall } from '../../../record/rights.ts'
import { askedRows, useRows } from '../../../record/use-rows.ts'
import { localTime } from '../../../state/local-time.ts'
import { account } from '../../../state/session.ts'
import styles from '../Notifications.module.css'
import { EmailForm, RecipientsDialog, SendMailsDialog } from './EmailDialogs.tsx'
import { MailDeliveries } from './MailDeliveries.tsx'

const emailRows = askedRows(emailCalls.search, { order: 'created_at DESC' })

type Dialog = { what: 'new' } | { what: 'edit' | 'recipients' | 'send'; email: Email }

/** List the e-mails of the provider to people of its companies, with what became of each mail. */
export function EmailsScreen() {
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const list = useRows(emailRows)
  const columns = useMemo(() => makeEmailColumns(), [])
  const facts = { onDone: list.again, onClose: () => setDialog(null) }
  return (
    <RecordPage
      name="email"
      file="emails"
      title={t('nav.emails')}
      list={list}
      columns={columns}
      firstSort="-created_at"
      nameOf={({ subject }) => subject}
      primary={{
        label: t('emails.new'),
        icon: 'plus',
        disabledReason: whyNotCall(emailCalls.create),
        onPress: () => setDialog({ what: 'new' }),
      }}
      empty={{ area: 'emails', title: t('emails.empty.title'), text: t('emails.empty.text') }}
      panel={emailPanel}
      actsOf={(email) => listActs(email, setDialog)}
    >
      {dialog?.what === 'new' && <EmailForm email={null} {...facts} />}
      {dialog?.what === 'edit' && <EmailForm email={dialog.email} {...facts} />}
      {dialog?.what === 'recipients' && <RecipientsDialog email={dialog.email} {...facts} />}
      {dialog?.what === 'send' && <SendMailsDialog email={dialog.email} {...facts} />}
    </RecordPage>
  )
}

function emailPanel(email: Email): PanelFacts {
  const { uuid, status, message } = email
  return {
    state: <OutgoingBadge status={status} />,
    facts: [
      [t('messages.column.writer'), email.user_name],
      [t('messages.column.written'), localTime(email.created_at)],
      [t('messages.column.sent'), localTime(email.sent_at)],
    ],
    more: (
      <>
        <p className={styles.words} dir="auto">
          {message}
        </p>
        {status === 'Sent' && <MailDeliveries key={uuid} email={email} />}
      </>
    ),
    history: { kind: 'email', id: uuid, updatedAt: email.updated_at, fields: {} },
  }
}

function whyNot(email: Email, action: keyof typeof emailActions): string | null {
  const permissions = account.value?.permissions ?? []
  const refusal = refuse('email', action, { state: email.status, permissions })
  if (!refusal) return null
  return t(
    refusal.reason === 'permission_missing' ? 'fault.permission_missing' : 'messages.why.sent',
  )
}

function listActs(email: Email, open: (dialog: Dialog) => void): readonly Act[] {
  if (email.status === 'Sent') return []
  const { uuid: id, subject } = email
  const act = (
    name: 'edit' | 'recipients' | 'send' | 'test' | 'delete',
    action: keyof typeof emailActions,
    icon: Act['icon'],
  ) => ({
    id: name,
    label: t(`emails.act.${name}`),
    hint: t(`emails.hint.${name}`),
    icon,
    why: whyNot(email, action),
  })
  return [
    { ...act('edit', 'edit', 'edit'), open: () => open({ what: 'edit', email }) },
    { ...act('recipients', 'edit', 'people'), open: () => open({ what: 'recipients', email }) },
    {
      ...act('test', 'test', 'bell'),
      send: async (opId) => {
        await call(emailCalls.test, { params: { id } }, { opId })
        return t('emails.done.test', { address: account.value?.email ?? '' })
      },
    },
    { ...act('send', 'send', 'message'), open: () => open({ what: 'send', email }) },
    {
      ...act('delete', 'delete', 'trash'),
      ask: {
        title: t('messages.ask.delete', { title: subject }),
        text: t('messages.consequence.delete'),
        submit: t('emails.act.delete'),
        danger: true,
      },
      send: async (opId) => {
        await call(emailCalls.delete, { params: { id } }, { opId })
        return t('messages.done.delete', { title: subject })
      },
    },
  ]
}
