import { Fault } from '../domain/fault.ts'
import type { Permission } from '../domain/permissions.ts'
import { closedGates } from '../domain/rules/device-sight.ts'
import { findOpenVisit } from '../domain/rules/open-visit.ts'
import type { AccountContext } from './context.ts'
import { findCompany } from './directory/companies.ts'
import { unwrap } from './outcome.ts'
import { flagsOf, listStopped } from './product-flags.ts'
import type { PersonBy, Right } from './store/by.ts'
import { asOfPartner, byElsewhere, checkVisit, notGranted, roadTo } from './store/right.ts'

/**
 * Let the account act in another company: the provider's people with `companies.reach`, and a partner's people in its
 * underlings (decisions R15). They have the permissions that they have at home, less what that company cannot use, and
 * see all of its swarms.
 * @param visit id of the visit that the call belongs to; null where it looks into the company without one; absent for what is no act
 * in the company, such as its administration by the provider.
 * @throws Fault `not_found`, the same for a company out of reach and for none; `refused` when the visit is over or needed.
 */
export async function reach(
  context: AccountContext,
  wanted: string,
  visit?: string | null,
): Promise<AccountContext> {
  const target = await findCompany(context.env.DIRECTORY, wanted)
  const via = roadTo(context.account, target)
  const own = context.store(wanted)
  const outline = asOfPartner(await unwrap(own.describe()), target)
  if (typeof visit === 'string') checkVisit(outline, visit, context.account.uuid)
  if (visit === null && outline.grantsVisits) throw notGranted()
  const off = listStopped(
    context.account.permissions,
    await flagsOf(context, { company_uuid: wanted }),
  )
  const home = off.length > 0 ? withOff(context.by, off) : context.by
  const by = byElsewhere(home, context.account.permissions, { company: wanted, via, outline })
  by.right = { ...withoutVisit(by.right, wanted), ...(typeof visit === 'string' && { visit }) }
  return {
    ...context,
    company: wanted,
    own,
    by,
    read: (kind, uuid) => unwrap(own.get(kind, uuid, by.sight)),
  }
}

/** Stop more permissions of a person, by flags of the company that they act in. */
function withOff(by: PersonBy, off: readonly Permission[]): PersonBy {
  return { ...by, right: { ...by.right, off: [...(by.right.off ?? []), ...off] } }
}

/** Act in a company by its uuid: the present one, the account's own, or one that it reaches. @throws Fault `not_found` */
export async function actIn(context: AccountContext, company: string): Promise<AccountContext> {
  if (company === context.company) return context
  if (company === context.account.company_uuid) return atHome(context)
  try {
    return await reach(context, company)
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'not_found') throw error
    // Word it differently from the refusal of the company that the whole call is made in.
    throw new Fault('not_found', 'There is no such company')
  }
}

/**
 * Act in another company as `actIn` does, in the account's own visit of it where one goes on: a company that grants visits takes people and
 * devices in a visit only (decision 80).
 */
export async function actInVisit(
  context: AccountContext,
  company: string,
): Promise<AccountContext> {
  const there = await actIn(context, company)
  if (company === context.company || company === context.account.company_uuid) return there
  const target = await findCompany(context.env.DIRECTORY, company)
  const { visits } = asOfPartner(await unwrap(there.own.describe()), target)
  const visit = findOpenVisit(visits, context.account.uuid)
  const { right } = there.by
  return visit === undefined ? there : { ...there, by: { ...there.by, right: { ...right, visit } } }
}

function atHome(context: AccountContext): AccountContext {
  const { account } = context
  const own = context.store(account.company_uuid)
  const sight = {
    kinds: context.by.sight.kinds,
    swarms: account.swarms,
    closed: closedGates(account.permissions),
  }
  return {
    ...context,
    company: account.company_uuid,
    own,
    read: (kind, uuid) => unwrap(own.get(kind, uuid, sight)),
    by: {
      actor: { ...context.by.actor, via: context.key === null ? 'account' : 'key' },
      sight,
      permissions: account.permissions,
      fourEyes: account.company_details.four_eyes === 'Y',
      right: withoutVisit(context.by.right, account.company_uuid),
      unconfirmed: account.unconfirmed ?? false,
      setBy: context.by.setBy ?? [],
      countedWith: account.counted_with ?? [],
    },
  }
}

/** Return the right of a call made in a visit, for its writes in another company than the visited one. */
function withoutVisit({ visit: _visit, ...right }: Right, company: string): Right {
  return { ...right, company }
}
