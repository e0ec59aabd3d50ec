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
 * A document of another shape with what waits in it; null where it is not understood. A step for each shape that
 * differs in more than its base goes here. The other copy may stay, beside one that is not understood, and be carried
 * over again: from here on each operation is as it was, like one that was sent.
 */
export function readOld(row: unknown): LocalDocument | null {
  const read = v.safeParse(Old, row)
  if (!read.success) return null
  const { kind, uuid, created_at, pending } = read.output
  const fixed = pending.map((one): Pending => ({ ...one, tries: Math.max(1, one.tries) }))
  const [oldest = ''] = pending.map(({ made_at }) => made_at).sort()
  return { ...newDocument(kind, uuid, created_at), pending: fixed, oldest }
}
