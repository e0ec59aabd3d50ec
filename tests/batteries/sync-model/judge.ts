import type { Sample } from '../../../domain/entities/analysis.ts'
import type { FieldChange } from '../../../domain/sync/field-change.ts'
import type { Entry } from './entry.ts'
import { type Knowledge, piecesOf, sayOf } from './knowledge.ts'

/**
 * Judge one merge, from people's edits and the log. Written independently of the rules that it judges.
 * @throws Error for any loss that its author did not learn of.
 */
export function judgeMerge(
  { before, after, overwritten, opId }: Entry,
  changes: readonly FieldChange[],
  author: Knowledge,
): void {
  for (const { field, from, to } of changes) {
    const [old, fresh] = [
      piecesOf(field, before?.[field]),
      new Set(piecesOf(field, after?.[field])),
    ]
    const told = overwritten.find((one) => one.field === field)
    const gone = old.filter((piece) => !fresh.has(piece) && !author.removed.has(piece))
    // Accept a name that was replaced by the last one, if its author was notified; a note or a plate may lose nothing.
    const single = field === 'name' || field === 'device_uuid'
    if (gone.length > 0 && !(single && told)) {
      throw new Error(`${opId} silently took "${gone.join('", "')}" out of ${field}`)
    }
    const idle = JSON.stringify(from) === JSON.stringify(to)
    if (idle && JSON.stringify(before?.[field]) !== JSON.stringify(after?.[field]))
      throw new Error(`${opId} changed ${field}, of which it changes nothing`)
    const known = new Set(piecesOf(field, from))
    const missing = piecesOf(field, to).filter((piece) => !known.has(piece) && !fresh.has(piece))
    if (missing.length > 0) {
      throw new Error(`${opId} was taken, but "${missing.join('", "')}" is not in ${field}`)
    }
  }
  for (const field of Object.keys(before ?? {})) {
    const touched = changes.some((change) => change.field === field)
    if (!touched && JSON.stringify(before?.[field]) !== JSON.stringify(after?.[field])) {
      throw new Error(`${opId} changed ${field}, which it was not to touch`)
    }
  }
  judgePlate(after?.['samples'] as Sample[], opId)
}

function judgePlate(samples: readonly Sample[], opId: string): void {
  const wells = samples.flatMap(({ coordinates }) => coordinates)
  const uuids = samples.map(({ uuid }) => uuid)
  if (new Set(wells).size < wells.length) throw new Error(`${opId} put two samples into one well`)
  if (new Set(uuids).size < uuids.length) throw new Error(`${opId} put one sample there twice`)
}

/** Check that a refusal has its reason: a sample that both changed, or a well that both took. */
export function judgeClash({ field, from, to }: FieldChange, stands: unknown): void {
  if (field !== 'samples') throw new Error(`two edits of ${field} were refused`)
  const before = new Map(from.map((sample) => [sample.uuid, sayOf(sample)]))
  const changed = (samples: readonly Sample[]) => {
    const now = new Map(samples.map((sample) => [sample.uuid, sayOf(sample)]))
    const uuids = new Set([...before.keys(), ...now.keys()])
    return new Map(
      [...uuids]
        .filter((uuid) => before.get(uuid) !== now.get(uuid))
        .map((uuid) => [uuid, now.get(uuid)]),
    )
  }
  const [mine, theirs] = [changed(to), changed(stands as Sample[])]
  const both = [...mine].some(([uuid, say]) => theirs.has(uuid) && theirs.get(uuid) !== say)
  if (both) return
  const joined = [
    ...to.filter(({ uuid }) => mine.has(uuid)),
    ...(stands as Sample[]).filter(({ uuid }) => !mine.has(uuid)),
  ]
  const wells = joined.flatMap(({ coordinates }) => coordinates)
  if (new Set(wells).size === wells.length) throw new Error('edits that do not meet were refused')
}
