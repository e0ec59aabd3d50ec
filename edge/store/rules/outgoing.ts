import type { OutgoingStatus } from '../../../domain/entities/notification.ts'
import { allowAction } from '../allow.ts'
import type { RecordRules } from '../record-rule.ts'

const statusOf = (body: Record<string, unknown>) => body['status'] as OutgoingStatus

/** Edited and removed only while it waits. */
export const notificationRules: RecordRules = {
  check: (_sql, _after, before, by) => {
    if (before) allowAction('notification', 'edit', statusOf(before), by.permissions)
  },
  checkDelete: (_sql, before, by) =>
    allowAction('notification', 'delete', statusOf(before), by.permissions),
}

export const emailRules: RecordRules = {
  check: (_sql, _after, before, by) => {
    if (before) allowAction('email', 'edit', statusOf(before), by.permissions)
  },
  checkDelete: (_sql, before, by) =>
    allowAction('email', 'delete', statusOf(before), by.permissions),
}
