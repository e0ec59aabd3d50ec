import * as v from 'valibot'
import { entity } from '../entity.ts'
import { author, keeper, Name, stamps, Text, Timestamp } from '../fields.ts'
import { OutgoingStatus, Recipients } from './notification.ts'

/** An e-mail of the provider to people of its companies: plain text, one mail for each person. */
export const Email = v.strictObject({
  ...stamps,
  subject: Name,
  message: Text,
  recipients: Recipients,
  status: OutgoingStatus,
  ...author,
  ...keeper,
  sent_at: v.nullable(Timestamp),
  /** Number of mails sent for it; null until it is sent. */
  reached: v.nullable(v.number()),
})
export type Email = v.InferOutput<typeof Email>

export const email = entity({
  kind: 'email',
  path: '/emails',
  permission: 'emails.search',
  schema: Email,
  indexes: ['status'],
  filters: ['status', 'user_uuid'],
  home: 'provider',
  scope: 'company',
  local: null,
  trash: null,
})
