import { post } from '../call.ts'
import { GlobalRecipe, globalRecipe } from '../entities/global-recipe.ts'
import { archive, recipeFields } from './method-fields.ts'
import { devFields } from './recipes.ts'
import { createRow, deleteRow, editRow, formRow, getRow, searchRow } from './record-rows.ts'
import { byId } from './shapes.ts'

/** Recipes that the provider publishes: read by everybody, written in the provider's company only. */
export const globalRecipeCalls = {
  search: searchRow(globalRecipe),
  get: getRow(globalRecipe),
  create: createRow(globalRecipe, 'globalRecipes.create', recipeFields),
  editForm: formRow(globalRecipe, 'edit', 'globalRecipes.edit'),
  edit: editRow(globalRecipe, 'globalRecipes.edit', { ...recipeFields, ...archive }),
  /** Needs recipes.devEdit as well. */
  devEditForm: formRow(globalRecipe, 'dev_edit', 'globalRecipes.edit'),
  /** Needs recipes.devEdit as well. */
  devEdit: post('/global_recipes/dev_edit/:id', {
    needs: 'globalRecipes.edit',
    params: byId,
    body: devFields,
    data: GlobalRecipe,
  }),
  delete: deleteRow(globalRecipe, 'globalRecipes.delete'),
}
