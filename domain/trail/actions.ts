import type { MethodKind } from '../actions/method.ts'
import type { PersonAction } from '../actions/person.ts'
import type { CommandState } from '../entities/command.ts'
import type { SignInEvent } from '../entities/sign-in.ts'
import type { Unconfirmed } from '../entities/user.ts'
import type { CommandName } from '../live/command.ts'
import type { Kind } from '../registry.ts'

/** All that the trail of an analysis can say was done: the page has words for each of them. */
export const analysisAuditActions = [
  'analysis.create',
  'analysis.import',
  'analysis.duplicate',
  'analysis.edit',
  'analysis.merge',
  'analysis.note',
  'analysis.comment',
  'analysis.removeComment',
  'analysis.migrate',
  'analysis.swarm_renamed',
  'analysis.delete',
  'analysis.expire',
  'analysis.hold',
  'analysis.liftHold',
  'analysis.giveUp',
  'analysis.hand_over',
  'analysis.calculate',
  'analysis.recalculateGlobal',
  'analysis.makeComplete',
  'analysis.reviewSamples',
  'analysis.validate',
  'analysis.correct',
  'run.started',
  'run.ordered',
  'run.completed',
  'run.aborted',
  'run.broken',
] as const
export type AnalysisAuditAction = (typeof analysisAuditActions)[number]

/** Verbs of any record but an analysis. */
export type RecordVerb = 'create' | 'put' | 'edit' | 'migrate' | 'delete'

/** Further verbs, by the kind of record. */
interface Verbs extends Record<Exclude<MethodKind, 'protocol' | 'recipe'>, MethodVerb> {
  alarm: 'acknowledge' | 'clear' | 'end' | 'follow' | 'forget' | 'raise' | 'raise_again'
  api_key: 'activate' | 'deactivate' | 'end_old' | 'hand_over' | 'rotate'
  attachment: 'follow' | 'replace'
  auto_test: 'remove_pictures'
  audit_review: 'prepare' | 'sign'
  bkernel: 'image' | 'link' | 'plan' | 'rehearse' | 'rollout' | 'stop_rollout' | 'unlink'
  bkit: 'link' | 'lots' | 'datasheet' | 'extraction'
  bkit_lot: 'hold' | 'label' | 'release' | 'withdraw'
  calibration: 'prepare' | 'sign'
  commissioning: 'prepare' | 'sign'
  certificate: 'request' | 'issue' | 'reject'
  command: CommandName | CommandState | `lan.${CommandName}`
  closing: 'ask_erasure' | 'confirm_erasure' | 'erase' | 'reopen' | 'withdraw_erasure'
  company:
    | 'access_rules'
    | 'ask_visit'
    | 'declass'
    | 'emergency_visit'
    | 'end_visit'
    | 'explain_rewound'
    | 'grant_visit'
    | 'hold'
    | 'leave_partner'
    | 'lift_hold'
    | 'logo'
    | 'plan_removal'
    | 'promote'
    | 'refuse_visit'
    | 'remove'
    | 'reopen'
    | 'restore'
    | 'retention'
    | 'set_underlings'
    | 'take_back_visit'
    | 'visit'
    | 'visits_granted'
    | 'withdraw_removal'
  device:
    | 'calibrate'
    | 'command'
    | 'configure'
    | 'connected'
    | 'disconnected'
    | 'freed'
    | 'hello'
    | 'link'
    | 'linkSwarms'
    | 'occupied'
    | 'postpone'
    | 'register'
  dye_calibration: 'keep' | 'withdraw'
  email: 'hand_over' | 'send'
  founding: 'end' | 'step'
  lab_lot: 'hold' | 'keep' | 'reinstate' | 'release' | 'retire' | 'unit'
  delivery: 'follow' | 'sign'
  notification:
    | 'arrive'
    | 'deliver'
    | 'hand_over'
    | 'plan'
    | 'refuse'
    | 'remind'
    | 'send'
    | 'withdraw'
  profile: 'permissions'
  protocol: MethodVerb | 'alias_create' | 'alias_delete' | 'alias_edit' | 'link_application'
  recipe:
    | MethodVerb
    | 'adopt'
    | 'adopt_version'
    | 'approve_version'
    | 'ask_changes'
    | 'compare_version'
    | 'discard_version'
    | 'hand_over'
    | 'publication_settled'
    | 'remove_figure'
    | 'retire'
    | 'send_version'
    | 'set_figure'
    | 'stay'
    | 'take_effect'
    | 'withdraw_version'
  recall:
    | 'announce'
    | 'answered'
    | 'open'
    | 'hold'
    | 'lift'
    | 'amend'
    | 'notify'
    | 'reached'
    | 'close'
  recall_hold: 'lift'
  recall_notice: 'answer' | 'receive' | 'told'
  publication: 'follow' | 'sent' | 'settle' | 'withdraw'
  publication_request: 'receive' | 'refuse' | 'take_over' | 'told'
  report: 'approve' | 'follow'
  sign_in: SignInEvent
  study: 'archive' | 'sign' | 'unarchive'
  swarm: 'archive' | 'merge'
  user:
    | PersonAction
    | 'arrive'
    | 'confirm'
    | 'hand_over'
    | 'leave'
    | 'linkSwarms'
    | `set_${Unconfirmed['what']}`
  user_settings: 'set'
}

type MethodVerb =
  | 'archive'
  | 'dev_edit'
  | 'duplicate'
  | 'request_publication'
  | 'unarchive'
  | 'withdraw_publication'

/**
 * Actions of entries of the trail, by subject and verb: a closed list, so that only actions named here are written into the
 * trail.
 */
export type AuditAction =
  | AnalysisAuditAction
  | `${Exclude<Kind, 'analysis'>}.${RecordVerb}`
  | { [Subject in keyof Verbs]: `${Subject}.${Verbs[Subject]}` }[keyof Verbs]

/** Tell if an action is one of an analysis that this version knows: entries of other versions may name others. */
export function isAnalysisAction(action: string): action is AnalysisAuditAction {
  return (analysisAuditActions as readonly string[]).includes(action)
}
