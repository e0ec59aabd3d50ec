import type { LocalDocument } from '../../domain/sync/pending.ts'

/** Return the rest of a document whose state is pulled again: its pending operations, or null without any. */
export function withoutBase(document: LocalDocument): LocalDocument | null {
  return document.pending.length === 0 ? null : { ...document, seq: 0, body: null }
}
