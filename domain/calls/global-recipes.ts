import { methodActions } from '../actions/method.ts'
import { post } from '../call.ts'
import { GlobalRecipe, globalRecipe } from '../entities/global-recipe.ts'
import { archive, recipeFields } from './method-fields.ts'
import { devFields } from './recipes.ts'
import { createRow, deleteRow, editRow, formRow, getRow, searchRow } from './record-rows.ts'
import { byId } from './shapes.ts'

const actions = methodActions.global_recipe

/** Recipes that the provider publishes: read by everybody, written in the provider's company only. */
export const globalRecipeCalls = {
  search: searchRow(globalRecipe),
  get: getRow(globalRecipe),
  create: createRow(globalRecipe, 'globalRecipes.create', recipeFields),
  editForm: formRow(globalRecipe, 'edit', actions.edit.needs),
  edit: editRow(globalRecipe, actions.edit.needs, { ...recipeFields, ...archive }),
  /** Needs recipes.devEdit as well. */
  devEditForm: formRow(globalRecipe, 'dev_edit', actions.edit.needs),
  /** Needs recipes.devEdit as well. */
  devEdit: post('/global_recipes/dev_edit/:id', {
    needs: actions.edit.needs,
    params: byId,
    body: devFields,
    data: GlobalRecipe,
  }),
  delete: deleteRow(globalRecipe, actions.delete.needs),
}
