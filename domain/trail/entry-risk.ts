import type { EntryRisk } from '../entities/audit-review.ts'
import type { AuditAction } from './actions.ts'

/**
 * Actions of which a review of the audit trail reads every entry, by their risk (decision 51). Deletions of records of any
 * kind, and whole records written by the operator, are found by their verb.
 */
const byAction = {
  'analysis.expire': 'deletion',
  'auto_test.remove_pictures': 'deletion',
  'company.remove': 'deletion',
  'company.retention': 'deletion',
  'protocol.alias_delete': 'deletion',
  'recipe.discard_version': 'deletion',
  'recipe.retire': 'deletion',
  'swarm.archive': 'deletion',
  'swarm.merge': 'deletion',

  'analysis.correct': 'override',
  'analysis.giveUp': 'override',
  'analysis.liftHold': 'override',
  'analysis.makeComplete': 'override',
  'analysis.reviewSamples': 'override',
  'bkit_lot.release': 'override',
  'bkit_lot.withdraw': 'override',
  'company.explain_rewound': 'override',
  'company.lift_hold': 'override',
  'company.restore': 'override',
  'lab_lot.release': 'override',
  'recall.lift': 'override',

  'analysis.calculate': 'recalculation',
  'analysis.recalculateGlobal': 'recalculation',
  'device.calibrate': 'recalculation',

  'api_key.activate': 'rights',
  'api_key.create': 'rights',
  'api_key.edit': 'rights',
  'api_key.rotate': 'rights',
  'company.access_rules': 'rights',
  'company.declass': 'rights',
  'company.edit': 'rights',
  'company.leave_partner': 'rights',
  'company.promote': 'rights',
  'company.set_underlings': 'rights',
  'company.visit': 'rights',
  'device.linkSwarms': 'rights',
  'profile.create': 'rights',
  'profile.edit': 'rights',
  'profile.permissions': 'rights',
  'profile.put': 'rights',
  'sign_in.group_mapped': 'rights',
  'sign_in.password_reset': 'rights',
  'sign_in.pin_locked': 'rights',
  'sign_in.pin_set': 'rights',
  'sign_in.provider_off': 'rights',
  'sign_in.provider_on': 'rights',
  'sign_in.provider_proven': 'rights',
  'sign_in.provider_saved': 'rights',
  'sign_in.provider_signing': 'rights',
  'sign_in.recovery_used': 'rights',
  'sign_in.two_step_off': 'rights',
  'sign_in.two_step_reset': 'rights',
  'user.arrive': 'rights',
  'user.confirm': 'rights',
  'user.create': 'rights',
  'user.declass_from_partner': 'rights',
  'user.edit': 'rights',
  'user.hand_over': 'rights',
  'user.leave': 'rights',
  'user.linkSwarms': 'rights',
  'user.promote_to_partner': 'rights',
  'user.put': 'rights',
  'user.set_email': 'rights',
  'user.set_password': 'rights',
  'user.set_person': 'rights',
  'user.set_reviewer': 'rights',
  'user.set_two_step': 'rights',
  'user.unset_reviewer': 'rights',

  'analysis.edit': 'late',
  'analysis.merge': 'late',
  // Moved out of sight of the people who saw the run.
  'analysis.migrate': 'late',
  'analysis.note': 'late',
} as const satisfies Partial<Record<AuditAction, EntryRisk>>

/** Actions that are a risk once the run of the analysis has ended. */
export const riskyOnceEnded: readonly AuditAction[] = [
  'analysis.edit',
  'analysis.merge',
  'analysis.migrate',
  'analysis.note',
]

/** Actions after which a run has ended. */
export const endsOfRuns: readonly AuditAction[] = [
  'analysis.giveUp',
  'analysis.import',
  'run.aborted',
  'run.broken',
  'run.completed',
]

/** Return the risk of an action by its name alone; null for one that a review need not read entry by entry. */
export function riskOf(action: string): EntryRisk | null {
  if (Object.hasOwn(byAction, action)) return byAction[action as keyof typeof byAction]
  if (action.endsWith('.delete')) return 'deletion'
  return action.endsWith('.put') ? 'override' : null
}

/** Actions with a risk by their name, as the store searches for them beside the verbs `delete` and `put`. */
export const riskyActions: readonly string[] = Object.keys(byAction)
