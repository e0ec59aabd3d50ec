import type { OutgoingStatus } from '../../../domain/entities/notification.ts'
import { emailActions, notificationActions } from '../../../domain/rules/outgoing.ts'
import { allowAction } from '../allow-action.ts'
import type { RecordRules } from '../record-rule.ts'

const statusOf = (body: Record<string, unknown>) => body['status'] as OutgoingStatus

/** Edited and removed only while it waits. */
export const notificationRules: RecordRules = {
  check: (_sql, _after, before, by) => {
    if (before) allowAction(notificationActions, 'edit', statusOf(before), by.permissions)
  },
  checkDelete: (_sql, before, by) =>
    allowAction(notificationActions, 'delete', statusOf(before), by.permissions),
}

export const emailRules: RecordRules = {
  check: (_sql, _after, before, by) => {
    if (before) allowAction(emailActions, 'edit', statusOf(before), by.permissions)
  },
  checkDelete: (_sql, before, by) =>
    allowAction(emailActions, 'delete', statusOf(before), by.permissions),
}
