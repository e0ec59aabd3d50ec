import type { RecallSubject } from '../../../domain/entities/recall.ts'
import { type Body, replayEntry } from '../../../domain/trail/entry.ts'
import { parseEntry, readChain } from '../audit.ts'
import type { Sql } from '../sql.ts'

type Version = Extract<RecallSubject, { kind: 'recipe' }>

/** A version as a record of a recipe has it: in force, or beside that one (`next`). */
interface Kept {
  version?: number
  origin?: { global_uuid: string; version: number }
}

/**
 * List the versions of the company's own recipes that were made from a recalled version of the provider's: runs name the recipe of the
 * company, not the one that it was made from. A version that the company has changed since counts too, because nobody knows whether
 * the change has mended it. Read from the trail, as a recipe keeps the origin of its newest versions only.
 */
export function listAdopted(sql: Sql, subject: RecallSubject): Version[] {
  if (subject.kind !== 'recipe') return []
  const recipes = sql.all<{ uuid: string }>(
    `SELECT DISTINCT uuid FROM audit WHERE kind = 'recipe' AND instr(entry, ?) > 0 ORDER BY uuid`,
    subject.recipe_uuid,
  )
  return recipes.flatMap(({ uuid }) =>
    [...versionsFrom(sql, uuid, subject)].map((version): Version => {
      return { kind: 'recipe', recipe_uuid: uuid, version }
    }),
  )
}

/** Return the numbers of a recipe's versions that followed the recalled one, whatever became of the recipe since. */
function versionsFrom(sql: Sql, uuid: string, { recipe_uuid, version }: Version): Set<number> {
  const found = new Set<number>()
  let body: Body | null = null
  for (const { entry: text } of readChain(sql, 'recipe', uuid)) {
    const entry = parseEntry(text)
    if (!entry) continue
    body = replayEntry(body, entry)
    const inForce = (body ?? {}) as Kept & { next?: Kept }
    // A draft follows the version in force, unless it was taken from a newer one.
    const { next } = inForce
    for (const kept of [inForce, ...(next ? [{ origin: inForce.origin, ...next }] : [])]) {
      const { origin, version: number } = kept
      if (number === undefined || origin?.global_uuid !== recipe_uuid) continue
      if (origin.version === version) found.add(number)
    }
  }
  return found
}
