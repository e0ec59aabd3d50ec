import { type Notification, notificationStatuses } from '../../../domain/entities/notification.ts'
import { formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import { Badge, type BadgeShape } from '../../parts/badge/Badge.tsx'
import type { Column } from '../../parts/table/column.ts'
import type { Facet } from '../../record/facets.ts'
import { localTime } from '../../state/local-time.ts'

const looks = {
  Waiting: 'ring',
  Planned: 'half',
  Refused: 'triangle',
  Sent: 'disc',
} as const satisfies Record<Notification['status'], BadgeShape>

/** State of a notification: a shape and a word. */
export function OutgoingBadge({ status }: Pick<Notification, 'status'>) {
  return (
    <Badge
      shape={looks[status]}
      tone={status === 'Sent' ? 'accent' : status === 'Refused' ? 'danger' : 'warning'}
    >
      {t(`messages.status.${status}`)}
    </Badge>
  )
}

/** Make the columns of a list of notifications. */
export function makeNotificationColumns(): Column<Notification>[] {
  return [
    {
      id: 'title',
      header: t('messages.column.title'),
      value: ({ title }) => title,
      cell: ({ title }) => <strong title={title}>{title}</strong>,
      fixed: true,
      width: 260,
    },
    ...stateColumns<Notification>(t('messages.column.reached')),
    {
      id: 'languages',
      header: t('messages.column.languages'),
      kind: 'number',
      value: countLanguages,
      width: 110,
    },
    ...writerColumns<Notification>(),
    {
      id: 'planned_at',
      header: t('messages.column.planned'),
      kind: 'date',
      value: plannedAt,
      cell: (row) => localTime(plannedAt(row)) || '–',
      text: (row) => localTime(plannedAt(row)),
      width: 160,
    },
  ]
}

/** Facts that a notification and an e-mail have in common. */
type Outgoing = Pick<
  Notification,
  'created_at' | 'reached' | 'sent_at' | 'status' | 'user_name' | 'uuid'
>

/** Make the columns of the state of a message and of the people that it reached. */
export function stateColumns<Row extends Outgoing>(reachedHeader: string): Column<Row>[] {
  return [
    {
      id: 'status',
      header: t('messages.column.status'),
      value: ({ status }) => t(`messages.status.${status}`),
      cell: ({ status }) => <OutgoingBadge status={status} />,
      width: 130,
    },
    {
      id: 'reached',
      header: reachedHeader,
      kind: 'number',
      value: ({ reached }) => reached,
      cell: ({ reached }) => (reached === null ? '–' : formatNumber(reached)),
      width: 110,
    },
  ]
}

/** Make the columns of the person who wrote a message, and of its times. */
export function writerColumns<Row extends Outgoing>(): Column<Row>[] {
  return [
    {
      id: 'user_name',
      header: t('messages.column.writer'),
      value: (row) => row.user_name,
      width: 170,
    },
    dateColumn('created_at', t('messages.column.written')),
    dateColumn('sent_at', t('messages.column.sent')),
  ]
}

function dateColumn<Row extends Outgoing>(
  id: 'created_at' | 'sent_at',
  header: string,
): Column<Row> {
  return {
    id,
    header,
    kind: 'date',
    value: (row) => row[id],
    cell: (row) => localTime(row[id]) || '–',
    text: (row) => localTime(row[id]),
    width: 160,
  }
}

/** Return the time at which a notification is going to be sent; null for one that does not wait for a time. */
function plannedAt({ status, planned }: Notification): string | null {
  return status === 'Planned' ? (planned?.at ?? null) : null
}

/** Count the languages that a notification has words in. */
export function countLanguages({ translations = [] }: Notification): number {
  return 1 + translations.length
}

/** Make what a list of notifications can be narrowed down to. */
export function makeNotificationFacets(): Facet<Notification>[] {
  return [
    {
      id: 'status',
      label: t('messages.column.status'),
      valueOf: ({ status }) => status,
      choices: notificationStatuses.map((value) => ({
        value,
        label: t(`messages.status.${value}`),
        badge: <OutgoingBadge status={value} />,
      })),
    },
  ]
}
