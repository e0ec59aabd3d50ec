import type { LocalDocument } from '../../domain/sync/pending.ts'

/** Join the waiting operations of another copy into a document, each once, in the order in which they were made. */
export function joinPending(known: LocalDocument | null, other: LocalDocument): LocalDocument {
  if (!known) return other
  const ids = new Set(known.pending.map(({ op_id }) => op_id))
  const missing = other.pending.filter(({ op_id }) => !ids.has(op_id))
  if (missing.length === 0) return known
  const pending = [...known.pending, ...missing].sort((one, two) =>
    one.made_at < two.made_at ? -1 : 1,
  )
  return { ...known, pending, oldest: pending[0]?.made_at ?? '' }
}
