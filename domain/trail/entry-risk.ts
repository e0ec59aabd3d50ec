import type { EntryRisk } from '../entities/audit-review.ts'
import type { CommandName } from '../live/command.ts'
import type { AuditAction, RecordVerb } from './actions.ts'

type Subject = AuditAction extends infer Action
  ? Action extends `${infer Of}.${string}`
    ? Of
    : never
  : never
type VerbOf<Action, Of extends Subject> = Action extends `${Of}.${infer Verb}` ? Verb : never
/** Each named verb of a subject, and the plain verbs of records where they are a risk of their own. */
type Judged<Of extends Subject> = Record<
  Exclude<VerbOf<AuditAction, Of>, RecordVerb>,
  EntryRisk | null
> &
  Partial<Record<RecordVerb, EntryRisk>>

/** Neither a risk nor worth a word of its own: the signature of the review covers it. */
const no = null
/** Methods are reviewed as versions and published by another person, so their other actions need no word. */
const method = {
  archive: no,
  dev_edit: no,
  duplicate: no,
  request_publication: no,
  unarchive: no,
  withdraw_publication: no,
}
/** Orders to a device, given by the service or in the local network. */
const order = {
  ABORT: no,
  ANALYSIS_SYNC: no,
  APPLY_CALIBRATION: 'recalculation',
  BGATE_SYNC: no,
  DELETE_SAMBA_CONFIG: no,
  EXTEND: no,
  FLASH: no,
  FOLDERS_CLEAR: 'deletion',
  GET_SAMBA_CONFIGS: no,
  GET_SETUP: no,
  LOAD_RECIPE: no,
  REBOOT: no,
  // Rate it as a right: it opens the device to somebody outside of the app.
  REMOTE_SHELL: 'rights',
  SELF_TEST: no,
  SET_INFO: no,
  SHUTDOWN: no,
  SKIP: no,
  TAKE_PICTURE: no,
  UPDATE: no,
  UPDATE_SAMBA_CONFIG: no,
  UPDATE_SETUP: no,
} as const satisfies Record<CommandName, EntryRisk | null>

type Local = { [Name in CommandName as `lan.${Name}`]: (typeof order)[Name] }
const locally = Object.fromEntries(
  Object.entries(order).map(([name, risk]) => [`lan.${name}`, risk]),
) as Local

/**
 * Risk of every action, by subject and verb: an action without its line does not compile. A review of the audit trail reads the
 * entries of those with a risk one by one (decision 51). A deletion of any record is one, and so is a whole record that the
 * operator writes.
 */
const risks: { [Of in Subject]: Judged<Of> } = {
  alarm: {
    acknowledge: no,
    clear: no,
    end: no,
    follow: no,
    forget: no,
    raise: no,
    raise_again: no,
  },
  analysis: {
    calculate: 'recalculation',
    comment: no,
    correct: 'override',
    duplicate: no,
    expire: 'deletion',
    giveUp: 'override',
    hand_over: no,
    hold: no,
    import: no,
    liftHold: 'override',
    makeComplete: 'override',
    merge: 'late',
    note: 'late',
    recalculateGlobal: 'recalculation',
    removeComment: 'deletion',
    reviewSamples: 'override',
    swarm_renamed: no,
    validate: no,
    edit: 'late',
    migrate: 'late',
  },
  api_key: {
    activate: 'rights',
    deactivate: no,
    end_old: no,
    hand_over: 'rights',
    rotate: 'rights',
    create: 'rights',
    edit: 'rights',
  },
  application: { ...method },
  attachment: { follow: no, replace: 'deletion' },
  audit_mark: {},
  audit_review: { prepare: no, sign: no },
  auto_test: { remove_pictures: 'deletion' },
  bkernel: {
    image: no,
    link: no,
    plan: no,
    rehearse: no,
    rollout: no,
    stop_rollout: no,
    unlink: no,
  },
  bkit: { datasheet: no, extraction: no, link: no, lots: no },
  bkit_lot: { hold: no, label: no, release: 'override', withdraw: 'override' },
  // Count a signature as a recalculation: a signed calibration changes what is measured from then on.
  calibration: { prepare: no, sign: 'recalculation' },
  commissioning: { prepare: no, sign: no },
  certificate: { issue: no, reject: no, request: no },
  closing: {
    ask_erasure: 'deletion',
    confirm_erasure: 'deletion',
    erase: 'deletion',
    reopen: 'rights',
    withdraw_erasure: no,
  },
  command: {
    ...order,
    ...locally,
    accepted: no,
    done: no,
    expired: no,
    queued: no,
    refused: no,
    sent: no,
    unknown: no,
  },
  company: {
    access_rules: 'rights',
    ask_visit: no,
    declass: 'rights',
    emergency_visit: 'override',
    end_visit: no,
    explain_rewound: 'override',
    grant_visit: 'rights',
    hold: no,
    leave_partner: 'rights',
    lift_hold: 'override',
    logo: no,
    plan_removal: no,
    promote: 'rights',
    refuse_visit: no,
    remove: 'deletion',
    reopen: 'rights',
    restore: 'override',
    retention: 'deletion',
    set_underlings: 'rights',
    take_back_visit: no,
    visit: 'rights',
    visits_granted: 'rights',
    withdraw_removal: no,
    edit: 'rights',
  },
  context_attribute: {},
  delivery: { follow: no, sign: no },
  device: {
    calibrate: 'recalculation',
    command: no,
    configure: no,
    connected: no,
    disconnected: no,
    freed: no,
    hello: no,
    link: no,
    linkSwarms: 'rights',
    occupied: no,
    postpone: no,
    register: no,
  },
  dye_calibration: { keep: 'recalculation', withdraw: no },
  email: { hand_over: no, send: no },
  evaluation_recipe: { ...method },
  founding: { end: no, step: no },
  global_recipe: { ...method },
  handout: {},
  instrument: {},
  instrument_type: {},
  lab_lot: { hold: no, keep: no, reinstate: 'override', release: 'override', retire: no, unit: no },
  notification: {
    arrive: no,
    deliver: no,
    hand_over: no,
    plan: no,
    refuse: no,
    remind: no,
    send: no,
    withdraw: no,
  },
  process_recipe: { ...method },
  profile: { permissions: 'rights', create: 'rights', edit: 'rights', put: 'rights' },
  protocol: {
    ...method,
    alias_create: no,
    alias_delete: 'deletion',
    alias_edit: no,
    link_application: no,
  },
  publication: { follow: no, sent: no, settle: no, withdraw: no },
  publication_request: { receive: no, refuse: no, take_over: no, told: no },
  recall: {
    amend: no,
    announce: no,
    answered: no,
    close: no,
    hold: no,
    lift: 'override',
    notify: no,
    open: no,
    reached: no,
  },
  // Leave it unread: it is made with `recall.lift`, which is read.
  recall_hold: { lift: no },
  recall_notice: { answer: no, receive: no, told: no },
  recipe: {
    ...method,
    adopt: no,
    adopt_version: no,
    approve_version: no,
    ask_changes: no,
    compare_version: no,
    discard_version: 'deletion',
    hand_over: no,
    publication_settled: no,
    remove_figure: 'deletion',
    retire: 'deletion',
    send_version: no,
    set_figure: no,
    stay: no,
    take_effect: no,
    withdraw_version: 'override',
  },
  report: { approve: no, follow: no },
  run: { aborted: no, broken: no, completed: no, ordered: no, started: no },
  sign_in: {
    closed: no,
    code_failed: no,
    ended: no,
    failed: no,
    group_mapped: 'rights',
    invited: no,
    opened: no,
    password_changed: no,
    password_reset: 'rights',
    pin_failed: no,
    pin_locked: 'rights',
    pin_removed: no,
    pin_set: 'rights',
    provider_linked: no,
    provider_off: 'rights',
    provider_on: 'rights',
    provider_opened: no,
    provider_proved: no,
    provider_proven: 'rights',
    provider_saved: 'rights',
    provider_signing: 'rights',
    provider_tested: no,
    recovery_used: 'rights',
    reset_asked: no,
    slowed: no,
    two_step_off: 'rights',
    two_step_on: no,
    two_step_reset: 'rights',
    webhook_removed: no,
    webhook_saved: 'rights',
  },
  study: { archive: no, sign: no, unarchive: no },
  swarm: { archive: 'deletion', merge: 'deletion' },
  user: {
    arrive: 'rights',
    confirm: 'rights',
    declass_from_partner: 'rights',
    hand_over: 'rights',
    leave: 'rights',
    linkSwarms: 'rights',
    promote_to_partner: 'rights',
    set_email: 'rights',
    set_password: 'rights',
    set_person: 'rights',
    set_reviewer: 'rights',
    set_two_step: 'rights',
    unset_reviewer: 'rights',
    create: 'rights',
    edit: 'rights',
    put: 'rights',
  },
  user_settings: { set: no },
}

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

/** Risks of named actions, and of plain ones that have a risk of their own. */
const byAction: ReadonlyMap<string, EntryRisk | null> = new Map(
  Object.entries(risks).flatMap(([subject, verbs]) =>
    Object.entries<EntryRisk | null>(verbs).map(([verb, risk]) => [`${subject}.${verb}`, risk]),
  ),
)

/** Return the risk of an action by its name alone; null for one that a review need not read entry by entry. */
export function riskOf(action: string): EntryRisk | null {
  const risk = byAction.get(action)
  if (risk !== undefined) return risk
  if (action.endsWith('.delete')) return 'deletion'
  return action.endsWith('.put') ? 'override' : null
}

/** Actions with a risk by their name, as the store searches for them beside the verbs `delete` and `put`. */
export const riskyActions: readonly string[] = [...byAction].flatMap(([action, risk]) =>
  risk === null ? [] : [action],
)
