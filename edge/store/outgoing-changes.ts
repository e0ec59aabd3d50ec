import type { Delivery, Notification } from '../../domain/entities/notification.ts'
import type { Language } from '../../domain/entities/user.ts'
import type { ChosenKind } from '../../domain/rules/message-choices.ts'
import { derivedUuid } from '../derived-uuid.ts'
import { allowAction } from './allow.ts'
import { type By, mustSee, readSeen } from './by.ts'
import { type PlannedOfSomeKind, type PlannedOperation, readRecord } from './operations.ts'
import type { Planners } from './planner.ts'
import { checkBase } from './record-changes.ts'
import { readCompany } from './principal.ts'
import type { Sql } from './sql.ts'
import { readChoices } from './user-settings.ts'

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
  /** To who sends it, in one of its languages; `delivery` is the id of the message. */
  | { type: 'notification.test'; uuid: string; delivery: string; language: Language | undefined }
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
        return { ...record, ...sentBy(by), status: 'Sent', sent_at: at, reached: change.reached }
      },
    },
    ...planOwnDelivery(sql, change, by, at),
  ],
  'notification.deliver': (sql, { notification, users }, by, at) =>
    planReceipts(sql, notification, { users, sender: by.actor.name }, at),
  'notification.test': (sql, { uuid, delivery, language }, by, at) => {
    const record = readSeen(sql, 'notification', uuid, by.sight)
    allowAction('notification', 'test', record.status, by.permissions)
    const words =
      language === undefined ? wordsFor(sql, record, by.actor.uuid) : findWords(record, language)
    const title = `[Test] ${words.title}`.slice(0, 120)
    const users = [by.actor.uuid]
    // Under an id of its own: a try is no receipt of the notification.
    const about = { uuid: delivery, notification_uuid: delivery, sender: by.actor.name, users }
    return planDelivery({ ...words, title, ...about }, at)
  },
  'email.send': (_sql, change, by, at) => ({
    kind: 'email',
    uuid: change.uuid,
    action: change.type,
    change: (before) => {
      const record = mustSee('email', before, by.sight)
      allowAction('email', 'send', record.status, by.permissions)
      checkBase({ ...record }, change.base, {})
      return { ...record, ...sentBy(by), status: 'Sent', sent_at: at, reached: change.reached }
    },
  }),
}

/** Name who sends: somebody else may have written the words, and they may have been changed since. */
function sentBy({ actor }: By) {
  return { user_uuid: actor.uuid, user_name: actor.name }
}

/** Plan the delivery to people of the own company in the transaction that sends. */
function planOwnDelivery(
  sql: Sql,
  { uuid, users }: OutgoingChange & { type: 'notification.send' },
  by: By,
  at: string,
): PlannedOfSomeKind[] {
  if (users.length === 0) return []
  const record = readSeen(sql, 'notification', uuid, by.sight)
  return planReceipts(sql, record, { users, sender: by.actor.name }, at)
}

/**
 * Plan a delivery to people of this company, once: sent again it changes nothing.
 * @param delivery its `uuid` is derived from the content, so that a retry plans the same delivery.
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

/** List those of people who have not switched off this kind of message: asked wherever a delivery of it is planned. */
export function listWanting(sql: Sql, users: readonly string[], kind: ChosenKind): string[] {
  return users.filter((user) => readChoices(sql, user)[kind] !== 'off')
}

type Words = Pick<Delivery, 'title' | 'subtitle' | 'subject' | 'short_message' | 'message'>

/** Find the words of a notification in a language; where there are none, those that it was written in. */
function findWords(notification: Notification, language: Language | undefined): Words {
  const { title, subtitle, subject, short_message, message, translations = [] } = notification
  const found = translations.find((one) => one.language === language)
  return found
    ? {
        title: found.title,
        subtitle: found.subtitle,
        message: found.message,
        subject: '',
        short_message: '',
      }
    : { title, subtitle, subject, short_message, message }
}

function wordsFor(sql: Sql, notification: Notification, user: string): Words {
  return findWords(notification, readRecord(sql, 'user', user)?.default_language)
}

/**
 * Plan the deliveries of a notification that was sent, by its own company: one for each of its languages with the people who
 * read it. Who has one already gets no second one, also where their language has changed since.
 */
function planReceipts(
  sql: Sql,
  notification: Notification,
  { users, sender }: { users: string[]; sender: string },
  at: string,
): PlannedOperation<'delivery'>[] {
  const { uuid: notification_uuid, translations = [] } = notification
  const known = new Set(listReaders(sql, notification_uuid))
  const fresh = listWanting(sql, users, 'written').filter((user) => !known.has(user))
  const groups = Map.groupBy(fresh, (user) => {
    const language = readRecord(sql, 'user', user)?.default_language
    return translations.some((one) => one.language === language) ? language : undefined
  })
  const company = readCompany(sql)?.uuid ?? ''
  return [...groups].map(([language, readers]) => {
    const uuid = derivedUuid(notification_uuid, language ? `${company} ${language}` : company)
    const about = { uuid, notification_uuid, sender, users: readers }
    return planDelivery({ ...findWords(notification, language), ...about }, at)
  })
}

function listReaders(sql: Sql, notification: string): string[] {
  return sql
    .all<{ reader: string }>(
      `SELECT reader.value AS reader FROM records, json_each(body, '$.users') AS reader
       WHERE kind = 'delivery' AND deleted_at IS NULL
         AND json_extract(body, '$.notification_uuid') = ?`,
      notification,
    )
    .map(({ reader }) => reader)
}
