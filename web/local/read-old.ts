import * as v from 'valibot'
import { newDocument } from '../../domain/sync/document.ts'
import { type LocalDocument, Pending } from '../../domain/sync/pending.ts'

const Old = v.looseObject({
  kind: v.string(),
  uuid: v.string(),
  created_at: v.string(),
  pending: v.pipe(v.string(), v.parseJson(), v.array(Pending)),
})

/**
 * Leave pending operations as they are, like those that were sent: another copy is in a database of another shape, where
 * another version of the page may have sent it. With the same id and other content the edge would take it for a repeated
 * delivery.
 */
export function fixPending(document: LocalDocument): LocalDocument {
  if (document.pending.every(({ tries }) => tries > 0)) return document
  const pending = document.pending.map((one): Pending => ({
    ...one,
    tries: Math.max(1, one.tries),
  }))
  return { ...document, pending }
}

/**
 * Read a document of another shape with its waiting operations; null if it is unknown. Add a step here for each shape
 * that differs in more than its base.
 */
export function readOld(row: unknown): LocalDocument | null {
  const read = v.safeParse(Old, row)
  if (!read.success) return null
  const { kind, uuid, created_at, pending } = read.output
  const [oldest = ''] = pending.map(({ made_at }) => made_at).sort()
  return fixPending({ ...newDocument(kind, uuid, created_at), pending, oldest })
}
