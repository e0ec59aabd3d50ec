import type { OutgoingStatus } from '../entities/notification.ts'
import type { Actions } from './action.ts'

/** A notification waits until it is sent; what was sent stays as it was read (spec §4, decisions D63). */
export const notificationActions = {
  edit: { from: ['Waiting'], needs: 'notifications.edit' },
  send: { from: ['Waiting'], to: 'Sent', needs: 'notifications.send' },
  /** To the writer alone; it goes on waiting. */
  test: { from: ['Waiting'], needs: 'notifications.send' },
  delete: { from: ['Waiting'], needs: 'notifications.delete' },
  /** The copy waits. */
  duplicate: { from: ['Waiting', 'Sent'], needs: 'notifications.create' },
} as const satisfies Actions<OutgoingStatus>

export const emailActions = {
  edit: { from: ['Waiting'], needs: 'emails.edit' },
  send: { from: ['Waiting'], to: 'Sent', needs: 'emails.send' },
  /** To the writer's own address; it goes on waiting. */
  test: { from: ['Waiting'], needs: 'emails.send' },
  /** Mails of it that were given up are queued again. */
  retry: { from: ['Sent'], needs: 'emails.send' },
  delete: { from: ['Waiting'], needs: 'emails.delete' },
} as const satisfies Actions<OutgoingStatus>
