import type { Email } from '../../../domain/entities/email.ts'
import { formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import type { Column } from '../../parts/table/column.ts'
import { localTime } from '../../state/local-time.ts'
import { OutgoingBadge } from './notification-columns.tsx'

/** Make the columns of a list of e-mails. */
export function makeEmailColumns(): Column<Email>[] {
  const date = (id: 'created_at' | 'sent_at', header: string): Column<Email> => ({
    id,
    header,
    kind: 'date',
    value: (row) => row[id],
    cell: (row) => localTime(row[id]) || '–',
    text: (row) => localTime(row[id]),
    width: 160,
  })
  return [
    {
      id: 'subject',
      header: t('emails.form.subject'),
      value: ({ subject }) => subject,
      cell: ({ subject }) => <strong title={subject}>{subject}</strong>,
      fixed: true,
      width: 280,
    },
    {
      id: 'status',
      header: t('messages.column.status'),
      value: ({ status }) => t(`messages.status.${status}`),
      cell: ({ status }) => <OutgoingBadge status={status} />,
      width: 130,
    },
    {
      id: 'reached',
      header: t('emails.column.mails'),
      kind: 'number',
      value: ({ reached }) => reached,
      cell: ({ reached }) => (reached === null ? '–' : formatNumber(reached)),
      width: 110,
    },
    {
      id: 'user_name',
      header: t('messages.column.writer'),
      value: (row) => row.user_name,
      width: 170,
    },
    date('created_at', t('messages.column.written')),
    date('sent_at', t('messages.column.sent')),
  ]
}
