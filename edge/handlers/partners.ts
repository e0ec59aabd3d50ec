import type { NamedCompany, Partner, partnerCalls } from '../../domain/calls/partners.ts'
import type { Company } from '../../domain/entities/company.ts'
import { Fault } from '../../domain/fault.ts'
import { type PartnerAction, stateOfCompany } from '../../domain/actions/company.ts'
import { reachOf } from '../../domain/rules/reach.ts'
import type { AccountContext } from '../context.ts'
import {
  changeCompany,
  findCompanies,
  findCompany,
  type KnownCompany,
  listCompanies,
  type WantedCompanies,
} from '../directory/companies.ts'
import { releaseUnderlings, setUnderlings, underlingsOf } from '../directory/underlings.ts'
import { followRecord } from '../directory/follow-record.ts'
import { pageOf } from '../organisation/list-companies.ts'
import type { Handlers } from '../mount.ts'
import { unwrap } from '../outcome.ts'
import { reach } from '../reach.ts'
import { allowAction } from '../store/allow.ts'
import type { PageQuery } from '../../domain/calls/shapes.ts'

export const partners: Handlers<typeof partnerCalls> = {
  listEligible: async ({ query }, { env }) => {
    const page = await listNamed(env.DIRECTORY, { state: 'plain' }, query)
    return { ...page, data: page.data.map(named) }
  },
  search: async ({ query, body }, context) => {
    const { env } = context
    const search = body?.search
    if (!seesAll(context)) return ownPartner(context, search)
    const page = await listNamed(env.DIRECTORY, { state: 'partner', search }, query)
    return { ...page, data: await describeAll(context, page.data) }
  },
  get: async ({ params }, context) => describe(context, await findPartner(context, params.id)),
  promote: async ({ params, body }, context) => {
    const known = await mayBe(context, params.id, 'promote')
    const there = await reach(context, known.uuid)
    // Write the record first and the directory last: nobody reaches more than the record says.
    await record(there, {
      type: 'company.promote',
      uuid: known.uuid,
      reason: body?.reason ?? '',
    })
    await followPartner(there)
    return describe(context, known)
  },
  declass: async ({ params, body }, context) => {
    const { env } = context
    const known = await findKnown(context, params.id)
    const there = await reach(context, known.uuid)
    // Write the directory first here, so that the record says whether there is still something to be done.
    const { isPartner } = await readRecord(there)
    const state = isPartner === 'Y' && known.provider === 0 ? 'partner' : stateOfCompany(known)
    allowAction('company', 'declass', state, context.account.permissions)
    await unwrap(there.own.confirm(there.by))
    await releaseUnderlings(env.DIRECTORY, known.uuid, [])
    const updatedAt = new Date().toISOString()
    await changeCompany(env.DIRECTORY, known.uuid, { partner: false, updatedAt })
    await record(there, { type: 'company.declass', uuid: known.uuid, reason: body?.reason ?? '' })
    await followPartner(there)
    return {}
  },
  setUnderlingsForm: async ({ params }, context) => {
    const known = await mayBe(context, params.id, 'set_underlings')
    const partner = await describe(context, known)
    const free = await listCompanies(
      context.env.DIRECTORY,
      { state: 'plain' },
      { limit: 500, offset: 0 },
    )
    return {
      record: partner,
      options: {
        underlings: [...partner.underlings, ...free.companies].map(({ uuid, name }) => ({
          value: uuid,
          label: name,
        })),
      },
    }
  },
  setUnderlings: async ({ params, body }, context) => {
    const { env } = context
    const known = await mayBe(context, params.id, 'set_underlings')
    const wanted = [...new Set(body.underlings)]
    await checkUnderlings(context, known.uuid, wanted)
    const there = await reach(context, known.uuid)
    await unwrap(there.own.confirm(there.by))
    // Release underlings first and add new ones last: in between nobody reaches more than the record says.
    await releaseUnderlings(env.DIRECTORY, known.uuid, wanted)
    await record(there, {
      type: 'company.underlings',
      uuid: known.uuid,
      underlings: wanted,
      reason: body.reason ?? '',
    })
    await followPartner(there, ({ underlings = [] }) =>
      setUnderlings(env.DIRECTORY, known.uuid, underlings),
    )
    return describe(context, known)
  },
  underlings: async ({ params, query }, context) => {
    const { uuid } = await findPartner(context, params.id)
    const page = await listNamed(context.env.DIRECTORY, { partner: uuid }, query)
    return { ...page, data: page.data.map(named) }
  },
}

function seesAll({ account }: AccountContext): boolean {
  return reachOf(account) === 'provider'
}

function named({ uuid, name }: NamedCompany): NamedCompany {
  return { uuid, name }
}

async function describe(context: AccountContext, company: NamedCompany): Promise<Partner> {
  const [partner] = await describeAll(context, [company])
  return partner as Partner
}

async function describeAll(
  { env }: AccountContext,
  companies: readonly NamedCompany[],
): Promise<Partner[]> {
  const underlings = await underlingsOf(
    env.DIRECTORY,
    companies.map(({ uuid }) => uuid),
  )
  return companies.map((one) => ({ ...named(one), underlings: underlings.get(one.uuid) ?? [] }))
}

async function listNamed(directory: D1Database, wanted: WantedCompanies, query: PageQuery) {
  const { limit, offset } = pageOf(query)
  const { companies, total } = await listCompanies(directory, wanted, {
    limit,
    offset,
    order: query.order,
  })
  return { data: companies, total, pages: Math.max(1, Math.ceil(total / limit)) }
}

/** List the one partner that the account's own company is. */
async function ownPartner(context: AccountContext, search: string | undefined) {
  const known = await findCompany(context.env.DIRECTORY, context.account.company_uuid)
  const fits =
    known?.partner === 1 && known.name.toLowerCase().includes((search ?? '').toLowerCase())
  const data = fits ? [await describe(context, known)] : []
  return { data, pages: 1, total: data.length }
}

/** @throws Fault `not_found` for a company that is not there or, for who is not of the provider, not the own. */
async function findKnown(context: AccountContext, uuid: string): Promise<KnownCompany> {
  const known = await findCompany(context.env.DIRECTORY, uuid)
  const seen = seesAll(context) || uuid === context.account.company_uuid
  if (known && seen) return known
  throw new Fault('not_found', 'No such company')
}

async function findPartner(context: AccountContext, uuid: string): Promise<KnownCompany> {
  const known = await findKnown(context, uuid)
  if (known.partner === 1) return known
  throw new Fault('not_found', 'No such company')
}

/** Return the company when its state in the directory allows the action. @throws Fault */
async function mayBe(
  context: AccountContext,
  uuid: string,
  action: PartnerAction,
): Promise<KnownCompany> {
  const known = await findKnown(context, uuid)
  allowAction('company', action, stateOfCompany(known), context.account.permissions)
  return known
}

/** @throws Fault `invalid` for an unknown one, `refused` for one that cannot be an underling. */
async function checkUnderlings(
  context: AccountContext,
  partner: string,
  wanted: readonly string[],
): Promise<void> {
  const companies = await findCompanies(context.env.DIRECTORY, wanted)
  for (const [index, uuid] of wanted.entries()) {
    const field = `underlings.${index}`
    const known = companies.get(uuid)
    if (!known) {
      throw new Fault('invalid', 'There is no such company', { field, reason: 'company_unknown' })
    }
    const state = stateOfCompany(known)
    if (state === 'plain' || (state === 'underling' && known.partner_uuid === partner)) continue
    throw new Fault('refused', 'This company cannot be an underling', {
      field,
      reason: 'wrong_state',
      params: { state, action: 'link' },
    })
  }
}

type PartnerChange = Extract<
  Parameters<AccountContext['own']['change']>[0],
  { type: 'company.promote' | 'company.declass' | 'company.underlings' }
>

async function record({ own, opId, by }: AccountContext, change: PartnerChange): Promise<void> {
  await unwrap(own.change(change, opId, by))
}

/** Copy to the directory whether the company that is acted in is a partner. @param further what else of its record is copied. */
async function followPartner(
  there: AccountContext,
  further: (record: Company) => Promise<void> = async () => {},
): Promise<void> {
  const { env, company: uuid } = there
  await followRecord(
    () => readRecord(there),
    async (known) => {
      const { isPartner, updated_at: updatedAt } = known
      await further(known)
      await changeCompany(env.DIRECTORY, uuid, { partner: isPartner === 'Y', updatedAt })
    },
  )
}

async function readRecord({ own, company, by }: AccountContext): Promise<Company> {
  return unwrap(own.get('company', company, by.sight))
}
