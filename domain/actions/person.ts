import type { User } from '../entities/user.ts'
import type { Capabilities } from '../permissions.ts'
import type { Actions } from './action.ts'

/** Two flags of a person, each with its way there and back (spec §4, STATE-063, STATE-064, decisions R15). */
export type Standing = 'member' | 'reviewer' | 'partner'

export const reviewerActions = {
  set_reviewer: { from: ['member'], to: 'reviewer', needs: 'users.setReviewer' },
  unset_reviewer: { from: ['reviewer'], to: 'member', needs: 'users.setReviewer' },
} as const satisfies Actions<Standing>

export const personActions = {
  promote_to_partner: { from: ['member'], to: 'partner', needs: 'users.promote' },
  declass_from_partner: { from: ['partner'], to: 'member', needs: 'users.demote' },
} as const satisfies Actions<Standing>

export type PersonAction = keyof typeof reviewerActions | keyof typeof personActions

/** Capability that the company needs for the flag to have an effect; removing the flag needs none. */
export const capabilityOfAction: Readonly<Partial<Record<PersonAction, keyof Capabilities>>> = {
  set_reviewer: 'certificates',
  promote_to_partner: 'partner',
}

export function isReviewerAction(action: PersonAction): action is keyof typeof reviewerActions {
  return action in reviewerActions
}

/** Return the state of the person that an action changes. */
export function standingOf(
  person: Pick<User, 'reviewer' | 'partner'>,
  action: PersonAction,
): Standing {
  if (isReviewerAction(action)) return person.reviewer === 'Y' ? 'reviewer' : 'member'
  return person.partner === 'Y' ? 'partner' : 'member'
}
