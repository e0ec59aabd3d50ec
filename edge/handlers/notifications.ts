import type { notificationCalls } from '../../domain/calls/notifications.ts'
import { type Notification, notification } from '../../domain/entities/notification.ts'
import { Fault } from '../../domain/fault.ts'
import type { AccountContext } from '../context.ts'
import { makeUuid } from '../make-uuid.ts'
import type { Handlers } from '../mount.ts'
import { unwrap } from '../outcome.ts'
import { reachedOf, readReceipts, remindReaders, resolveRecipients } from '../recipients.ts'
import { reauthenticate } from '../session/reauthenticate.ts'
import { mailNotification, wants } from '../store/notification-mails.ts'
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
  const {
    uuid: _uuid,
    created_at: _created,
    updated_at: _updated,
    planned: _planned,
    refused: _refused,
    keeper: _keeper,
    ...words
  } = record
  return words
}

/** Find the people that a notification would reach now. */
async function resolve(context: AccountContext, record: Notification) {
  return resolveRecipients(context, record.recipients, (one) => wants(one, record))
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
    const record = await find(context, params.id)
    return reachedOf(await resolve(context, record))
  },
  send: async ({ params }, context) => {
    const { own, company, opId, by } = context
    const record = await find(context, params.id)
    const waits = record.status !== 'Sent'
    // Of one that is sent already only a repeated delivery comes here: the store tells it from a second order.
    const groups = waits ? await resolve(context, record) : []
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
    const readers = groups.map((one) => ({ ...one, company: one.context.company }))
    await mailNotification(context.env, context.account.name, record, readers)
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
  plan: async ({ params, body }, { own, opId, by }) => {
    const change = { type: 'notification.plan', uuid: params.id, ...body, base: body.base } as const
    return await unwrap(own.change(change, opId, by))
  },
  withdraw: async ({ params, body }, { own, opId, by }) => {
    const change = { type: 'notification.withdraw', uuid: params.id, base: body.base } as const
    return await unwrap(own.change(change, opId, by))
  },
  remind: async ({ params }, context) => {
    const { own, opId, by } = context
    const record = await find(context, params.id)
    await unwrap(own.change({ type: 'notification.remind', uuid: params.id }, opId, by))
    return { people: await remindReaders(context, record) }
  },
  sign: async ({ params, body }, context) => {
    const { own, opId, by } = context
    const order = await reauthenticate(context, body)
    await unwrap(own.change({ type: 'delivery.sign', uuid: params.id, order }, opId, by))
    return unwrap(own.markRead(params.id, by))
  },
  receipts: async ({ params }, context) => readReceipts(context, await find(context, params.id)),
  mine: async ({ query }, { own, account, by }) =>
    unwrap(own.ask({ name: 'received', user: account.uuid, query }, by.sight)),
  read: async ({ params }, { own, by }) => unwrap(own.markRead(params.id, by)),
}
