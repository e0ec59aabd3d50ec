import { personActions, reviewerActions } from '../../../domain/actions/person.ts'
import type { Account } from '../../../domain/calls/session.ts'
import { userCalls } from '../../../domain/calls/users.ts'
import type { Profile } from '../../../domain/entities/profile.ts'
import type { User } from '../../../domain/entities/user.ts'
import type { Permission } from '../../../domain/permissions.ts'
import { reachOf } from '../../../domain/rules/reach.ts'
import { heldBy, isBeyond } from '../profile/held-permissions.ts'

export type UserAct =
  | 'edit'
  | 'sendReset'
  | 'lostPhone'
  | 'setReviewer'
  | 'unsetReviewer'
  | 'activate'
  | 'deactivate'
  | 'confirm'
  | 'access'
  | 'promote'
  | 'declass'
  | 'migrate'
  | 'remove'

/** Reasons that an action is not available; each has its text `people.why.…`. */
export type WhyNot =
  | 'permission'
  | 'own'
  | 'ownConfirm'
  | 'beyond'
  | 'inactive'
  | 'certificates'
  | 'setByYou'
  | 'unconfirmed'

/** As the contract has it, and the table of actions for the flag of reviewers. */
export const userNeeds: Readonly<Record<UserAct, Permission>> = {
  edit: userCalls.edit.needs,
  sendReset: userCalls.resetPassword.needs,
  lostPhone: userCalls.resetTwoStep.needs,
  setReviewer: reviewerActions.set_reviewer.needs,
  unsetReviewer: reviewerActions.unset_reviewer.needs,
  activate: userCalls.edit.needs,
  deactivate: userCalls.edit.needs,
  confirm: userCalls.confirm.needs,
  access: userCalls.access.needs,
  promote: personActions.promote_to_partner.needs,
  declass: personActions.declass_from_partner.needs,
  migrate: userCalls.migrate.needs,
  remove: userCalls.delete.needs,
}

/** Actions that nobody may do on their own account. */
const neverOwn: readonly UserAct[] = [
  'lostPhone',
  'setReviewer',
  'unsetReviewer',
  'activate',
  'deactivate',
  'confirm',
  'promote',
  'declass',
  'migrate',
  'remove',
]

/** Actions that only a person is there for: a service account has no password, signs nothing and stays in its company. */
const neverService: readonly UserAct[] = [
  'sendReset',
  'lostPhone',
  'setReviewer',
  'unsetReviewer',
  'confirm',
  'promote',
  'declass',
  'migrate',
]

/** List what may be done about a person now, and why not what may not; the edge decides again. */
export function listActs(
  user: User,
  who: Account,
  profiles: readonly Profile[],
  ownProfile: string | undefined,
): { act: UserAct; why: WhyNot | null }[] {
  const acts: UserAct[] = [
    ...(user.unconfirmed?.length ? (['confirm'] as const) : []),
    'edit',
    'sendReset',
    'lostPhone',
    user.reviewer === 'Y' ? 'unsetReviewer' : 'setReviewer',
    user.active === 'Y' ? 'deactivate' : 'activate',
    'access',
    ...standingActs(user, who),
    // Offer the companies that the account acts in as well.
    ...(reachOf(who) === null ? [] : (['migrate'] as const)),
    'remove',
  ]
  const own = user.uuid === who.uuid
  const beyond =
    !own && isBeyond(user.profile_uuid, profiles, heldBy(who, profiles, ownProfile ?? ''))
  const refuse = (act: UserAct): WhyNot | null => {
    if (!who.permissions.includes(userNeeds[act])) return 'permission'
    if (own && act === 'confirm') return 'ownConfirm'
    if (own && neverOwn.includes(act)) return 'own'
    if (beyond && act !== 'access') return 'beyond'
    if (act === 'confirm' && user.unconfirmed?.every(({ by }) => by === who.uuid)) return 'setByYou'
    if (act === 'confirm' && who.unconfirmed) return 'unconfirmed'
    if (act === 'sendReset' && user.active !== 'Y') return 'inactive'
    const certificates = who.company_details.certificates_enabled === 'Y'
    if (act === 'setReviewer' && !certificates) return 'certificates'
    return null
  }
  return acts
    .filter((act) => !user.service || !neverService.includes(act))
    .map((act) => ({ act, why: refuse(act) }))
}

/** List the way into and out of acting for the companies that a partner looks after. */
function standingActs(user: User, who: Account): UserAct[] {
  if (user.partner === 'Y') return ['declass']
  return who.company_details.isPartner === 'Y' ? ['promote'] : []
}
