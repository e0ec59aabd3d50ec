import type { SyncRecord } from '../calls/sync.ts'
import type { FieldChange } from './field-change.ts'
import { mergeField, mergeRules } from './merge-field.ts'
import { noteDivider } from './merge-text.ts'
import type { Pending, PendingMerge } from './pending.ts'

/**
 * Rebase the operations behind an edit that the edge has accepted onto its result: a note that was continued is not merged a
 * second time with its own text. Only fields that the edit changed and that are merged are rebased: for all others `from` stays
 * what their editor saw, or an edit of somebody else would be overwritten silently.
 */
export function rebaseOn(
  taken: Pending,
  rest: readonly Pending[],
  body: SyncRecord['body'],
): Pending[] {
  if (taken.type !== 'merge' || !body) return [...rest]
  const joined = taken.changes.filter(({ field }) => isRebased(mergeRules[field]))
  const become = new Map<string, unknown>(joined.map(({ field }) => [field, body[field]]))
  return rest.map((one) => (one.type === 'merge' ? rebase(one, become) : one))
}

/** Return false for a field that is overwritten as a whole, and for one that is only added to: neither was made on another's value. */
function isRebased(rule: (typeof mergeRules)[keyof typeof mergeRules]): boolean {
  return rule !== 'last' && rule !== 'add'
}

/** @param become each field as it is below `one`; what cannot be followed any further is taken out of it. */
function rebase(one: PendingMerge, become: Map<string, unknown>): Pending {
  const unsent = one.tries === 0 && one.state === 'waiting'
  const changes = one.changes.map((change) => {
    const { field } = change
    if (!become.has(field)) return change
    const below = become.get(field)
    const to = unsent ? follow(change, below) : undefined
    if (to === undefined) {
      become.delete(field)
      return change
    }
    become.set(field, to)
    return { ...change, from: below, to } as FieldChange
  })
  return { ...one, changes }
}

/** Return the new value of a field that has become `current`; undefined for a clash, of which its sender will learn. */
function follow(change: FieldChange, current: unknown): unknown {
  if (change.field === 'notebook') {
    const replaced = replaceBlock(current as string, change.from, change.to)
    if (replaced !== null) return replaced
  }
  const merged = mergeField(change, current)
  return merged.clash ? undefined : merged.value
}

/**
 * Replace the text that was continued here in a note that was joined with another's; null if the note no longer holds
 * it as a whole.
 */
function replaceBlock(text: string, from: string, to: string): string | null {
  if (from === '') return null
  if (text.endsWith(noteDivider + from)) return text.slice(0, -from.length) + to
  const below = text.slice(from.length)
  if (!text.startsWith(from) || !(from.endsWith('\n') || below.startsWith('\n'))) return null
  const apart = to === '' || to.endsWith('\n') || below === '' || below.startsWith('\n')
  return to + (apart ? '' : '\n') + below
}
