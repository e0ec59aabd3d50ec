import { mergeField } from './merge-field.ts'
import type { LocalDocument, PendingMerge } from './pending.ts'

type Body = Record<string, unknown>

/**
 * Return a record as the screen shows it: the edge's state with all pending changes applied, by the rules with which the
 * edge will merge them. A refused change is not applied to a record that the edge has; a record that it refused to create
 * is shown whole. Null for a record that was deleted.
 */
export function project({ body, pending }: Pick<LocalDocument, 'body' | 'pending'>): Body | null {
  let shown = body
  for (const operation of pending) {
    if (operation.type === 'create') shown ??= operation.shown
    else if (shown && (body === null || operation.state !== 'refused'))
      shown = put(operation, shown)
  }
  return shown
}

function put({ changes }: PendingMerge, shown: Body): Body {
  const after = { ...shown }
  for (const change of changes) {
    const merged = mergeField(change, shown[change.field])
    // Show a clash as its writer made it, until the service has refused it.
    after[change.field] = merged.clash ? change.to : merged.value
  }
  return after
}
