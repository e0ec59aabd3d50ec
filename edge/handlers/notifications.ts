import type { notificationCalls } from '../../domain/calls/notifications.ts'
import { storesAtOnce } from '../../domain/catalog/limits.ts'
import { type Notification, notification } from '../../domain/entities/notification.ts'
import { Fault } from '../../domain/fault.ts'
import type { AccountContext } from '../context.ts'
import { doEach } from '../each.ts'
import { inTime } from '../in-time.ts'
import { logFailure } from '../log.ts'
import { makeUuid } from '../crypto/make-uuid.ts'
import type { Handlers } from '../mount.ts'
import { unwrap } from '../outcome.ts'
import {
  type Group,
  nameCompanies,
  notAll,
  pageOfCompanies,
  reachedOf,
  readReceipts,
  remindReaders,
  resolveRecipients,
  saySilent,
} from '../recipients.ts'
import { reauthenticate } from '../session/reauthenticate.ts'
import { mailNotification, wants } from '../store/notification-mails.ts'
import { bySystem } from '../store/publications.ts'
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
    waiting: _waiting,
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
  if (by.actor.key !== undefined || company !== account.company_uuid) {
    throw new Fault('forbidden', 'So many companies are written to by people, from their own', {
      reason: by.actor.key !== undefined ? 'not_by_key' : 'own_company_only',
    })
  }
  const { uuid, updated_at: base } = record
  const change = { type: 'notification.plan', uuid, at: null, base } as const
  return await unwrap(own.change(change, opId, by))
}

/** Find the people where their stores answer; where one does not, the company's own store goes on with all of it. */
async function resolveNow(
  context: AccountContext,
  record: Notification,
  companies: string[],
): Promise<Group[] | Notification> {
  const { groups, silent } = await resolve(context, record, companies)
  if (silent.length === 0) return groups
  const { company, account, by } = context
  if (by.actor.key !== undefined || company !== account.company_uuid) throw notAll(silent)
  return sendLater(context, record)
}

/**
 * Send to the people found. The record says so first, with the other companies that are still waiting, so that nobody changes what some
 * have received; those that take nothing now are tried again by the store.
 */
async function sendTo(
  context: AccountContext,
  record: Notification,
  groups: readonly Group[],
): Promise<Notification> {
  const { own, company, opId, by, env, account } = context
  const { uuid, updated_at: base } = record
  const isHere = (group: Group) => group.context.company === company
  const others = groups.filter((one) => !isHere(one) && one.people.length > 0)
  const here = groups.filter(isHere)
  const users = here.flatMap(({ people }) => people.map((one) => one.uuid))
  const waiting = others.map((one) => one.context.company)
  const sent = await unwrap(
    own.change({ type: 'notification.send', uuid, base, users, waiting }, opId, by),
  )
  const reached: Group[] = []
  const failures = await doEach(others, async (group) => {
    const to = group.people.map((one) => one.uuid)
    const change = { type: 'notification.deliver', notification: record, users: to } as const
    const there = group.context
    const delivering = there.own.change(change, makeUuid(), there.by)
    await unwrap(await inTime(`store of ${there.company}`, delivering))
    reached.push(group)
  })
  for (const failure of failures) logFailure('notification not sent to all', failure)
  const readers = [...here, ...reached].map((one) => ({ ...one, company: one.context.company }))
  await mailNotification(env, account.name, record, readers)
  if (reached.length === 0) return sent
  const arrived = reached.map((one) => ({
    company: one.context.company,
    people: one.people.length,
  }))
  const change = { type: 'notification.arrive', uuid, arrived } as const
  return unwrap(own.change(change, makeUuid(), bySystem))
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
    const { groups, silent } = await resolve(context, record, companies)
    return { ...reachedOf(groups), pages, ...saySilent(silent) }
  },
  send: async ({ params }, context) => {
    const record = await find(context, params.id)
    // Expect only a repeated delivery for one that is sent already: the store tells it from a second order.
    if (record.status === 'Sent') return sendTo(context, record, [])
    const companies = await nameCompanies(context, record.recipients)
    if (companies.length > storesAtOnce) return sendLater(context, record)
    const groups = await resolveNow(context, record, companies)
    if (!Array.isArray(groups)) return groups
    if (reachedOf(groups).total === 0) {
      throw new Fault('invalid', 'It would reach nobody', {
        field: 'recipients',
        reason: 'no_recipients',
      })
    }
    return sendTo(context, record, groups)
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
    const reminded = await remindReaders(context, record, now)
    if (rest.length === 0) return reminded
    context.later(async () => {
      for (let from = 0; from < rest.length; from += storesAtOnce) {
        // oxlint-disable-next-line no-await-in-loop
        await remindReaders(context, record, rest.slice(from, from + storesAtOnce))
      }
    })
    return { ...reminded, later: rest.length }
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
