import type { RecallSubject } from '../../../domain/entities/recall.ts'
import type { Publication } from '../../../domain/entities/publication.ts'
import type { Sql } from '../sql.ts'
import { findCopies } from './copies-of-versions.ts'
import { findNamingInTrail, followEntries } from './follow-entries.ts'
import { type Histories, nameFollowed, readHistories } from './recipe-histories.ts'

export type RecipeVersion = Extract<RecallSubject, { kind: 'recipe' }>

/**
 * Return the versions of recipes that were made from a recalled one. Of the provider's: those that a company took from it, from the entry
 * by which a recipe follows it until the one by which it follows another, and the version that the company itself had asked the provider
 * to publish. Of the company's own: the version of the provider's that was published from it, with what follows that one. Of all of them
 * their copies (copies-of-versions.ts). What was edited in between counts, because the fault may still be in it. All of it is read from
 * the trail: a record keeps the newest version alone (decisions 92 and 93).
 */
export function findMadeFrom(sql: Sql, recalled: RecipeVersion): RecipeVersion[] {
  const histories = readHistories(sql)
  const found = new Map<string, RecipeVersion>()
  const recipes = new Set<string>()
  let fresh = [recalled]
  while (fresh.length > 0) {
    const originals = fresh
      .flatMap((one) => [one, ...findPublications(sql, one)])
      .flatMap((one) => [one, ...findAdopted(histories, one)])
    for (const one of originals) {
      found.set(keyOf(one), one)
      recipes.add(one.recipe_uuid)
    }
    const copies = findCopies(histories, originals, recipes)
    fresh = copies.filter((one) => !found.has(keyOf(one)))
  }
  found.delete(keyOf(recalled))
  return [...found.values()]
}

const keyOf = ({ recipe_uuid, version }: RecipeVersion) => `${recipe_uuid} ${version}`

/**
 * Find the versions of the company's recipes that follow one of the provider's, also those that came into force before the service wrote it
 * down. A draft that was dropped may have left its number to another.
 */
function findAdopted({ recipes }: Histories, global: RecipeVersion): RecipeVersion[] {
  const followed = nameFollowed(global.recipe_uuid, global.version)
  return recipes.flatMap(({ uuid: recipe_uuid, steps }) => {
    const found = steps.flatMap(({ versions }) =>
      versions.filter(({ follows }) => follows === followed).map(({ version }) => version),
    )
    return [...new Set(found)].map((version) => ({ kind: 'recipe', recipe_uuid, version }) as const)
  })
}

/** Find the other end of a publication: the company's own version of a published one, and the published one of an own version. */
function findPublications(
  sql: Sql,
  { recipe_uuid: recalled, version }: RecipeVersion,
): RecipeVersion[] {
  return findNamingInTrail(sql, 'publication', recalled)
    .map((uuid) => followEntries(sql, 'publication', uuid).body as Partial<Publication>)
    .filter(({ status }) => status === 'published')
    .flatMap(({ recipe_uuid, recipe_version, global_uuid, global_version }): RecipeVersion[] => {
      const own = { uuid: recipe_uuid, version: recipe_version }
      const global = { uuid: global_uuid, version: global_version }
      const isOf = (one: typeof own | typeof global) =>
        one.uuid === recalled && one.version === version
      const other = isOf(own) ? global : isOf(global) ? own : null
      if (!other?.uuid || !other.version) return []
      return [{ kind: 'recipe', recipe_uuid: other.uuid, version: other.version }]
    })
}
