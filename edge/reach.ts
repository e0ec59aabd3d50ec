import { Fault } from '../domain/fault.ts'
import { can, capabilityFor, type Permission } from '../domain/permissions.ts'
import type { AccountContext } from './context.ts'
import { findCompany } from './directory/companies.ts'
import { unwrap } from './outcome.ts'

/**
 * The same account acting in another company: the provider's people with `companies.reach`, and a partner's people
 * in its underlings (decisions R15). What they may do there is what they may at home, less what that company cannot
 * use; they see all of its swarms.
 * @throws Fault `not_found`, the same for a company out of reach and for none.
 */
export async function reach(context: AccountContext, wanted: string): Promise<AccountContext> {
  const via = await roadTo(context, wanted)
  const own = context.store(wanted)
  const { capabilities, swarms, fourEyes } = await unwrap(own.describe())
  const permissions = context.account.permissions.filter((name) => {
    const capability = capabilityFor(name as Permission)
    return capability === null || capability === 'provider' || capabilities[capability]
  })
  return {
    ...context,
    company: wanted,
    own,
    by: {
      actor: { ...context.by.actor, via },
      sight: { kinds: context.by.sight.kinds, swarms },
      permissions,
      fourEyes,
    },
  }
}

async function roadTo(context: AccountContext, wanted: string): Promise<'partner' | 'provider'> {
  const { account, env } = context
  const target = await findCompany(env.DIRECTORY, wanted)
  if (target && can(account.permissions, 'companies.reach')) return 'provider'
  const underling = target?.partner_uuid === account.company_uuid
  if (underling && account.partner === 'Y' && can(account.permissions, 'partners.search'))
    return 'partner'
  throw new Fault('not_found', 'No such company')
}
