import { notificationActions } from '../../domain/actions/outgoing.ts'
import {
  type Delivery,
  type Notification,
  notification,
} from '../../domain/entities/notification.ts'
import type { Language } from '../../domain/catalog/languages.ts'
import type { User } from '../../domain/entities/user.ts'
import { Fault } from '../../domain/fault.ts'
import { refusePermission } from '../../domain/permissions.ts'
import type { ChosenKind } from '../../domain/rules/message-choices.ts'
import { refusedWords, type RefusedReason } from '../mail/notice-words.ts'
import { derivedUuid } from '../crypto/derived-uuid.ts'
import { allowAction } from './allow.ts'
import { type By, mustSee, readSeen } from './by.ts'
import { openRecord } from './open-record.ts'
import { type PlannedOfSomeKind, type PlannedOperation, readRecord } from './operations.ts'
import type { Planners } from './planner.ts'
import { checkBase } from './record-changes.ts'
import { readCompany, readPerson } from './principal.ts'
import { signRecord, type SignatureOrder } from './sign.ts'
import type { Sql } from './sql.ts'
import { readChoices } from './user-settings.ts'

export type OutgoingChange =
  | {
      type: 'notification.send'
      uuid: string
      /** `updated_at` of what was read before its recipients were found. */
      base: string
      /** People of this company. */
      users: string[]
      /** Other companies, which receive it from now on: it cannot be changed any more while they do. */
      waiting: string[]
    }
  /** It has come to companies, with the number of people; those of whom nobody is left to receive it have none. */
  | { type: 'notification.arrive'; uuid: string; arrived: { company: string; people: number }[] }
  /** A notification of another company for people of this one; a second delivery finds the first. */
  | { type: 'notification.deliver'; notification: Notification; users: string[] }
  /** A try goes to the person who sends it, in one of its languages; `delivery` is the id of the message. */
  | { type: 'notification.test'; uuid: string; delivery: string; language: Language | undefined }
  /** The service sends it at a time; null is now, to more companies than are asked while somebody waits. */
  | { type: 'notification.plan'; uuid: string; at: string | null; base: string | undefined }
  | { type: 'notification.withdraw'; uuid: string; base: string | undefined }
  /** It could not be sent at its time, or to all; who sends it, or goes on with it, gets a message that says why. */
  | { type: 'notification.refuse'; uuid: string; why: RefusedReason }
  /** People who have not signed it get a mail: kept in the trail, the record stays. */
  | { type: 'notification.remind'; uuid: string }
  /** A reader signs what reached them. */
  | { type: 'delivery.sign'; uuid: string; order: SignatureOrder<'read'> }
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
        const { planned: _planned, refused: _refused, ...words } = record
        const { users, waiting } = change
        const sent = { status: 'Sent', sent_at: at, reached: users.length } as const
        return { ...words, ...sentBy(by), ...sent, ...(waiting.length > 0 && { waiting }) }
      },
    },
    ...planOwnDelivery(sql, change, by, at),
  ],
  'notification.arrive': (_sql, { uuid, arrived }) => ({
    kind: 'notification',
    uuid,
    action: 'notification.arrive',
    change: (before) => before && noteArrived(before, arrived),
  }),
  'notification.plan': (_sql, { uuid, at: due, base }, by, at) => ({
    kind: 'notification',
    uuid,
    action: 'notification.plan',
    change: (before) => {
      const record = mustSee('notification', before, by.sight)
      allowAction('notification', due === null ? 'send' : 'plan', record.status, by.permissions)
      const planned = {
        at: due === null ? at : laterThan(at, due),
        ...sentBy(by),
        zone: by.actor.zone ?? 'UTC',
      }
      checkBase({ ...record }, base, { planned })
      const { refused: _refused, ...words } = record
      return { ...words, status: 'Planned', planned }
    },
  }),
  'notification.withdraw': (_sql, { uuid, base }, by) => ({
    kind: 'notification',
    uuid,
    action: 'notification.withdraw',
    change: (before) => {
      const record = mustSee('notification', before, by.sight)
      allowAction('notification', 'withdraw', record.status, by.permissions)
      checkBase({ ...record }, base, {})
      const { planned: _planned, ...words } = record
      return { ...words, status: 'Waiting' }
    },
  }),
  'notification.refuse': (sql, { uuid, why }, _by, at) => {
    const record = readRecord(sql, 'notification', uuid)
    return [
      {
        kind: 'notification',
        uuid,
        action: 'notification.refuse',
        change: (before) => {
          if (before?.status === 'Sent' && before.waiting && !before.refused) {
            return { ...before, refused: { at, why } }
          }
          if (before?.status !== 'Planned') throw new Fault('refused', 'It is not planned')
          const { planned: _planned, ...words } = before
          return { ...words, status: 'Refused', refused: { at, why } }
        },
      },
      ...(record ? planRefusal(sql, record, why, at) : []),
    ]
  },
  'notification.remind': (_sql, { uuid }, by) => ({
    kind: 'notification',
    uuid,
    action: 'notification.remind',
    change: (before) => {
      const record = mustSee('notification', before, by.sight)
      allowAction('notification', 'remind', record.status, by.permissions)
      return record
    },
  }),
  'delivery.sign': (sql, { uuid, order }, by, at) => ({
    kind: 'delivery',
    uuid,
    action: 'delivery.sign',
    change: (before) => {
      // Answer as for none, so that nobody learns of a message that did not reach them.
      if (!before?.users.includes(by.actor.uuid) || !before.must_sign) {
        throw new Fault('not_found', 'No such notification')
      }
      const { signatures = [] } = before
      if (signatures.some(({ user_uuid }) => user_uuid === by.actor.uuid)) {
        throw new Fault('refused', 'You have signed it already', {
          reason: 'wrong_state',
          params: { state: 'signed', action: 'sign' },
        })
      }
      const signature = signRecord(sql, before, order, by, at)
      return { ...before, signatures: [...signatures, signature] }
    },
  }),
  'notification.deliver': (sql, { notification, users }, by, at) =>
    planReceipts(sql, notification, { users, sender: by.actor.name }, at),
  'notification.test': (sql, { uuid, delivery, language }, by, at) => {
    const record = readSeen(sql, 'notification', uuid, by.sight)
    allowAction('notification', 'test', record.status, by.permissions)
    const words =
      language === undefined ? wordsFor(sql, record, by.actor.uuid) : findWords(record, language)
    const title = `[Test] ${words.title}`.slice(0, 120)
    const users = [by.actor.uuid]
    // Give it an id of its own: a try is no receipt of the notification.
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

function laterThan(at: string, due: string): string {
  if (Date.parse(due) > Date.parse(at)) return new Date(due).toISOString()
  throw new Fault('invalid', 'Choose a time that is still to come', {
    field: 'at',
    reason: 'value_not_possible',
  })
}

/** Note companies that have received a notification; one that has been noted before counts once. */
function noteArrived(
  { waiting = [], reached, ...record }: Notification,
  arrived: readonly { company: string; people: number }[],
): Notification {
  const fresh = arrived.filter(({ company }) => waiting.includes(company))
  const left = waiting.filter((one) => fresh.every(({ company }) => company !== one))
  const people = fresh.reduce((sum, one) => sum + one.people, reached ?? 0)
  return { ...record, reached: people, ...(left.length > 0 && { waiting: left }) }
}

/** Plan the messages that a notification was not sent, or not to all, one for each language of those who hear it. */
function planRefusal(
  sql: Sql,
  record: Notification,
  why: RefusedReason,
  at: string,
): PlannedOperation<'delivery'>[] {
  const groups = Map.groupBy(listConcerned(sql, record), (person) => person.default_language)
  return [...groups].map(([language, people]) => {
    const uuid = derivedUuid(record.uuid, `refused ${record.planned?.at ?? at} ${language}`)
    const words = refusedWords(language, record, why)
    const users = people.map((person) => person.uuid)
    return planDelivery({ ...words, uuid, notification_uuid: uuid, sender: 'bApp', users }, at)
  })
}

/**
 * List the people who hear that a notification was not sent, or not to all: its sender, and who took it over. Where they have left,
 * everybody who may send it, so that a safety notice is not lost unseen.
 */
function listConcerned(sql: Sql, record: Notification): User[] {
  const own = [senderOf(record), record.keeper?.user_uuid]
  const people = sql
    .all<{ body: string }>(
      `SELECT body FROM records WHERE kind = 'user' AND deleted_at IS NULL
         AND json_extract(body, '$.active') = 'Y' AND json_extract(body, '$.service') IS NULL
       ORDER BY created_at, uuid`,
    )
    .map(({ body }) => openRecord('user', body))
  const concerned = people.filter(({ uuid }) => own.includes(uuid))
  return concerned.length > 0 ? concerned : people.filter(({ uuid }) => maySend(sql, uuid))
}

/** Return the person in whose name a notification is sent; undefined for one that nobody sends yet. */
export function senderOf({ status, planned, user_uuid }: Notification): string | undefined {
  return status === 'Sent' ? user_uuid : planned?.user_uuid
}

function maySend(sql: Sql, user: string): boolean {
  const known = readPerson(sql, user)
  const needed = [notification.permission, notificationActions.send.needs] as const
  return known !== null && needed.every((name) => refusePermission(name, known.asker) === null)
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
    Partial<
      Pick<
        Delivery,
        'created_at' | 'subtitle' | 'subject' | 'short_message' | 'about' | 'must_sign' | 'everyone'
      >
    >,
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
export function findWords(notification: Notification, language: Language | undefined): Words {
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
  const company = readCompany(sql)?.uuid ?? ''
  const forAll = isForEveryone(notification, company) ? { everyone: true as const } : {}
  const meant = forAll.everyone ? new Set([...users, ...listPeople(sql)]) : users
  // Send a notice that has to be signed to everybody: nobody can switch it off.
  const wanting = notification.must_sign ? [...meant] : listWanting(sql, [...meant], 'written')
  const fresh = wanting.filter((user) => !known.has(user))
  const groups = Map.groupBy(fresh, (user) => {
    const language = readRecord(sql, 'user', user)?.default_language
    return translations.some((one) => one.language === language) ? language : undefined
  })
  // Give people who joined since an earlier try a delivery of their own: the first one stays as others have signed it.
  const later = known.size > 0 ? ` after ${known.size}` : ''
  return [...groups].map(([language, readers]) => {
    const about = language ? `${company} ${language}` : company
    const uuid = derivedUuid(notification_uuid, `${about}${later}`)
    const mustSign = notification.must_sign ? { must_sign: true as const } : {}
    const facts = { uuid, notification_uuid, sender, users: readers, ...mustSign, ...forAll }
    return planDelivery({ ...findWords(notification, language), ...facts }, at)
  })
}

/**
 * List the people of the company who may sign in now. Recipients were found before this transaction: who has joined since would get a notice
 * to everybody neither with the others nor as one that was sent before they came.
 */
function listPeople(sql: Sql): string[] {
  return sql
    .all<{ uuid: string }>(
      `SELECT uuid FROM records WHERE kind = 'user' AND deleted_at IS NULL
         AND json_extract(body, '$.active') = 'Y' AND json_extract(body, '$.service') IS NULL ORDER BY name, uuid`,
    )
    .map(({ uuid }) => uuid)
}

/** Tell if a notification is for everybody of a company, as it is by then. */
function isForEveryone({ recipients }: Notification, company: string): boolean {
  return recipients.profiles.length === 0 && recipients.companies.includes(company)
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
