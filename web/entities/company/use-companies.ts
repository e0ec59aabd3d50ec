import { useCallback, useMemo } from 'react'
import { companyCalls } from '../../../domain/calls/companies.ts'
import type { NamedCompany } from '../../../domain/calls/partners.ts'
import { type Company, company as companyEntity } from '../../../domain/entities/company.ts'
import { reachOf } from '../../../domain/rules/reach.ts'
import { call } from '../../client/call.ts'
import { account } from '../../state/session.ts'
import { type Loaded, useAnswer } from '../../state/use-answer.ts'
import { useRecord } from '../../state/use-records.ts'

const query = { limit: '500', order: 'name ASC' } as const

/** Load the companies that the account reaches beside its own: a partner's underlings, all of the provider (decisions R15). */
export function useReachedCompanies(): Loaded<Reached> {
  const who = account.value
  const reaches = who !== null && reachOf(who) !== null
  const load = useCallback(
    (signal: AbortSignal) => (reaches ? readAll(signal) : Promise.resolve<Reached>(nobody)),
    [reaches],
  )
  return useAnswer(load)
}

/** Load the companies that the account sees: its own from this machine, others from the service. Null until the own one is known. */
export function useCompanies() {
  const who = account.value
  const own = useRecord(companyEntity, who?.company_uuid ?? null)
  const { value, failure, again } = useReachedCompanies()
  const companies = useMemo(() => {
    if (own === undefined || (value === null && failure.length === 0)) return null
    const others = (value?.found ?? []).filter(({ uuid }) => uuid !== who?.company_uuid)
    return own ? [own, ...others] : others
  }, [own, value, failure, who?.company_uuid])
  return { companies, silent: value?.silent, failure, again }
}

interface Reached {
  found: Company[]
  /** Companies that did not answer. */
  silent: NamedCompany[]
}

const nobody: Reached = { found: [], silent: [] }

async function readAll(signal: AbortSignal): Promise<Reached> {
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
