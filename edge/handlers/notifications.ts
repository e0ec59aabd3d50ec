import type { notificationCalls } from '../../domain/calls/notifications.ts'
import { type Notification, notification } from '../../domain/entities/notification.ts'
import { Fault } from '../../domain/fault.ts'
import type { AccountContext } from '../context.ts'
import { afterQuiet } from '../mail/quiet.ts'
import { sendMails } from '../mail/send.ts'
import { makeUuid } from '../make-uuid.ts'
import type { Handlers } from '../mount.ts'
import { unwrap } from '../outcome.ts'
import { type Group, reachedOf, readReceipts, resolveRecipients } from '../recipients.ts'
import { getHandler, searchHandler } from './reads.ts'
import { createHandler, deleteHandler, editHandler, newUuid } from './writes.ts'

/** First state of a notification. */
const fresh = { status: 'Waiting', sent_at: null, reached: null } as const

const initial = ({ account }: AccountContext) => ({
  ...fresh,
  user_uuid: account.uuid,
  user_name: account.name,
})

/** Return the words and recipients that a copy takes over. */
function wordsOf(record: Notification) {
  const { uuid: _uuid, created_at: _created, updated_at: _updated, ...words } = record
  return words
}

/** Send the words by mail as well to those who want that, once their quiet hours are over. */
async function mailTo(
  { env, account }: AccountContext,
  record: Notification,
  groups: readonly Group[],
): Promise<void> {
  for (const { context, people } of groups) {
    const mails = people
      .filter(({ choices }) => choices.written === 'mail')
      .map((person) => {
        const { title, message } =
          record.translations?.find((one) => one.language === person.language) ?? record
        const key = `${record.uuid}:${person.uuid}`
        const text = `${message}\n\n${account.name}\n`
        return { to: person.email, subject: title, text, key, notBefore: afterQuiet(person) }
      })
    await sendMails(env, context.company, mails)
  }
}

async function find({ own, by }: AccountContext, uuid: string): Promise<Notification> {
  return await unwrap(own.get('notification', uuid, by.sight))
}

export const notifications: Handlers<typeof notificationCalls> = {
  search: searchHandler(notification),
  get: getHandler(notification),
  create: createHandler(notification, (context) => ({
    subtitle: '',
    subject: '',
    short_message: '',
    ...initial(context),
  })),
  edit: editHandler(notification),
  delete: deleteHandler(notification),
  duplicate: async ({ params }, context) => {
    const { own, opId, by } = context
    const body = { ...wordsOf(await find(context, params.id)), ...initial(context) }
    const uuid = newUuid(context)
    const change = { type: 'record.create', kind: 'notification', uuid, body } as const
    return await unwrap(own.change(change, opId, by))
  },
  recipientsPreview: async ({ params }, context) => {
    const { recipients } = await find(context, params.id)
    return reachedOf(await resolveRecipients(context, recipients, true))
  },
  send: async ({ params }, context) => {
    const { own, company, opId, by } = context
    const record = await find(context, params.id)
    const waits = record.status === 'Waiting'
    // Of one that is sent already only a repeated delivery comes here: the store tells it from a second order.
    const groups = waits ? await resolveRecipients(context, record.recipients, true) : []
    const reached = reachedOf(groups).total
    if (reached === 0 && waits) {
      throw new Fault('invalid', 'It would reach nobody', {
        field: 'recipients',
        reason: 'no_recipients',
      })
    }
    // Other companies first, each once by its id: what fails in between is sent again by the next try.
    const others = groups.filter((one) => one.context.company !== company && one.people.length > 0)
    for (const group of others) {
      const users = group.people.map(({ uuid }) => uuid)
      const change = { type: 'notification.deliver', notification: record, users } as const
      await unwrap(group.context.own.change(change, makeUuid(), group.context.by))
    }
    const here = groups.find((group) => group.context.company === company)
    const change = {
      type: 'notification.send',
      uuid: record.uuid,
      base: record.updated_at,
      users: here?.people.map(({ uuid }) => uuid) ?? [],
      reached,
    } as const
    const sent = await unwrap(own.change(change, opId, by))
    await mailTo(context, record, groups)
    return sent
  },
  test: async ({ params, body }, context) => {
    const { own, opId, by } = context
    const { language } = body ?? {}
    const delivery = newUuid(context)
    const change = { type: 'notification.test', uuid: params.id, delivery, language } as const
    await unwrap(own.change(change, opId, by))
    return {}
  },
  receipts: async ({ params }, context) => readReceipts(context, await find(context, params.id)),
  mine: async ({ query }, { own, account, by }) =>
    unwrap(own.ask({ name: 'received', user: account.uuid, query }, by.sight)),
  read: async ({ params }, { own, by }) => unwrap(own.markRead(params.id, by)),
}
