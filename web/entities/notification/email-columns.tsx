import type { Email } from '../../../domain/entities/email.ts'
import { t } from '../../i18n/intl.ts'
import type { Column } from '../../parts/table/column.ts'
import { stateColumns, writerColumns } from './notification-columns.tsx'

/** Make the columns of a list of e-mails. */
export function makeEmailColumns(): Column<Email>[] {
  return [
    {
      id: 'subject',
      header: t('emails.form.subject'),
      value: ({ subject }) => subject,
      cell: ({ subject }) => <strong title={subject}>{subject}</strong>,
      fixed: true,
      width: 280,
    },
    ...stateColumns<Email>(t('emails.column.mails')),
    ...writerColumns<Email>(),
  ]
}
