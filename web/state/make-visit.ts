import { companyCalls } from '../../domain/calls/companies.ts'
import type { NamedCompany } from '../../domain/calls/partners.ts'
import { visitCalls } from '../../domain/calls/visits.ts'
import { call } from '../client/call.ts'
import { readPages } from '../client/read-pages.ts'
import { keepVisit } from '../client/visiting.ts'
import { paths } from '../paths.ts'
import { account } from './session.ts'

/** List the companies that may be visited. @throws Fault */
export async function listVisitable(signal: AbortSignal): Promise<NamedCompany[]> {
  const own = account.peek()?.company_uuid
  const { rows, silent } = await readPages({
    pages: 'all',
    idOf: ({ uuid }: NamedCompany) => uuid,
    read: (page) => {
      const query = { limit: '500', page, order: 'name ASC' }
      return call(companyCalls.search, { query, body: {} }, { signal })
    },
  })
  // Offer one that does not answer now as well, which may do so when the visit begins.
  return [...rows, ...silent]
    .filter(({ uuid }) => uuid !== own)
    .map(({ uuid, name }) => ({ uuid, name }))
}

/** Begin a visit and reload the app in the other company. @throws Fault */
export async function beginVisit(
  company: string,
  body: { reason: string; minutes: number; emergency?: boolean },
  opId: string,
): Promise<void> {
  const user = account.peek()?.uuid
  if (!user) return
  const begun = await call(visitCalls.begin, { params: { id: company }, body }, { opId })
  keepVisit({ user, ...begun })
  location.assign(paths.home())
}
