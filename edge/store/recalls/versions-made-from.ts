import type { RecallSubject } from '../../../domain/entities/recall.ts'
import type { Recipe } from '../../../domain/entities/recipe.ts'
import { type Body, replayEntry } from '../../../domain/trail/entry.ts'
import { readAudit } from '../audit.ts'
import type { Sql } from '../sql.ts'
import { findNamingInTrail, followEntries } from './follow-entries.ts'

type Version = Extract<RecallSubject, { kind: 'recipe' }>

/**
 * Return the versions of the company's own recipes that were made from a version of the provider's: from the entry by which a recipe
 * follows it until the one by which it follows another. What was edited in between counts, because the fault may still be in it. Also
 * the version that the company itself had asked the provider to publish. All of it is read from the trail: a record keeps the newest
 * version alone (decision 92).
 */
export function findMadeFrom(sql: Sql, global: Version): Version[] {
  const adopted = findNamingInTrail(sql, 'recipe', global.recipe_uuid).flatMap((recipe_uuid) =>
    [...versionsFollowing(sql, recipe_uuid, global)].map((version): Version => ({
      kind: 'recipe',
      recipe_uuid,
      version,
    })),
  )
  return [...adopted, ...findPublished(sql, global)]
}

function versionsFollowing(sql: Sql, recipe_uuid: string, global: Version): Set<number> {
  const found = new Set<number>()
  let body: Body | null = null
  for (const entry of readAudit(sql, 'recipe', recipe_uuid)) {
    body = replayEntry(body, entry) ?? body
    const { version, origin, next } = (body ?? {}) as Partial<Recipe>
    const take = (of: number | undefined, from: Recipe['origin']) => {
      if (of === undefined || from?.global_uuid !== global.recipe_uuid) return
      if (from.version === global.version) found.add(of)
    }
    take(version, origin)
    // Take one whose day may have come before the service wrote it down. A draft that was dropped may leave its number to another.
    if (next?.release.state === 'approved') take(next.version, next.origin ?? origin)
  }
  return found
}

function findPublished(sql: Sql, global: Version): Version[] {
  return findNamingInTrail(sql, 'publication', global.recipe_uuid)
    .map((uuid) => followEntries(sql, 'publication', uuid).body)
    .filter(
      ({ status, global_uuid, global_version }) =>
        status === 'published' &&
        global_uuid === global.recipe_uuid &&
        global_version === global.version,
    )
    .map(({ recipe_uuid, recipe_version }) => ({
      kind: 'recipe',
      recipe_uuid: String(recipe_uuid),
      version: Number(recipe_version),
    }))
}
