import type { Recipients } from '../domain/entities/notification.ts'
import { Fault } from '../domain/fault.ts'
import type { AccountContext } from './context.ts'
import { findCompany } from './directory/companies.ts'
import { companiesOf } from './directory/people.ts'
import { unwrap } from './outcome.ts'
import { reach } from './reach.ts'
import type { Person } from './store/queries/outgoing.ts'

/** People of one company whom something is sent to, and the context that reaches them. */
export interface Group {
  context: AccountContext
  company_name: string
  people: Person[]
}

/**
 * Whom recipients come to, company by company: the own one, and others as far as the account reaches. What is out of
 * reach is left out, exactly as if it were not there.
 */
export async function resolveRecipients(
  context: AccountContext,
  recipients: Recipients,
): Promise<Group[]> {
  const { DIRECTORY } = context.env
  const named = new Set([
    context.company,
    ...recipients.companies,
    ...(await companiesOf(DIRECTORY, recipients.users)),
  ])
  const groups: Group[] = []
  for (const company of named) {
    const reached = company === context.company ? context : await tryToReach(context, company)
    if (!reached) continue
    const whole = recipients.companies.includes(company)
    const people = await unwrap(
      reached.own.ask({ name: 'recipients', recipients, whole }, reached.by.sight),
    )
    if (people.length === 0) continue
    const known = await findCompany(DIRECTORY, company)
    groups.push({ context: reached, company_name: known?.name ?? '', people })
  }
  return groups
}

async function tryToReach(
  context: AccountContext,
  company: string,
): Promise<AccountContext | null> {
  try {
    return await reach(context, company)
  } catch (error) {
    if (error instanceof Fault && error.code === 'not_found') return null
    throw error
  }
}

/** The people as a page shows them. */
export function reachedOf(groups: readonly Group[]) {
  const people = groups.flatMap(({ context, company_name, people }) =>
    people.map(({ uuid, name }) => ({ uuid, name, company_uuid: context.company, company_name })),
  )
  return { people, total: people.length }
}
