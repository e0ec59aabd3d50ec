import type { emailCalls } from '../../domain/calls/emails.ts'
import { storesAtOnce } from '../../domain/catalog/limits.ts'
import { type Email, email } from '../../domain/entities/email.ts'
import { Fault } from '../../domain/fault.ts'
import type { AccountContext } from '../context.ts'
import { readDeliveries } from '../mail/outbox.ts'
import { retryFailed, sendMails } from '../mail/send.ts'
import type { Handlers } from '../mount.ts'
import { unwrap } from '../outcome.ts'
import { nameCompanies, notAll, reachedOf, resolveRecipients, saySilent } from '../recipients.ts'
import { allowAction } from '../store/allow.ts'
import { searchHandler, storeOf } from './reads.ts'
import { createHandler, deleteHandler, editHandler } from './writes.ts'

const nobody = { profiles: [], companies: [], users: [] }

async function find(context: AccountContext, uuid: string): Promise<Email> {
  const store = await storeOf('email', context)
  return await unwrap(store.get('email', uuid, context.by.sight))
}

const edit = editHandler(email)

/**
 * Find the people that an e-mail would reach now, while its sender waits.
 * @throws Fault `invalid` for people of more companies than are asked at once: a notification is sent to them after the answer.
 */
async function resolve(context: AccountContext, { recipients }: Email) {
  const companies = await nameCompanies(context, recipients)
  // Count the sender's own store as well, also when they visit another company.
  const asked = new Set([context.account.company_uuid, ...companies])
  if (asked.size > storesAtOnce) {
    throw new Fault('invalid', `An e-mail goes to people of at most ${storesAtOnce} companies`, {
      field: 'recipients',
      reason: 'too_many_companies',
      params: { most: storesAtOnce },
    })
  }
  return resolveRecipients(context, recipients, () => true, companies)
}

export const emails: Handlers<typeof emailCalls> = {
  search: searchHandler(email),
  create: createHandler(email, ({ account }) => ({
    status: 'Waiting',
    sent_at: null,
    reached: null,
    recipients: nobody,
    user_uuid: account.uuid,
    user_name: account.name,
  })),
  edit,
  editRecipients: edit,
  recipients: async ({ params }, context) => {
    const { groups, silent } = await resolve(context, await find(context, params.id))
    return { ...reachedOf(groups), ...saySilent(silent) }
  },
  test: async ({ params }, context) => {
    const { account, env, by, company } = context
    const record = await find(context, params.id)
    allowAction('email', 'test', record.status, by.permissions)
    await sendMails(env, company, [
      { to: account.email, subject: `[Test] ${record.subject}`, text: record.message },
    ])
    return {}
  },
  send: async ({ params }, context) => {
    const { env, opId, by } = context
    const record = await find(context, params.id)
    const { groups, silent } = await resolve(context, record)
    if (silent.length > 0) throw notAll(silent)
    const { total: reached } = reachedOf(groups)
    // Expect only a repeated delivery for one that is sent already: the store tells it from a second order.
    if (reached === 0 && record.status === 'Waiting') {
      throw new Fault('invalid', 'It would reach nobody', {
        field: 'recipients',
        reason: 'no_recipients',
      })
    }
    const store = await storeOf('email', context)
    const change = {
      type: 'email.send',
      uuid: record.uuid,
      base: record.updated_at,
      reached,
    } as const
    // Write the record first: of two who send at once one is refused here, and nobody gets it twice.
    const sent = await unwrap(store.change(change, opId, by))
    for (const { context: group, people } of groups) {
      const mails = people.map((person) => ({
        to: person.email,
        subject: record.subject,
        text: record.message,
        // Queue the same mail to the same person once, whatever the number of deliveries.
        key: `${record.uuid}:${person.uuid}`,
      }))
      await sendMails(env, group.company, mails)
    }
    return sent
  },
  deliveries: async ({ params, query }, context) => {
    const { uuid } = await find(context, params.id)
    return readDeliveries(context.env.DIRECTORY, uuid, query)
  },
  retry: async ({ params }, context) => {
    const { uuid, status } = await find(context, params.id)
    const by = await unwrap(context.own.confirm(context.by))
    allowAction('email', 'retry', status, by.permissions)
    return { queued: await retryFailed(context.env, uuid) }
  },
  delete: deleteHandler(email),
}
