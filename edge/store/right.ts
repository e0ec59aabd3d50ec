import type { Account } from '../../domain/calls/session.ts'
import { Fault } from '../../domain/fault.ts'
import { can, capabilityFor, type Permission } from '../../domain/permissions.ts'
import { entityOf, type Kind } from '../../domain/registry.ts'
import { closedGates } from '../../domain/rules/device-sight.ts'
import type { KnownCompany } from '../directory/companies.ts'
import type { PersonBy, Right } from './by.ts'
import type { CompanyOutline, Principal } from './principal.ts'

/** On whose behalf a request is made, at home. */
export function byOf({ account, sight, setBy = [] }: Principal, right: Right): PersonBy {
  const { credential } = right
  const key = 'key' in credential ? credential.key : null
  return {
    actor: {
      uuid: account.uuid,
      name: account.name,
      via: key === null ? 'account' : 'key',
      role: account.profile,
      zone: account.preferences.timezone,
      ...(key !== null && { key }),
    },
    sight,
    permissions: account.permissions,
    fourEyes: account.company_details.four_eyes === 'Y',
    unconfirmed: account.unconfirmed ?? false,
    setBy,
    right,
  }
}

/**
 * The same person acting in another company: what they may do there is what they may at home, less what that company
 * cannot use; they see all of its swarms (decisions R15).
 * @param held what they may at home.
 */
export function byElsewhere(
  home: PersonBy,
  held: readonly string[],
  there: { company: string; via: 'partner' | 'provider'; outline: CompanyOutline },
): PersonBy {
  const { capabilities, swarms, fourEyes } = there.outline
  const permissions = held.filter((name) => {
    const capability = capabilityFor(name as Permission)
    return capability === null || capability === 'provider' || capabilities[capability]
  })
  return {
    actor: { ...home.actor, via: there.via },
    sight: {
      kinds: home.sight.kinds.filter((kind) => can(permissions, entityOf(kind as Kind).permission)),
      swarms,
      closed: closedGates(permissions),
    },
    permissions,
    fourEyes,
    unconfirmed: home.unconfirmed ?? false,
    setBy: home.setBy ?? [],
    right: { ...home.right, company: there.company, needs: [...home.right.needs] },
  }
}

/**
 * Return the way from the account's company into another: as the provider, or as a partner into its underling (decisions
 * R15). @throws Fault `not_found`, the same for a company out of reach and for none.
 */
export function roadTo(
  account: Pick<Account, 'permissions' | 'partner' | 'company_uuid'>,
  target: KnownCompany | null,
): 'partner' | 'provider' {
  if (target && can(account.permissions, 'companies.reach')) return 'provider'
  const underling = target?.partner_uuid === account.company_uuid
  if (underling && account.partner === 'Y' && can(account.permissions, 'partners.search')) {
    return 'partner'
  }
  throw new Fault('not_found', 'No such company')
}

/** Refuses who does not hold a permission, now and again where the change is made. @throws Fault `forbidden` */
export function mustHold(permission: Permission, { right, permissions }: PersonBy): void {
  refuseWithout(permission, permissions)
  right.needs.push({ permission, company: right.company })
}

/** @throws Fault `forbidden` naming the permission that is not held. */
export function refuseWithout(permission: Permission, held: readonly string[]): void {
  if (can(held, permission)) return
  throw new Fault('forbidden', "You're not authorized to access this resource", {
    reason: 'permission_missing',
    params: { permission },
  })
}
