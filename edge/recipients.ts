import type { Receipts, Reached } from '../domain/calls/notifications.ts'
import { storesAtOnce } from '../domain/catalog/limits.ts'
import type { Notification, Recipients } from '../domain/entities/notification.ts'
import { Fault } from '../domain/fault.ts'
import { isClosedTo } from '../domain/rules/open-visit.ts'
import type { AccountContext } from './context.ts'
import { findCompany } from './directory/companies.ts'
import { companiesOf } from './directory/people.ts'
import { reminderWords } from './mail/notice-words.ts'
import { sendMails } from './mail/send.ts'
import { unwrap } from './outcome.ts'
import { reach } from './reach.ts'
import type { Person } from './store/queries/outgoing.ts'

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
 * Companies out of reach are left out like ones that do not exist.
 * @param wants decides about people who may switch such messages off.
 * @param companies to look in; all that the recipients name without it.
 */
export async function resolveRecipients(
  context: AccountContext,
  recipients: Recipients,
  wants: (person: Person) => boolean = () => true,
  companies?: readonly string[],
): Promise<Group[]> {
  const groups: Group[] = []
  const named = companies ?? (await nameCompanies(context, recipients))
  for (const [company, reached] of await reachCompanies(context, named)) {
    const whole = recipients.companies.includes(company)
    const meant = await unwrap(
      reached.own.ask({ name: 'recipients', recipients, whole }, reached.by.sight),
    )
    if (meant.length === 0) continue
    const people = meant.filter((one) => one.active && wants(one))
    const left = meant
      .filter((one) => !people.includes(one))
      .map((one) => ({ ...one, why: one.active ? ('off' as const) : ('inactive' as const) }))
    const company_name = await nameCompany(context, company)
    groups.push({ context: reached, company_name, people, left })
  }
  return groups
}

/** List the people of these companies whom a notification has reached, and when each has read it. */
export async function readReceipts(
  context: AccountContext,
  uuid: string,
  companies: readonly string[],
): Promise<Omit<Receipts, 'pages'>> {
  const people: Receipts['people'] = []
  for (const [company_uuid, reached] of await reachCompanies(context, companies)) {
    const found = await unwrap(
      reached.own.ask({ name: 'receipts', notification: uuid }, reached.by.sight),
    )
    if (found.length === 0) continue
    const company_name = await nameCompany(context, company_uuid)
    people.push(...found.map((one) => ({ ...one, company_uuid, company_name })))
  }
  return {
    people,
    read: people.filter(({ read_at }) => read_at !== null).length,
    signed: people.filter(({ signed_at }) => signed_at !== null).length,
  }
}

/**
 * Mail the readers of a notification in these companies who have not signed it yet, once a day at most.
 * @returns the number of people.
 */
export async function remindReaders(
  context: AccountContext,
  record: Notification,
  companies: readonly string[],
): Promise<number> {
  if (!record.must_sign) return 0
  const { title, uuid, translations = [] } = record
  const day = new Date().toISOString().slice(0, 10)
  let count = 0
  for (const [company, reached] of await reachCompanies(context, companies)) {
    const { own, by } = reached
    const found = await unwrap(own.ask({ name: 'receipts', notification: uuid }, by.sight))
    const users = found.filter(({ signed_at }) => signed_at === null).map((one) => one.uuid)
    if (users.length === 0) continue
    const asked = { recipients: { profiles: [], companies: [], users }, whole: false }
    const people = await unwrap(own.ask({ name: 'recipients', ...asked }, by.sight))
    const mails = people
      .filter(({ active }) => active)
      .map(({ uuid: user, email, language }) => {
        const named = translations.find((one) => one.language === language)?.title ?? title
        const key = `${uuid}:remind:${day}:${user}`
        return { to: email, key, ...reminderWords(language, named) }
      })
    await sendMails(context.env, company, mails)
    count += mails.length
  }
  return count
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

/** Return those of some companies that the account reaches, each with the context that reaches it. */
async function reachCompanies(
  context: AccountContext,
  named: readonly string[],
): Promise<[company: string, reached: AccountContext][]> {
  const found: [string, AccountContext][] = []
  for (const company of named) {
    const reached = company === context.company ? context : await tryToReach(context, company)
    if (reached) found.push([company, reached])
  }
  return found
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
    return isClosedTo(await unwrap(reached.own.describe()), reached.by.actor) ? null : reached
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
