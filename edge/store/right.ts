import type { Account } from '../../domain/calls/session.ts'
import { Fault } from '../../domain/fault.ts'
import { can, type Permission, refuseThere } from '../../domain/permissions.ts'
import { sightOf } from '../../domain/rules/access.ts'
import { sincePartner } from '../../domain/rules/open-visit.ts'
import { findRoad, type Road } from '../../domain/rules/reach.ts'
import type { KnownCompany } from '../directory/companies.ts'
import type { PersonBy, Right } from './by.ts'
import type { CompanyOutline, Principal } from './principal.ts'

/** Describe the person on whose behalf a request is made, at home. */
export function byOf({ account, sight, setBy = [] }: Principal, right: Right): PersonBy {
  const { credential } = right
  const key = 'key' in credential ? credential.key : null
  const permissions = leaveOff(account.permissions, right)
  return {
    actor: {
      uuid: account.uuid,
      name: account.name,
      via: key === null ? 'account' : 'key',
      role: account.profile,
      zone: account.preferences.timezone,
      ...(key !== null && { key }),
    },
    sight: right.off?.length ? sightOf(permissions, account.swarms) : sight,
    permissions,
    fourEyes: account.company_details.four_eyes === 'Y',
    unconfirmed: account.unconfirmed ?? false,
    setBy,
    countedWith: account.counted_with ?? [],
    right,
  }
}

/**
 * Describe the same person acting in another company: with the permissions that they have at home, less what that
 * company cannot use; they see all of its swarms (decisions R15).
 * @param held permissions at home.
 */
export function byElsewhere(
  home: PersonBy,
  held: readonly string[],
  there: { company: string; via: Road; outline: CompanyOutline },
): PersonBy {
  const { capabilities, swarms, fourEyes } = there.outline
  const permissions = leaveOff(held, home.right).filter(
    (name) => refuseThere(name as Permission, capabilities) === null,
  )
  return {
    actor: { ...home.actor, via: there.via },
    sight: sightOf(permissions, swarms),
    permissions,
    fourEyes,
    unconfirmed: home.unconfirmed ?? false,
    setBy: home.setBy ?? [],
    countedWith: home.countedWith ?? [],
    right: { ...home.right, company: there.company, needs: [...home.right.needs] },
  }
}

/** Return what is known of a company as it counts for the partner that it has now. */
export function asOfPartner(
  outline: CompanyOutline,
  target: Pick<KnownCompany, 'partner_since'> | null,
): CompanyOutline {
  return { ...outline, visits: sincePartner(outline.visits, target?.partner_since ?? null) }
}

/** @throws Fault `refused` for a visit that has ended, or is somebody else's. */
export function checkVisit({ visits }: CompanyOutline, visit: string, person: string): void {
  const found = visits.find(({ uuid, by }) => uuid === visit && by === person)
  if (found && Date.parse(found.until) > Date.now()) return
  throw new Fault('refused', 'The visit has ended', { reason: 'visit_over' })
}

/** Return the refusal of a change in another company that no visit explains (decision 38). */
export function visitNeeded(): Fault {
  return new Fault('refused', 'Begin a visit of this company first', { reason: 'visit_needed' })
}

/** Return the refusal of a visit, and of a look from outside, that the company has not granted (decision 80). */
export function notGranted(): Fault {
  return new Fault('refused', 'This company grants visits', { reason: 'visit_not_granted' })
}

/** Return the permissions that no flag of the product stops. */
export function leaveOff(held: readonly string[], { off = [] }: Right): readonly string[] {
  return off.length === 0 ? held : held.filter((name) => !off.includes(name as Permission))
}

/** Return the way into another company. @throws Fault `not_found`, the same for a company out of reach and for none. */
export function roadTo(account: Account, target: KnownCompany | null): Road {
  const road = findRoad(account, target)
  if (road) return road
  throw new Fault('not_found', 'No such company')
}

/**
 * Refuse who does not hold the permission of a call or an action, now and again where the change is made; null where being signed in is
 * enough.
 * @throws Fault `forbidden`
 */
export function mustHold(permission: Permission | null, { right, permissions }: PersonBy): void {
  if (permission === null) return
  refuseWithout(permission, permissions)
  right.needs.push({ permission, company: right.company })
}

/** @throws Fault `forbidden` naming the permission that is not held; null where being signed in is enough. */
export function refuseWithout(permission: Permission | null, held: readonly string[]): void {
  if (permission === null || can(held, permission)) return
  throw new Fault('forbidden', "You're not authorized to access this resource", {
    reason: 'permission_missing',
    params: { permission },
  })
}
