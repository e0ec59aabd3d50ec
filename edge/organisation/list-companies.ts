import { utcOf } from '../../domain/calendar.ts'
import type { NamedCompany } from '../../domain/calls/partners.ts'
import type { SearchBody } from '../../domain/calls/record-rows.ts'
import type { SortedQuery } from '../../domain/calls/shapes.ts'
import { listPageSize, storesAtOnce } from '../../domain/catalog/limits.ts'
import type { Company } from '../../domain/entities/company.ts'
import { reachOf, type Traveller } from '../../domain/rules/reach.ts'
import { askStores } from '../ask-stores.ts'
import type { AccountContext } from '../context.ts'
import { listCompanies, type WantedCompanies } from '../directory/companies.ts'
import { unwrap } from '../outcome.ts'
import { outsideView } from './outside-view.ts'

interface CompanyPage {
  data: Company[]
  pages: number
  total: number
  next: string | null
  silent?: NamedCompany[]
}

/**
 * List the companies that an account sees: the one it acts in; at home, a partner's with its underlings, and for the
 * provider's people every one of the region. The directory chooses the page, the records come from their stores: a page of several
 * companies has at most as many as may be asked while somebody waits, with `pages` counted by it, whatever its limit. Companies whose stores
 * do not answer are named instead.
 */
export async function listRecords(
  context: AccountContext,
  query: SortedQuery,
  body: SearchBody,
): Promise<CompanyPage> {
  const wanted = wantedBy(context, body)
  if (!wanted) return listOwn(context, query, body)
  const { limit, offset } = pageOf(query, mostRecords)
  const { order, after } = query
  const page = { limit, offset, order, after }
  const { companies, total, next } = await listCompanies(context.env.DIRECTORY, wanted, page)
  const { answers, silent } = await askStores(
    companies.map(({ uuid }) => uuid),
    (uuid) => context.store(uuid).get('company', uuid, context.by.sight),
  )
  const missing = companies.filter(({ uuid }) => silent.includes(uuid))
  return {
    // Leave out one that is being made or closed at this moment, which has no record.
    data: answers.flatMap((found) => (found.ok ? [outsideView(context, found.value)] : [])),
    pages: Math.max(1, Math.ceil(total / limit)),
    total,
    next,
    ...(missing.length > 0 && { silent: missing.map(({ uuid, name }) => ({ uuid, name })) }),
  }
}

/** Return the companies to look for; null for an account that sees one company only. */
function wantedBy(context: AccountContext, body: SearchBody): WantedCompanies | null {
  const { account, company } = context
  if (company !== account.company_uuid) return null
  const { update_from, update_to, search } = body ?? {}
  const period = {
    updateFrom: update_from && utcOf(update_from),
    updateTo: update_to && utcOf(update_to),
    search,
  }
  const reached = reachedBy(account)
  return reached && { ...period, ...reached }
}

/** Return the companies that an account reaches, its own among them; null where it reaches no other one. */
function reachedBy(account: Traveller): WantedCompanies | null {
  const road = reachOf(account)
  if (road === 'partner') return { partner: account.company_uuid, withPartner: true }
  return road && {}
}

/** List the companies that people and devices of the present one may move to. */
export async function companyChoices({
  account,
  company,
  env,
}: AccountContext): Promise<{ value: string; label: string }[]> {
  const reached = reachedBy(account)
  if (!reached) return []
  const { companies } = await listCompanies(env.DIRECTORY, reached, { limit: 500, offset: 0 })
  return companies
    .filter(({ uuid }) => uuid !== company)
    .map(({ uuid, name }) => ({ value: uuid, label: name }))
}

async function listOwn(
  { own, by }: AccountContext,
  query: SortedQuery,
  body: SearchBody,
): Promise<CompanyPage> {
  const { update_from: updateFrom, update_to: updateTo, search } = body ?? {}
  const filter = { updateFrom, updateTo, search }
  return await unwrap(own.list('company', query, by.sight, filter))
}

/** Companies of a page whose records are read: the store of the person who asks is one more. */
const mostRecords = storesAtOnce - 1

/** Return the range of rows that a query requests. @param most rows of a page, whatever is requested. */
export function pageOf(query: SortedQuery, most = Infinity): { limit: number; offset: number } {
  const limit = Math.min(Number(query.limit ?? listPageSize), most)
  return { limit, offset: (Number(query.page ?? 1) - 1) * limit }
}
