import type { NotificationStatus, OutgoingStatus } from '../entities/notification.ts'
import type { Actions } from './action.ts'

/**
 * A notification waits until it is sent, now or at a planned time; what was sent stays as it was read (spec §4, decisions D63).
 * The words of a planned one are not changed, so that what is sent is what the person who planned it saw: it is withdrawn first.
 */
export const notificationActions = {
  edit: { from: ['Waiting', 'Refused'], needs: 'notifications.edit' },
  send: { from: ['Waiting', 'Planned', 'Refused'], to: 'Sent', needs: 'notifications.send' },
  /** Sent by the service at a time; planned again for another one. */
  plan: { from: ['Waiting', 'Planned', 'Refused'], to: 'Planned', needs: 'notifications.send' },
  withdraw: { from: ['Planned'], to: 'Waiting', needs: 'notifications.edit' },
  /** To the writer alone; it goes on waiting. */
  test: { from: ['Waiting', 'Planned', 'Refused'], needs: 'notifications.send' },
  /** A message to the readers who have not signed it yet. */
  remind: { from: ['Sent'], needs: 'notifications.send' },
  delete: { from: ['Waiting', 'Refused'], needs: 'notifications.delete' },
  /** The copy waits. */
  duplicate: {
    from: ['Waiting', 'Planned', 'Refused', 'Sent'],
    needs: 'notifications.create',
  },
} as const satisfies Actions<NotificationStatus>

export const emailActions = {
  edit: { from: ['Waiting'], needs: 'emails.edit' },
  send: { from: ['Waiting'], to: 'Sent', needs: 'emails.send' },
  /** To the writer's own address; it goes on waiting. */
  test: { from: ['Waiting'], needs: 'emails.send' },
  /** Mails of it that were given up are queued again. */
  retry: { from: ['Sent'], needs: 'emails.send' },
  delete: { from: ['Waiting'], needs: 'emails.delete' },
} as const satisfies Actions<OutgoingStatus>
