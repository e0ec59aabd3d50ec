import { withoutBase } from '../sync/without-base.ts'
import type { MarkPlace, StreamMark } from '../sync/ports.ts'
import { goneRow, markRow, type RawRow, readRow, rowOf } from './write-page.ts'

/**
 * Take the bases of all documents of some kinds away, what waits stays, and set the mark: in one step, and not at all where
 * the mark has moved meanwhile.
 * @returns the rows that were written.
 */
export function restartKinds(
  database: IDBDatabase,
  kinds: readonly string[],
  page: { markId: string; from: MarkPlace; to: StreamMark },
): Promise<RawRow[]> {
  const writing = database.transaction('docs', 'readwrite', { durability: 'strict' })
  const docs = writing.objectStore('docs')
  const written: RawRow[] = []
  const mark = docs.get(page.markId)
  mark.addEventListener('success', () => {
    const row = markRow(mark.result as RawRow | undefined, page)
    if (!row) return
    docs.put(row)
    for (const kind of kinds) restartKind(docs, kind, written)
  })
  return new Promise((resolve, reject) => {
    writing.addEventListener('complete', () => resolve(written))
    writing.addEventListener('abort', () => reject(writing.error ?? new Error('not restarted')))
  })
}

function restartKind(docs: IDBObjectStore, kind: string, written: RawRow[]): void {
  const range = IDBKeyRange.bound([kind, ''], [kind, '\uffff'])
  const reading = docs.index('[kind+created_at]').openCursor(range)
  reading.addEventListener('success', () => {
    const cursor = reading.result
    if (!cursor) return
    const row = cursor.value as RawRow
    const document = readRow(row)
    // Leave a document alone whose pending operations cannot be read.
    if (document !== undefined) {
      const rest = document && withoutBase(document)
      const next = rest ? rowOf(rest, row) : goneRow(row)
      cursor.update(next)
      written.push(next)
    }
    cursor.continue()
  })
}
