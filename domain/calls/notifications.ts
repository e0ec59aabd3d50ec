import * as v from 'valibot'
import { notificationActions } from '../actions/outgoing.ts'
import { action, get, post, search } from '../call.ts'
import {
  MessageSubject,
  Notification,
  notification,
  Recipients,
  Translations,
} from '../entities/notification.ts'
import { languageCodes } from '../catalog/languages.ts'
import { ContentHash, Line, Name, Text, Timestamp, Uuid } from '../fields.ts'
import { createRow, deleteAction, editRow, getRow, searchRow } from './record-rows.ts'
import { byId, Page, PageQuery, SilentCompanies } from './shapes.ts'
import { Signing } from './signing.ts'

const fields = {
  title: Name,
  subtitle: v.optional(Line),
  subject: v.optional(Line),
  short_message: v.optional(Line),
  message: Text,
  language: v.optional(v.picklist(languageCodes)),
  translations: v.optional(Translations),
  recipients: Recipients,
  must_sign: v.optional(v.boolean()),
}

const person = { uuid: Uuid, name: v.string(), company_uuid: Uuid, company_name: v.string() }

/** Whom recipients come to: people in reach of the account, each once. */
export const Reached = v.strictObject({
  people: v.array(v.strictObject({ ...person, language: v.optional(v.picklist(languageCodes)) })),
  total: v.number(),
  /** Pages of companies, where many are named. Absent from older services, which ask all at once. */
  pages: v.optional(v.number()),
  /** People who are meant and get nothing, with the reason. Absent from older services. */
  excluded: v.optional(
    v.array(v.strictObject({ ...person, why: v.picklist(['inactive', 'off']) })),
  ),
  silent: SilentCompanies,
})
export type Reached = v.InferOutput<typeof Reached>

/** A page of the companies that are named, of at most 49: each has a store that is asked. */
const CompanyPage = v.pick(PageQuery, ['page'])

/** People whom a notification has reached, and when each has read it. */
export const Receipts = v.strictObject({
  people: v.array(
    v.strictObject({
      ...person,
      read_at: v.nullable(Timestamp),
      /** Time at which they signed it; absent where they need not, and from older services. */
      signed_at: v.optional(v.nullable(Timestamp)),
    }),
  ),
  read: v.number(),
  signed: v.optional(v.number()),
  /** Pages of companies, where it went to many. Absent from older services. */
  pages: v.optional(v.number()),
  silent: SilentCompanies,
})
export type Receipts = v.InferOutput<typeof Receipts>

/** A notification that has reached the account. */
export const Received = v.strictObject({
  uuid: Uuid,
  /** The notification that was sent, or the record that it is about. Absent from older services. */
  notification_uuid: v.optional(Uuid),
  title: v.string(),
  subtitle: v.string(),
  subject: v.string(),
  short_message: v.string(),
  message: v.string(),
  sender: v.string(),
  about: v.optional(MessageSubject),
  created_at: Timestamp,
  read_at: v.nullable(Timestamp),
  /** Present where its readers sign it: when the account has, and the hash that its signature covers. */
  sign: v.optional(v.strictObject({ signed_at: v.nullable(Timestamp), record_hash: ContentHash })),
})
export type Received = v.InferOutput<typeof Received>

export const notificationCalls = {
  search: searchRow(notification),
  get: {
    ...getRow(notification),
    query: v.strictObject({ extended: v.optional(v.picklist(['0', '1'])) }),
  },
  create: createRow(notification, 'notifications.create', fields),
  edit: editRow(notification, notificationActions.edit.needs, fields),
  delete: deleteAction(notification, notificationActions.delete.needs),
  /** The copy waits to be sent. */
  duplicate: action('/notifications/duplicate/:id', {
    needs: notificationActions.duplicate.needs,
    params: byId,
    data: Notification,
  }),
  recipientsPreview: get('/notifications/recipients_preview/:id', {
    needs: 'notifications.search',
    params: byId,
    query: CompanyPage,
    data: Reached,
  }),
  /** Send it now; to many companies after the answer: it is `Planned` until all have it. */
  send: action('/notifications/send/:id', {
    needs: notificationActions.send.needs,
    params: byId,
    data: Notification,
  }),
  /** Have the service send it at a time, or at another one. The sender's right is asked for again then. */
  plan: post('/notifications/plan/:id', {
    reach: 'own',
    person: true,
    needs: notificationActions.plan.needs,
    params: byId,
    body: v.strictObject({ at: Timestamp, base: v.optional(Timestamp) }),
    data: Notification,
  }),
  /** It is not sent at its time; it goes on waiting. */
  withdraw: post('/notifications/withdraw/:id', {
    reach: 'own',
    needs: notificationActions.withdraw.needs,
    params: byId,
    body: v.strictObject({ base: v.optional(Timestamp) }),
    data: Notification,
  }),
  /** Mail those who have not signed it yet, in the companies that the account reaches. */
  remind: post('/notifications/remind/:id', {
    needs: notificationActions.remind.needs,
    params: byId,
    /** People who were reminded before the answer, and companies whose people are reminded after it. */
    data: v.strictObject({
      people: v.number(),
      later: v.optional(v.number()),
      silent: SilentCompanies,
    }),
  }),
  /** To the account itself and to nobody else, in one of its languages; it goes on waiting. A visitor has no messages here. */
  test: action('/notifications/test/:id', {
    reach: 'own',
    needs: notificationActions.test.needs,
    params: byId,
    body: v.optional(v.strictObject({ language: v.optional(v.picklist(languageCodes)) })),
    data: v.strictObject({}),
  }),
  receipts: get('/notifications/receipts/:id', {
    needs: 'notifications.search',
    params: byId,
    query: CompanyPage,
    data: Receipts,
  }),
  /** List the notifications of the account, newest first. */
  mine: get('/notifications/mine', {
    needs: null,
    reach: 'own',
    offline: 'cached',
    query: PageQuery,
    data: v.strictObject({
      ...Page(Received).entries,
      unread: v.number(),
      /** All that the account still has to sign, the oldest first. Absent from older services. */
      to_sign: v.optional(v.array(Received)),
    }),
  }),
  read: post('/notifications/read/:id', {
    needs: null,
    reach: 'own',
    params: byId,
    data: Received,
  }),
  /** Sign a message that was sent to the account: read and understood. */
  sign: post('/notifications/sign/:id', {
    needs: null,
    reach: 'own',
    person: true,
    params: byId,
    body: v.strictObject({ ...Signing.entries, meaning: v.literal('read') }),
    data: Received,
  }),
}

/** Kept beside the rows of its own kind: what a developer's page shows of mails that were not sent out. */
export const Mail = v.strictObject({
  uuid: Uuid,
  recipient: v.string(),
  subject: v.string(),
  text: v.string(),
  state: v.picklist(['queued', 'kept', 'sent', 'failed']),
  attempts: v.number(),
  error: v.string(),
  created_at: Timestamp,
  sent_at: v.nullable(Timestamp),
})

export const developerCalls = {
  /** Mails of the company, newest first. Never in production or validation. */
  outbox: search('/developer/outbox', {
    needs: 'developer.menu',
    query: PageQuery,
    data: Page(Mail),
  }),
}
