import { can, type Permission } from '../permissions.ts'

/** Permission of the provider's people to reach every company. */
export const reachNeeds = 'companies.reach' satisfies Permission

/** The way from an account's company into another: as the provider, or as a partner into its underling (decisions R15). */
export type Road = 'partner' | 'provider'

/** Facts of an account that decide which companies it reaches. */
export interface Traveller {
  permissions: readonly string[]
  partner: string
  company_uuid: string
}

/** Return the way that an account has into other companies: into every one, or into its underlings; null where it has none. */
export function reachOf({ permissions, partner }: Omit<Traveller, 'company_uuid'>): Road | null {
  if (can(permissions, reachNeeds)) return 'provider'
  return partner === 'Y' && can(permissions, 'partners.search') ? 'partner' : null
}

/** Return the way into another company; null where there is none. A company that is not there is `null`. */
export function findRoad(
  account: Traveller,
  target: { partner_uuid: string | null } | null,
): Road | null {
  const road = reachOf(account)
  if (target === null) return null
  if (road === 'partner' && target.partner_uuid !== account.company_uuid) return null
  return road
}
