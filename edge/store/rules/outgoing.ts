import { allowAction } from '../allow.ts'
import type { RecordRules } from '../record-rule.ts'

/** Edited and removed only while it waits. */
export const notificationRules: RecordRules<'notification'> = {
  check: (_sql, _after, before, by) => {
    if (before) allowAction('notification', 'edit', before.status, by.permissions)
  },
  checkDelete: (_sql, before, by) =>
    allowAction('notification', 'delete', before.status, by.permissions),
}

export const emailRules: RecordRules<'email'> = {
  check: (_sql, _after, before, by) => {
    if (before) allowAction('email', 'edit', before.status, by.permissions)
  },
  checkDelete: (_sql, before, by) => allowAction('email', 'delete', before.status, by.permissions),
}
