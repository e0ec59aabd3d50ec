import * as v from 'valibot'
import { emailActions } from '../actions/outgoing.ts'
import { action, get, post } from '../call.ts'
import { Email, email } from '../entities/email.ts'
import { Recipients } from '../entities/notification.ts'
import { Name, Text, Timestamp, Uuid } from '../fields.ts'
import { Reached } from './notifications.ts'
import { createRow, deleteAction, editRow, searchRow } from './record-rows.ts'
import { byId, Page, PageQuery } from './shapes.ts'

/** One of the mails that an e-mail became. */
export const MailDelivery = v.strictObject({
  uuid: Uuid,
  recipient: v.string(),
  /** `kept`: this deployment sends no mails; `failed`: given up after several tries. */
  state: v.picklist(['queued', 'kept', 'sent', 'failed']),
  attempts: v.number(),
  /** Words of the mail service at the last try that failed; empty for none. */
  error: v.string(),
  created_at: Timestamp,
  sent_at: v.nullable(Timestamp),
  /** Time of the next try, where there is one. */
  next_at: v.nullable(Timestamp),
})
export type MailDelivery = v.InferOutput<typeof MailDelivery>

const fields = { subject: Name, message: Text }

export const emailCalls = {
  search: searchRow(email),
  create: createRow(email, emailActions.edit.needs, {
    ...fields,
    recipients: v.optional(Recipients),
  }),
  edit: editRow(email, emailActions.edit.needs, fields),
  editRecipients: post('/emails/edit_recipients/:id', {
    needs: emailActions.edit.needs,
    params: byId,
    body: v.strictObject({ recipients: Recipients, base: v.optional(Timestamp) }),
    data: Email,
  }),
  recipients: get('/emails/recipients/:id', {
    needs: 'emails.search',
    params: byId,
    data: Reached,
  }),
  /** To the account's own address and to no other. */
  test: action('/emails/test/:id', {
    needs: emailActions.test.needs,
    params: byId,
    data: v.strictObject({}),
  }),
  send: action('/emails/send/:id', {
    needs: emailActions.send.needs,
    params: byId,
    data: Email,
    timeout: 60_000,
  }),
  /** Mails of an e-mail that was sent, those that failed first. */
  deliveries: get('/emails/deliveries/:id', {
    needs: 'emails.search',
    params: byId,
    query: PageQuery,
    data: Page(MailDelivery),
  }),
  /** Queues its mails that were given up once more, and says how many. */
  retry: action('/emails/retry/:id', {
    needs: emailActions.retry.needs,
    params: byId,
    data: v.strictObject({ queued: v.number() }),
  }),
  delete: deleteAction(email, emailActions.delete.needs),
}
