import * as v from 'valibot'
import { notificationActions } from '../actions/outgoing.ts'
import { action, get, post, search } from '../call.ts'
import { MessageSubject, Notification, notification, Recipients } from '../entities/notification.ts'
import { Line, Name, Text, Timestamp, Uuid } from '../fields.ts'
import { createRow, deleteAction, editRow, getRow, searchRow } from './record-rows.ts'
import { byId, Page, PageQuery } from './shapes.ts'

const fields = {
  title: Name,
  subtitle: v.optional(Line),
  subject: v.optional(Line),
  short_message: v.optional(Line),
  message: Text,
  recipients: Recipients,
}

/** Whom recipients come to: people in reach of the account, each once. */
export const Reached = v.strictObject({
  people: v.array(
    v.strictObject({ uuid: Uuid, name: v.string(), company_uuid: Uuid, company_name: v.string() }),
  ),
  total: v.number(),
})

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
})
export type Received = v.InferOutput<typeof Received>

export const notificationCalls = {
  search: searchRow(notification),
  get: {
    ...getRow(notification),
    query: v.strictObject({ extended: v.optional(v.picklist(['0', '1'])) }),
  },
  create: createRow(notification, 'notifications.create', fields),
  edit: editRow(notification, 'notifications.edit', fields),
  delete: deleteAction(notification, 'notifications.delete'),
  /** The copy waits to be sent. */
  duplicate: action('/notifications/duplicate/:id', {
    needs: notificationActions.duplicate.needs,
    params: byId,
    data: Notification,
  }),
  recipientsPreview: get('/notifications/recipients_preview/:id', {
    needs: 'notifications.search',
    params: byId,
    data: Reached,
  }),
  send: action('/notifications/send/:id', {
    needs: notificationActions.send.needs,
    params: byId,
    data: Notification,
  }),
  /** List the notifications of the account, newest first. */
  mine: get('/notifications/mine', {
    needs: null,
    reach: 'own',
    offline: 'cached',
    query: PageQuery,
    data: v.strictObject({ ...Page(Received).entries, unread: v.number() }),
  }),
  read: post('/notifications/read/:id', {
    needs: null,
    reach: 'own',
    params: byId,
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
