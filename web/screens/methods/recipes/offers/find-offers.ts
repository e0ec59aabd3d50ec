import type { GlobalRecipe } from '../../../../../domain/entities/global-recipe.ts'
import type { Recipe } from '../../../../../domain/entities/recipe.ts'

/** A recipe of the company, and the newer version of the global recipe that it was made from. */
export interface Offer {
  recipe: Recipe
  global: GlobalRecipe
}

/** Find the recipes of which a newer version is published that the company has not looked at and left. */
export function findOffers(
  recipes: readonly Recipe[],
  published: readonly GlobalRecipe[],
): Offer[] {
  const known = new Map(published.map((global) => [global.uuid, global]))
  return recipes.flatMap((recipe) => {
    const { origin, archived, next } = recipe
    const global = known.get(origin?.global_uuid ?? '')
    if (!origin || !global || archived === 1 || global.archived === 1) return []
    const settled = Math.max(origin.version, origin.stayed ?? 0, next?.origin?.version ?? 0)
    return global.version > settled ? [{ recipe, global }] : []
  })
}
