import { useCallback, useMemo } from 'react'
import { companyCalls } from '../../../../domain/calls/companies.ts'
import type { NamedCompany } from '../../../../domain/calls/partners.ts'
import { type Company, company as companyEntity } from '../../../../domain/entities/company.ts'
import { reachOf } from '../../../../domain/rules/reach.ts'
import { call } from '../../../client/call.ts'
import { account } from '../../../state/session.ts'
import { useAnswer } from '../../../state/use-answer.ts'
import { useRecord } from '../../../state/use-records.ts'

const query = { limit: '500', order: 'name ASC' } as const

/**
 * Load the companies that the account sees: its own from this machine, a partner's underlings and the provider's
 * companies from the service (decisions R15). Null until the own one is known.
 */
export function useCompanies() {
  const who = account.value
  const own = useRecord(companyEntity, who?.company_uuid ?? null)
  const reaches = who !== null && reachOf(who) !== null
  const load = useCallback(
    (signal: AbortSignal) => (reaches ? readAll(signal) : Promise.resolve<Found>(nobody)),
    [reaches],
  )
  const { value, failure, again } = useAnswer(load)
  const companies = useMemo(() => {
    if (own === undefined || (value === null && failure.length === 0)) return null
    const others = (value?.found ?? []).filter(({ uuid }) => uuid !== who?.company_uuid)
    return own ? [own, ...others] : others
  }, [own, value, failure, who?.company_uuid])
  return { companies, silent: value?.silent, failure, again }
}

interface Found {
  found: Company[]
  /** Companies that did not answer. */
  silent: NamedCompany[]
}

const nobody: Found = { found: [], silent: [] }

async function readAll(signal: AbortSignal): Promise<Found> {
  const found: Company[] = []
  const silent: NamedCompany[] = []
  for (let page = 1; ; page += 1) {
    const parts = { query: { ...query, page: String(page) }, body: {} }
    const answer = await call(companyCalls.search, parts, { signal })
    found.push(...answer.data)
    silent.push(...(answer.silent ?? []))
    if (page >= answer.pages) return { found, silent }
  }
}
