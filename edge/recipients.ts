import type { Receipts, Reached } from '../domain/calls/notifications.ts'
import type { NamedCompany } from '../domain/calls/partners.ts'
import { storesAtOnce } from '../domain/catalog/limits.ts'
import type { Notification, Recipients } from '../domain/entities/notification.ts'
import { Fault } from '../domain/fault.ts'
import { isClosedTo } from '../domain/rules/open-visit.ts'
import { findRoad } from '../domain/rules/reach.ts'
import { askStores } from './ask-stores.ts'
import type { AccountContext } from './context.ts'
import { findCompanies, findCompany } from './directory/companies.ts'
import { companiesOf } from './directory/people.ts'
import { reminderWords } from './mail/notice-words.ts'
import { sendMails } from './mail/send.ts'
import { unwrap } from './outcome.ts'
import { reach } from './reach.ts'
import type { Person } from './store/queries/outgoing.ts'
import { asOfPartner } from './store/right.ts'

/** People of one company whom something is sent to, and the context that reaches them. */
export interface Group {
  context: AccountContext
  company_name: string
  people: Person[]
  /** Meant as well, and sent nothing: they may not sign in, or have switched such messages off. */
  left: (Person & { why: 'inactive' | 'off' })[]
}

/**
 * Find the people that recipients name, company by company: the own one, and others as far as the account reaches.
 * Companies out of reach are left out like ones that do not exist. Profiles of other companies are meant by their names.
 * @param wants decides about people who may switch such messages off.
 * @param companies to look in.
 * @returns the people, and the companies whose stores did not answer.
 */
export async function resolveRecipients(
  context: AccountContext,
  recipients: Recipients,
  wants: (person: Person) => boolean,
  companies: readonly string[],
): Promise<{ groups: Group[]; silent: NamedCompany[] }> {
  const { profiles } = recipients
  const names =
    profiles.length > 0
      ? await unwrap(context.own.ask({ name: 'profileNames', profiles }, context.by.sight))
      : []
  const { answers, silent } = await askReached(context, companies, async (company, reached) => {
    const named = company === context.company ? [] : names
    const whole = recipients.companies.includes(company)
    const meant = await unwrap(
      reached.own.ask({ name: 'recipients', recipients, whole, named }, reached.by.sight),
    )
    if (meant.length === 0) return null
    const people = meant.filter((one) => one.active && wants(one))
    const left = meant
      .filter((one) => !people.includes(one))
      .map((one) => ({ ...one, why: one.active ? ('off' as const) : ('inactive' as const) }))
    const company_name = await nameCompany(context, company)
    return { context: reached, company_name, people, left } satisfies Group
  })
  return { groups: answers, silent }
}

/** List the people of these companies whom a notification has reached, and when each has read it. */
export async function readReceipts(
  context: AccountContext,
  uuid: string,
  companies: readonly string[],
): Promise<Omit<Receipts, 'pages'>> {
  const asked = await askReached(context, companies, async (company_uuid, { own, by }) => {
    const found = await unwrap(own.ask({ name: 'receipts', notification: uuid }, by.sight))
    if (found.length === 0) return null
    const company_name = await nameCompany(context, company_uuid)
    return found.map((one) => ({ ...one, company_uuid, company_name }))
  })
  const people = asked.answers.flat()
  return {
    people,
    read: people.filter(({ read_at }) => read_at !== null).length,
    signed: people.filter(({ signed_at }) => signed_at !== null).length,
    ...saySilent(asked.silent),
  }
}

/**
 * Mail the readers of a notification in these companies who have not signed it yet, once a day at most.
 * @returns the number of people, and the companies whose stores did not answer.
 */
export async function remindReaders(
  context: AccountContext,
  record: Notification,
  companies: readonly string[],
): Promise<{ people: number; silent?: NamedCompany[] }> {
  if (!record.must_sign) return { people: 0 }
  const { title, uuid, translations = [] } = record
  const day = new Date().toISOString().slice(0, 10)
  const asked = await askReached(context, companies, async (company, { own, by }) => {
    const found = await unwrap(own.ask({ name: 'receipts', notification: uuid }, by.sight))
    const users = found.filter(({ signed_at }) => signed_at === null).map((one) => one.uuid)
    if (users.length === 0) return null
    const these = { recipients: { profiles: [], companies: [], users }, whole: false }
    const people = await unwrap(own.ask({ name: 'recipients', ...these }, by.sight))
    const mails = people
      .filter(({ active }) => active)
      .map(({ uuid: user, email, language }) => {
        const named = translations.find((one) => one.language === language)?.title ?? title
        const key = `${uuid}:remind:${day}:${user}`
        return { to: email, key, ...reminderWords(language, named) }
      })
    await sendMails(context.env, company, mails)
    return mails.length
  })
  const people = asked.answers.reduce((sum, count) => sum + count, 0)
  return { people, ...saySilent(asked.silent) }
}

/** Return the companies that recipients name, each once, the own one first. */
export async function nameCompanies(
  { env, company }: AccountContext,
  { companies, users }: Recipients,
): Promise<string[]> {
  return [...new Set([company, ...companies, ...(await companiesOf(env.DIRECTORY, users))])]
}

/** Cut the companies of one page: with the store that says who asks, so many are asked while somebody waits (decision 55). */
export function pageOfCompanies(
  companies: readonly string[],
  page = '1',
): { companies: string[]; pages: number } {
  const size = storesAtOnce - 1
  const at = (Number(page) - 1) * size
  return {
    companies: companies.slice(at, at + size),
    pages: Math.max(1, Math.ceil(companies.length / size)),
  }
}

/** Ask those of some companies that the account reaches, each by the context that reaches it; one that has nothing answers null. */
async function askReached<Value>(
  context: AccountContext,
  named: readonly string[],
  ask: (company: string, reached: AccountContext) => Promise<Value | null>,
): Promise<{ answers: Value[]; silent: NamedCompany[] }> {
  const { answers, silent } = await askStores(named, async (company) => {
    const reached = company === context.company ? context : await tryToReach(context, company)
    return reached && ask(company, reached)
  })
  return {
    answers: answers.filter((one) => one !== null),
    silent: silent.length > 0 ? await nameReached(context, silent) : [],
  }
}

/** Name those of some companies that the account reaches: that others exist is not said. */
async function nameReached(
  { env, account, company }: AccountContext,
  uuids: readonly string[],
): Promise<NamedCompany[]> {
  const known = await findCompanies(env.DIRECTORY, uuids)
  return uuids.flatMap((uuid) => {
    const found = known.get(uuid)
    const isReached = found && (uuid === company || findRoad(account, found) !== null)
    return isReached ? [{ uuid, name: found.name }] : []
  })
}

/** Name the companies whose stores did not answer; nothing where all did. */
export function saySilent(silent: NamedCompany[]): { silent?: NamedCompany[] } {
  return silent.length > 0 ? { silent } : {}
}

async function nameCompany({ env }: AccountContext, company: string): Promise<string> {
  return (await findCompany(env.DIRECTORY, company))?.name ?? ''
}

async function tryToReach(
  context: AccountContext,
  company: string,
): Promise<AccountContext | null> {
  try {
    const reached = await reach(context, company)
    if (reached.by.actor.via !== 'partner') return reached
    const known = await findCompany(context.env.DIRECTORY, company)
    const outline = asOfPartner(await unwrap(reached.own.describe()), known)
    return isClosedTo(outline, reached.by.actor) ? null : reached
  } catch (error) {
    if (error instanceof Fault && error.code === 'not_found') return null
    throw error
  }
}

/** Describe the people for a page. */
export function reachedOf(groups: readonly Group[]): Omit<Reached, 'pages'> {
  const at = ({ context, company_name }: Group) => ({
    company_uuid: context.company,
    company_name,
  })
  const people = groups.flatMap((group) =>
    group.people.map(({ uuid, name, language }) => ({ uuid, name, ...at(group), language })),
  )
  const excluded = groups.flatMap((group) =>
    group.left.map(({ uuid, name, why }) => ({ uuid, name, ...at(group), why })),
  )
  return { people, total: people.length, excluded }
}

/** Refuse to send while companies do not answer: their people would be left out unseen. */
export function notAll(silent: readonly NamedCompany[]): Fault {
  const names = silent.map(({ name }) => name).join(', ')
  return new Fault('timeout', `Nothing was sent, as these companies do not answer: ${names}`, {
    reason: 'companies_silent',
    params: { count: silent.length, names },
  })
}
