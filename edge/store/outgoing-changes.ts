import type { Delivery, Notification } from '../../domain/entities/notification.ts'
import { derivedUuid } from '../derived-uuid.ts'
import { allowAction } from './allow.ts'
import { type By, mustSee, readSeen } from './by.ts'
import type { PlannedOfSomeKind, PlannedOperation } from './operations.ts'
import type { Planners } from './planner.ts'
import { checkBase } from './record-changes.ts'
import { readCompany } from './principal.ts'
import type { Sql } from './sql.ts'

export type OutgoingChange =
  | {
      type: 'notification.send'
      uuid: string
      /** `updated_at` of what was read before its recipients were found. */
      base: string
      /** Of this company. */
      users: string[]
      /** People altogether. */
      reached: number
    }
  /** A notification of another company for people of this one; a second delivery finds the first. */
  | { type: 'notification.deliver'; notification: Notification; users: string[] }
  | { type: 'email.send'; uuid: string; base: string; reached: number }

export const outgoingPlanners: Planners<OutgoingChange> = {
  'notification.send': (sql, change, by, at) => [
    {
      kind: 'notification',
      uuid: change.uuid,
      action: change.type,
      change: (before) => {
        const record = mustSee('notification', before, by.sight)
        allowAction('notification', 'send', record.status, by.permissions)
        checkBase({ ...record }, change.base, {})
        return { ...record, status: 'Sent', sent_at: at, reached: change.reached }
      },
    },
    ...planOwnDelivery(sql, change, by, at),
  ],
  'notification.deliver': (sql, { notification, users }, _by, at) =>
    planReceipt(sql, notification, users, at),
  'email.send': (_sql, change, by, at) => ({
    kind: 'email',
    uuid: change.uuid,
    action: change.type,
    change: (before) => {
      const record = mustSee('email', before, by.sight)
      allowAction('email', 'send', record.status, by.permissions)
      checkBase({ ...record }, change.base, {})
      return { ...record, status: 'Sent', sent_at: at, reached: change.reached }
    },
  }),
}

/** In the same transaction: what is sent has reached the people of the own company. */
function planOwnDelivery(
  sql: Sql,
  { uuid, users }: OutgoingChange & { type: 'notification.send' },
  by: By,
  at: string,
): PlannedOfSomeKind[] {
  if (users.length === 0) return []
  const record = readSeen(sql, 'notification', uuid, by.sight)
  return [planReceipt(sql, record, users, at)]
}

/**
 * Plan a delivery to people of this company, once: sent again it changes nothing.
 * @param delivery its `uuid` is derived from what is told, so that a retry makes the same.
 */
export function planDelivery(
  delivery: Pick<
    Delivery,
    'uuid' | 'notification_uuid' | 'title' | 'message' | 'sender' | 'users'
  > &
    Partial<Pick<Delivery, 'subtitle' | 'subject' | 'short_message' | 'about'>>,
  at: string,
): PlannedOperation<'delivery'> {
  return {
    kind: 'delivery',
    uuid: delivery.uuid,
    action: 'notification.deliver',
    change: (before) =>
      before ??
      ({
        created_at: at,
        updated_at: at,
        subtitle: '',
        subject: '',
        short_message: '',
        ...delivery,
      } satisfies Delivery),
  }
}

/** Plan the delivery of a notification that was sent, by its own company. */
function planReceipt(
  sql: Sql,
  notification: Notification,
  users: string[],
  at: string,
): PlannedOperation<'delivery'> {
  const { title, subtitle, subject, short_message, message, user_name: sender } = notification
  const uuid = derivedUuid(notification.uuid, readCompany(sql)?.uuid ?? '')
  const words = { title, subtitle, subject, short_message, message }
  return planDelivery({ uuid, notification_uuid: notification.uuid, ...words, sender, users }, at)
}
