import { mergeField } from './merge-field.ts'
import type { LocalDocument, PendingMerge } from './pending.ts'

type Body = Record<string, unknown>

/**
 * What the screen shows of a record: the edge's state with everything that waits put on it, by the same rules by which
 * the edge will join it. What was refused is not put on a record that the edge has; one that it refused to take is
 * shown whole. Null for a record that is gone.
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
    // A clash is shown as its writer made it, until the edge has refused it.
    after[change.field] = merged.clash ? change.to : merged.value
  }
  return after
}
