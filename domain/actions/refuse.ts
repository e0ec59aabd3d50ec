import type { AnalysisStatus } from '../entities/analysis.ts'
import { can, type Permission } from '../permissions.ts'
import type { Action, Facts, Obstacle, VersionFacts } from './action.ts'
import { type ActionKind, type ActionName, actions, type StateOf } from './table.ts'

/** Reason that an action is refused: the same value disables a button and makes the edge answer 403 or 409. */
export type Refusal<Kind extends ActionKind = ActionKind> =
  | { reason: 'permission_missing'; permission: Permission }
  /** The number of the recall that holds the record. */
  | { reason: 'recall_hold'; recall: number }
  /** Somebody took part who counts as the person: an account that nobody has confirmed (rules/second-person.ts). */
  | { reason: 'counts_as_you'; name: string }
  | (Kind extends 'analysis'
      ? AnalysisRefusal
      : Kind extends 'recipe_version'
        ? WrongState | { reason: 'wrote_it' }
        : Kind extends FourEyesKind
          ? WrongState | { reason: 'four_eyes' }
          : WrongState)

/** Kinds of which another person than the author must do some things. */
type FourEyesKind = 'publication_request' | 'bkit_lot' | 'audit_review' | 'study'

/** The word for a state in answers about records of all kinds but analyses. */
type WrongState = { reason: 'wrong_state'; state: string; action: string }

type AnalysisRefusal =
  | { reason: 'validated' }
  | { reason: 'wrong_status'; status: AnalysisStatus }
  | { reason: Exclude<keyof Facts, 'reviews_stale' | 'recall_hold'> }
  /** Decisions on single samples that were given on earlier results. */
  | { reason: 'reviews_stale'; count: number }

/** The state of a record, what the actor may do, and for kinds whose actions ask for them its facts. */
export type Situation<Kind extends ActionKind> = {
  state: StateOf<Kind>
  permissions: readonly string[]
} & (Kind extends 'analysis'
  ? { facts: Facts }
  : Kind extends 'recipe_version'
    ? { facts: VersionFacts }
    : Kind extends FourEyesKind
      ? { facts: Pick<Facts, 'four_eyes'> }
      : { facts?: Pick<Facts, 'recall_hold'> })

/** Return null when the action is possible in this situation; otherwise the first reason why not. */
export function refuse<Kind extends ActionKind>(
  kind: Kind,
  action: ActionName<Kind>,
  { state, permissions, facts }: Situation<Kind>,
): Refusal<Kind> | null {
  const row = rowOf(kind, action)
  const refusal: Refusal | null = !can(permissions, row.needs)
    ? { reason: 'permission_missing', permission: row.needs }
    : !row.from.includes(state)
      ? refuseState(kind, action, state)
      : facts
        ? refuseFacts(row, facts)
        : null
  return refusal as Refusal<Kind> | null
}

/** Tell if an action needs a reason in a state: its dialog asks for one, and the store refuses it without. */
export function isReasonDue<Kind extends ActionKind>(
  kind: Kind,
  action: ActionName<Kind>,
  state: StateOf<Kind>,
): boolean {
  const { reasonDue } = rowOf(kind, action)
  return reasonDue === 'always' || (reasonDue === 'once_ended' && !notEnded.has(state))
}

const notEnded: ReadonlySet<string> = new Set(['INIT', 'RUNNING'] satisfies AnalysisStatus[])

function rowOf<Kind extends ActionKind>(kind: Kind, action: ActionName<Kind>): Action<string> {
  return (actions[kind] as Readonly<Record<string, Action<string>>>)[action] as Action<string>
}

function refuseState(kind: ActionKind, action: string, state: string): Refusal {
  if (kind !== 'analysis') return { reason: 'wrong_state', state, action }
  if (state === 'VALIDATION') return { reason: 'validated' }
  return { reason: 'wrong_status', status: state as AnalysisStatus }
}

function refuseFacts(
  { unless = [] }: Action<string>,
  facts: Partial<Facts> | VersionFacts,
): Refusal | null {
  for (const reason of unless) {
    const ask = (facts as Partial<Record<Obstacle, () => boolean | number | string>>)[reason]
    const answer = ask?.() ?? 0
    if (typeof answer === 'string') return { reason: 'counts_as_you', name: answer }
    const found = Number(answer)
    if (found === 0) continue
    if (reason === 'recall_hold') return { reason, recall: found }
    return reason === 'reviews_stale' ? { reason, count: found } : { reason }
  }
  return null
}
