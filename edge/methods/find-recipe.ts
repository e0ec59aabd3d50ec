import { globalRecipeCalls } from '../../domain/calls/global-recipes.ts'
import type { GlobalRecipe } from '../../domain/entities/global-recipe.ts'
import type { Recipe } from '../../domain/entities/recipe.ts'
import { Fault } from '../../domain/fault.ts'
import { can } from '../../domain/permissions.ts'
import type { AccountContext } from '../context.ts'
import { findProvider } from '../directory/companies.ts'
import { unwrap } from '../outcome.ts'

export type FoundRecipe =
  | { kind: 'RECIPE'; recipe: Recipe }
  | { kind: 'GLOBAL_RECIPE'; recipe: GlobalRecipe }

/**
 * Find a recipe by its id alone: the company's own, else one that the provider publishes.
 * @throws Fault `not_found`, the same for hidden and for missing.
 */
export async function findRecipe(uuid: string, context: AccountContext): Promise<FoundRecipe> {
  const { own, by } = context
  const found = await own.get('recipe', uuid, by.sight)
  if (found.ok) return { kind: 'RECIPE', recipe: found.value }
  if (can(by.permissions, globalRecipeCalls.get.needs)) {
    const recipe = await findPublished(uuid, context)
    if (recipe) return { kind: 'GLOBAL_RECIPE', recipe }
  }
  throw noRecipe()
}

/** Find one of the provider's recipes; null when there is none. */
export async function findPublished(
  uuid: string,
  { env, store, by }: AccountContext,
): Promise<GlobalRecipe | null> {
  const provider = await findProvider(env.DIRECTORY)
  if (!provider) return null
  const found = await store(provider.uuid).get('global_recipe', uuid, by.sight)
  if (found.ok) return found.value
  if (found.errors[0]?.code === 'not_found') return null
  return unwrap<never>(found)
}

/** Find the provider's recipe of this id where the company has none of its own: its store cannot look it up itself. */
export async function findForeign(
  uuid: string,
  context: AccountContext,
): Promise<GlobalRecipe | undefined> {
  const { own, by } = context
  if (!can(by.permissions, globalRecipeCalls.get.needs)) return undefined
  if ((await own.get('recipe', uuid, by.sight)).ok) return undefined
  return (await findPublished(uuid, context)) ?? undefined
}

export function noRecipe(): Fault {
  return new Fault('not_found', 'No such recipe', {
    field: 'recipe_uuid',
    reason: 'recipe_unknown',
  })
}
