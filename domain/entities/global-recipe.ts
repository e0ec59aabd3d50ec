import * as v from 'valibot'
import { entity } from '../entity.ts'
import { Recipe } from './recipe.ts'

/** A recipe that the provider publishes for all companies; it belongs to no swarm (decisions R14). */
export const GlobalRecipe = v.strictObject({
  ...v.omit(Recipe, [
    'swarm_uuid',
    'publication_requested',
    'publication',
    'origin',
    'release',
    'next',
    'retired',
    'figures',
  ]).entries,
  swarm_uuid: v.null(),
})
export type GlobalRecipe = v.InferOutput<typeof GlobalRecipe>

export const globalRecipe = entity({
  kind: 'global_recipe',
  path: '/global_recipes',
  permission: 'globalRecipes.search',
  schema: GlobalRecipe,
  indexes: ['name'],
  filters: ['archived', 'cartridge_types'],
  home: 'provider',
  scope: 'company',
  local: { table: 'globalRecipes', collection: 'methods' },
  trash: 'global_recipes',
})
