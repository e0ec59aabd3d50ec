import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { notificationCalls } from '../../../domain/calls/notifications.ts'
import type { Notification } from '../../../domain/entities/notification.ts'
import { makeNotificationActs, whyNotWith } from '../../entities/notification/notification-acts.ts'
import {
  countLanguages,
  makeNotificationColumns,
  makeNotificationFacets,
  OutgoingBadge,
} from '../../entities/notification/notification-columns.tsx'
import { formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import { paths } from '../../paths.ts'
import type { Act } from '../../record/act.ts'
import type { PanelFacts } from '../../record/RecordPanel.tsx'
import { RecordPage } from '../../record/RecordPage.tsx'
import { whyNotCall } from '../../record/rights.ts'
import { askedRows, useRows } from '../../record/use-rows.ts'
import { localTime } from '../../state/local-time.ts'
import styles from './Notifications.module.css'

const notificationRows = askedRows(notificationCalls.search, { order: 'created_at DESC' })

/** List the notifications of the company: drafts, and what was sent to whom. */
export function NotificationsScreen() {
  const [, navigate] = useLocation()
  const list = useRows(notificationRows)
  const columns = useMemo(() => makeNotificationColumns(), [])
  const facets = useMemo(() => makeNotificationFacets(), [])
  return (
    <RecordPage
      name="notification"
      file="notifications"
      title={t('nav.notifications')}
      list={list}
      columns={columns}
      facets={facets}
      firstSort="-created_at"
      nameOf={({ title }) => title}
      primary={{
        label: t('messages.new'),
        icon: 'plus',
        disabledReason: whyNotCall(notificationCalls.create),
        onPress: () => navigate(paths.newNotification()),
      }}
      empty={{
        area: 'notifications',
        title: t('messages.empty.title'),
        text: t('messages.empty.text'),
      }}
      panel={notificationPanel}
      actsOf={(record) => listActs(record, navigate, list.again)}
    />
  )
}

function notificationPanel(record: Notification): PanelFacts {
  const { status, message, reached } = record
  return {
    state: <OutgoingBadge status={status} />,
    facts: [
      [t('messages.column.writer'), record.user_name],
      [t('messages.column.written'), localTime(record.created_at)],
      [t('messages.column.sent'), localTime(record.sent_at)],
      [t('messages.column.reached'), reached === null ? null : formatNumber(reached)],
      [t('messages.column.languages'), formatNumber(countLanguages(record))],
    ],
    more: (
      <p className={styles.words} dir="auto">
        {message}
      </p>
    ),
    history: { kind: 'notification', id: record.uuid, updatedAt: record.updated_at, fields: {} },
  }
}

function listActs(
  record: Notification,
  navigate: (path: string) => void,
  again: () => void,
): readonly Act[] {
  const { uuid, status } = record
  const isDraft = status === 'Waiting' || status === 'Refused'
  const acts = makeNotificationActs(record, {
    onCopy: (copy) => navigate(paths.notification(copy)),
    onDeleted: again,
  })
  return [
    {
      id: 'edit',
      label: t(isDraft ? 'messages.act.edit' : 'messages.act.open'),
      hint: t(isDraft ? 'messages.hint.edit' : 'messages.hint.open'),
      icon: isDraft ? 'edit' : 'eye',
      why: isDraft ? whyNotWith(record, 'edit') : whyNotCall(notificationCalls.edit),
      open: () => navigate(paths.notification(uuid)),
    },
    acts.duplicate,
    acts.delete,
  ]
}
