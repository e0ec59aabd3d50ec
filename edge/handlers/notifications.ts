import type { notificationCalls } from '../../domain/calls/notifications.ts'
import { storesAtOnce } from '../../domain/catalog/limits.ts'
import { type Notification, notification } from '../../domain/entities/notification.ts'
import { Fault } from '../../domain/fault.ts'
import type { AccountContext } from '../context.ts'
import { doEach } from '../each.ts'
import { logFailure } from '../log.ts'
import { makeUuid } from '../make-uuid.ts'
import type { Handlers } from '../mount.ts'
import { unwrap } from '../outcome.ts'
import {
  type Group,
  nameCompanies,
  pageOfCompanies,
  reachedOf,
  readReceipts,
  remindReaders,
  resolveRecipients,
} from '../recipients.ts'
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
async function resolve(context: AccountContext, record: Notification, companies: string[]) {
  return resolveRecipients(context, record.recipients, (one) => wants(one, record), companies)
}

/**
 * Send to more companies than are asked while somebody waits: it is planned for now, and the store sends it by the rights that its
 * sender has then. Only for people in their own company, whose rights the store knows.
 */
async function sendLater(context: AccountContext, record: Notification): Promise<Notification> {
  const { own, company, account, opId, by } = context
  if (by.actor.via === 'key' || company !== account.company_uuid) {
    throw new Fault('forbidden', 'So many companies are written to by people, from their own', {
      reason: by.actor.via === 'key' ? 'not_by_key' : 'own_company_only',
    })
  }
  const { uuid, updated_at: base } = record
  const change = { type: 'notification.plan', uuid, at: null, base } as const
  return await unwrap(own.change(change, opId, by))
}

/** Go on in the store where a company's own takes nothing now: the rest get it, and that one when it does. */
async function sendWithout(
  context: AccountContext,
  record: Notification,
  failure: unknown,
): Promise<Notification> {
  const { company, account, by } = context
  if (by.actor.via === 'key' || company !== account.company_uuid) throw failure
  logFailure('notification not sent to all', failure)
  return sendLater(context, record)
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
  recipientsPreview: async ({ params, query }, context) => {
    const record = await find(context, params.id)
    const named = await nameCompanies(context, record.recipients)
    const { companies, pages } = pageOfCompanies(named, query.page)
    return { ...reachedOf(await resolve(context, record, companies)), pages }
  },
  send: async ({ params }, context) => {
    const { own, company, opId, by } = context
    const record = await find(context, params.id)
    const waits = record.status !== 'Sent'
    const companies = waits ? await nameCompanies(context, record.recipients) : []
    if (companies.length > storesAtOnce) return sendLater(context, record)
    // Of one that is sent already only a repeated delivery comes here: the store tells it from a second order.
    let groups: Group[] = []
    try {
      if (waits) groups = await resolve(context, record, companies)
    } catch (error) {
      return sendWithout(context, record, error)
    }
    const reached = reachedOf(groups).total
    if (reached === 0 && waits) {
      throw new Fault('invalid', 'It would reach nobody', {
        field: 'recipients',
        reason: 'no_recipients',
      })
    }
    // Other companies first, each once by its id: what fails in between is sent again by the next try.
    const others = groups.filter((one) => one.context.company !== company && one.people.length > 0)
    const [failure] = await doEach(others, async (group) => {
      const users = group.people.map(({ uuid }) => uuid)
      const change = { type: 'notification.deliver', notification: record, users } as const
      await unwrap(group.context.own.change(change, makeUuid(), group.context.by))
    })
    if (failure !== undefined) return sendWithout(context, record, failure)
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
    const companies = await nameCompanies(context, record.recipients)
    const [now, rest] = [companies.slice(0, storesAtOnce), companies.slice(storesAtOnce)]
    const people = await remindReaders(context, record, now)
    if (rest.length === 0) return { people }
    context.later(async () => void (await remindReaders(context, record, rest)))
    return { people, later: rest.length }
  },
  sign: async ({ params, body }, context) => {
    const { own, opId, by } = context
    const order = await reauthenticate(context, body)
    await unwrap(own.change({ type: 'delivery.sign', uuid: params.id, order }, opId, by))
    return unwrap(own.markRead(params.id, by))
  },
  receipts: async ({ params, query }, context) => {
    const { uuid, recipients } = await find(context, params.id)
    const named = await nameCompanies(context, recipients)
    const { companies, pages } = pageOfCompanies(named, query.page)
    return { ...(await readReceipts(context, uuid, companies)), pages }
  },
  mine: async ({ query }, { own, account, by }) =>
    unwrap(own.ask({ name: 'received', user: account.uuid, query }, by.sight)),
  read: async ({ params }, { own, by }) => unwrap(own.markRead(params.id, by)),
}
