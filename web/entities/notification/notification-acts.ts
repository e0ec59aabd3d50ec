import type { notificationActions } from '../../../domain/actions/outgoing.ts'
import { refuse } from '../../../domain/actions/refuse.ts'
import { notificationCalls } from '../../../domain/calls/notifications.ts'
import type { Notification } from '../../../domain/entities/notification.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import type { Act } from '../../record/act.ts'
import { account } from '../../state/session.ts'

type Action = keyof typeof notificationActions

/** Say why an action with a notification is not possible; null where it is. The service decides again. */
export function whyNotWith({ status: state }: Pick<Notification, 'status'>, action: Action) {
  const permissions = account.value?.permissions ?? []
  const refusal = refuse('notification', action, { state, permissions })
  if (!refusal) return null
  return t(
    refusal.reason === 'permission_missing' ? 'fault.permission_missing' : 'messages.why.sent',
  )
}

/**
 * Make what may be done about a notification beside writing and sending it.
 * @param onCopy opens the copy. @param onDeleted is called once there is nothing left to show.
 */
export function makeNotificationActs(
  record: Notification,
  { onCopy, onDeleted }: { onCopy: (uuid: string) => void; onDeleted: () => void },
): Record<'duplicate' | 'delete', Act> {
  const { uuid: id, title } = record
  return {
    duplicate: {
      id: 'duplicate',
      label: t('messages.act.duplicate'),
      hint: t('messages.hint.duplicate'),
      icon: 'copy',
      why: whyNotWith(record, 'duplicate'),
      send: async (opId) => {
        const copy = await call(notificationCalls.duplicate, { params: { id } }, { opId })
        onCopy(copy.uuid)
        return t('messages.done.duplicate', { title })
      },
    },
    delete: {
      id: 'delete',
      label: t('messages.act.delete'),
      hint: t('messages.hint.delete'),
      icon: 'trash',
      why: whyNotWith(record, 'delete'),
      ask: {
        title: t('messages.ask.delete', { title }),
        text: t('messages.consequence.delete'),
        submit: t('messages.act.delete'),
        danger: true,
      },
      send: async (opId) => {
        await call(notificationCalls.delete, { params: { id } }, { opId })
        onDeleted()
        return t('messages.done.delete', { title })
      },
    },
  }
}
