import * as v from 'valibot'
import { emailActions } from '../actions/outgoing.ts'
import { action, get, post } from '../call.ts'
import { Email, email } from '../entities/email.ts'
import { Recipients } from '../entities/notification.ts'
import { Name, Text, Timestamp } from '../fields.ts'
import { Reached } from './notifications.ts'
import { createRow, deleteAction, editRow, searchRow } from './record-rows.ts'
import { byId } from './shapes.ts'

const fields = { subject: Name, message: Text }

export const emailCalls = {
  search: searchRow(email),
  create: createRow(email, 'emails.edit', { ...fields, recipients: v.optional(Recipients) }),
  edit: editRow(email, 'emails.edit', fields),
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
  delete: deleteAction(email, 'emails.delete'),
}
