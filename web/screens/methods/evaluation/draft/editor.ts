import { type History, redo, startHistory, undo } from '../../../../state/history.ts'
import { changeDraft } from '../../editing/change-draft.ts'
import type { CommonAct } from '../../editing/draft-kind.ts'
import type { Draft, DraftEvaluation, DraftTarget } from './draft.ts'

/** The draft with what can be undone. */
export interface Editor {
  history: History<Draft>
  /** Changes of one field in a row are one step to undo; null after another change or when the field is left. */
  field: string | null
}

/** One or more fields by their place, such as `evaluation.targets.0.cq_max`, to be undone as one. */
export type EvaluationAct =
  | { type: 'put'; values: Readonly<Record<string, unknown>> }
  | { type: 'add'; target: DraftTarget }
  | { type: 'remove'; at: number }
  /** A fixed threshold of the target with this name, as it is dragged. */
  | { type: 'threshold'; target: string; value: number }

export function openEditor(draft: Draft): Editor {
  return { history: startHistory(draft), field: null }
}

/** Return the editor after something was done. Pure; a change that changes nothing is no step to undo. */
export function edit(before: Editor, act: EvaluationAct | CommonAct<Draft>): Editor {
  const draft = before.history.present
  switch (act.type) {
    case 'put': {
      const entries = Object.entries(act.values)
      const after = entries.reduce((now, [field, value]) => put(now, field, value), draft)
      return changeDraft(before, after, entries.map(([field]) => field).join())
    }
    case 'threshold': {
      const targets = draft.evaluation.targets.map((target) =>
        target.name === act.target
          ? {
              ...target,
              threshold: { ...target.threshold, method: 'fixed' as const, value: act.value },
            }
          : target,
      )
      return changeDraft(before, withTargets(draft, targets), `threshold ${act.target}`)
    }
    case 'add':
      return changeDraft(
        before,
        withTargets(draft, [...draft.evaluation.targets, act.target]),
        null,
      )
    case 'remove': {
      const rest = withTargets(draft, draft.evaluation.targets.toSpliced(act.at, 1))
      return changeDraft(before, followControls(draft, rest), null)
    }
    case 'set':
      return changeDraft(before, { ...draft, ...act.change }, Object.keys(act.change).join())
    case 'settle':
      return before.field === null ? before : { ...before, field: null }
    case 'replace':
      return changeDraft(before, act.draft, null)
    case 'undo':
      return { history: undo(before.history), field: null }
    case 'redo':
      return { history: redo(before.history), field: null }
    case 'open':
      return openEditor(act.draft)
  }
}

function withTargets(draft: Draft, targets: DraftTarget[]): Draft {
  return { ...draft, evaluation: { ...draft.evaluation, targets } }
}

/** Set a field. Rules that name a target follow its new name, and the rule of internal controls whether there is one. */
function put(draft: Draft, field: string, value: unknown): Draft {
  const after = putAt(draft, field.split('.'), value) as Draft
  if (/^evaluation\.targets\.\d+\.role$/.test(field)) return followControls(draft, after)
  const [, at] = /^evaluation\.targets\.(\d+)\.name$/.exec(field) ?? []
  const before = at === undefined ? undefined : draft.evaluation.targets[Number(at)]?.name
  if (before === undefined || typeof value !== 'string') return after
  const bearers = draft.evaluation.targets.filter(({ name }) => name === before)
  // Rename nothing while two have one name: it is not known which is meant.
  if (bearers.length !== 1) return after
  return { ...after, evaluation: renameTarget(after.evaluation, before, value) }
}

/**
 * Have negative samples show the internal control from the first one on, and no more without one: a control that nothing depends on
 * proves nothing.
 */
function followControls(before: Draft, after: Draft): Draft {
  const hasControl = ({ evaluation }: Draft) =>
    evaluation.targets.some(({ role }) => role === 'internal control')
  if (hasControl(before) === hasControl(after)) return after
  return putAt(after, ['evaluation', 'controls', 'internal_control'], hasControl(after)) as Draft
}

function putAt(holder: unknown, [key = '', ...rest]: readonly string[], value: unknown): unknown {
  const of = holder as Record<string, unknown>
  const next = rest.length === 0 ? value : putAt(of[key], rest, value)
  return Array.isArray(holder) ? holder.with(Number(key), next) : { ...of, [key]: next }
}

function renameTarget(evaluation: DraftEvaluation, from: string, to: string): DraftEvaluation {
  const follow = (name: string) => (name === from ? to : name)
  const { quantification, genotypes } = evaluation
  return {
    ...evaluation,
    quantification: {
      ...quantification,
      reference_targets: quantification.reference_targets.map(follow),
    },
    genotypes: genotypes.map(({ name, alleles: [one, other] }) => ({
      name,
      alleles: [follow(one), follow(other)],
    })),
  }
}

/** Return the value at a place; undefined where there is none. */
export function valueAt(draft: Draft, field: string): unknown {
  return field
    .split('.')
    .reduce<unknown>((holder, key) => (holder as Record<string, unknown> | null)?.[key], draft)
}
