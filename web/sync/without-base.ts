import type { LocalDocument } from '../../domain/sync/pending.ts'

/** What stays of a document when the edge's state of it is to be pulled afresh: what waits, or nothing. */
export function withoutBase(document: LocalDocument): LocalDocument | null {
  return document.pending.length === 0 ? null : { ...document, seq: 0, body: null }
}
